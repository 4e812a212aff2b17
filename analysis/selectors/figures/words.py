"""Numbers of charts in words: the same in tables, pictures and texts for screen readers."""

from analysis.selectors.figures.base import Cell, Column


def words(column: Column, cell: Cell) -> str:
    """A number with its interval."""
    if cell.value is None:
        return "–"
    shown = number(column, cell.value)
    if cell.low is None or cell.high is None:
        return shown
    return f"{shown} ({number(column, cell.low)} to {number(column, cell.high)})"


def number(column: Column, value: float) -> str:
    """A number in its unit."""
    if column.unit == "share":
        return f"{100 * value:.1f}%".replace("-", "−")
    if column.unit == "number":
        return f"{value:.2f}".replace("-", "−")
    return f"{value:,.0f}"


def base(column: Column, cell: Cell) -> str:
    """What a number stands on, where it is no count itself."""
    return "" if column.is_count or cell.value is None else f"{cell.base:,} {column.of}"
