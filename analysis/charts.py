"""Charts as Plotly figures: the only module that knows Plotly.

Colours are names of the site's custom properties (``var(--accent)``): the script of the page puts
in what they mean in its theme. Each bar and point carries in ``customdata`` the number of its cell
(row, column), by which the script finds its games.
"""

from collections.abc import Iterator
from typing import Any, Final

import plotly.graph_objects as go  # type: ignore[import-untyped]

from analysis.selectors.figures.base import Cell, Chart, Column, Plane, Row
from analysis.selectors.figures.words import base, words

PALETTE: Final = tuple(f"var(--chart-{number})" for number in range(1, 13))
TONES: Final = {
    "0": "var(--win-first)",
    "1": "var(--win-second)",
    "win": "var(--win-first)",
    "lose": "var(--win-second)",
    "draw": "var(--draw)",
    "none": "var(--chart-none)",
}
SYMBOLS: Final = ("circle", "diamond", "square", "triangle-up", "cross", "x", "star", "hexagon")
DASHES: Final = ("solid", "dash", "dot", "dashdot", "longdash", "longdashdot")
PATTERNS: Final = ("", "/", ".", "x", "-", "\\", "+", "|")
INK, MUTED, LINE, LEAF, ACCENT = (
    f"var(--{name})" for name in ("ink", "muted", "line", "leaf", "accent")
)
ROW_HEIGHT: Final = 30
LEAST_HEIGHT: Final = 320
LEGEND_HEIGHT, LEGEND_WIDTH = 20, 5
"""Of a row of the legend, in pixels, and how many names stand in it."""
ALL_OPACITY: Final = 0.45
AREAS: Final = {
    "red": "var(--garden-red)",
    "white": "var(--garden-white)",
    "neutral": "var(--wood)",
    "gate": "var(--line-strong)",
    "goal": "var(--line-strong)",
    "dark": "var(--line)",
    "light": "var(--leaf)",
}


def figure(chart: Chart) -> dict[str, Any]:
    """The figure of a chart as Plotly's JSON has it."""
    drawn = go.Figure(layout=_layout(chart))
    drawn.add_traces(list(_TRACES[chart.kind](chart)))
    if chart.line is not None:
        _compare(drawn, chart)
    whole: dict[str, Any] = drawn.to_plotly_json()
    return whole


def _layout(chart: Chart) -> go.Layout:
    """What all charts share, and the axes of this one."""
    axis = {
        "gridcolor": LINE,
        "zerolinecolor": LINE,
        "linecolor": LINE,
        "tickcolor": LINE,
        "automargin": True,
        "title": {"standoff": 12},
    }
    layout = go.Layout(
        template=None,
        font={"family": "inherit", "size": 14, "color": INK},
        paper_bgcolor="rgba(0,0,0,0)",
        plot_bgcolor="rgba(0,0,0,0)",
        margin={"l": 8, "r": 12, "t": 12, "b": 8},
        xaxis=axis,
        yaxis=axis,
        showlegend=len(_drawn(chart)) > 1 and chart.kind not in {"matrix", "board"},
        legend={
            "orientation": "h",
            "x": 0,
            "y": 1.02,
            "yanchor": "bottom",
            "itemclick": "toggle",
            "traceorder": "normal",
        },
        hoverlabel={"bgcolor": LEAF, "bordercolor": LINE, "font": {"color": INK}},
        hovermode="closest",
        barmode="stack" if chart.kind == "stack" else "group",
        bargap=0.25,
        dragmode=False,
        height=height(chart),
    )
    _SCALES[_lies(chart)](chart, layout)
    return layout


def _lies(chart: Chart) -> str:
    """How the axes lie: rows down the page, on a scale to the right, or a board."""
    if chart.kind == "board":
        return "board"
    return "across" if chart.kind == "lines" or _on_scale(chart) or _in_time(chart) else "down"


def _on_scale(chart: Chart) -> bool:
    return bool(chart.rows) and all(row.x is not None for row in chart.rows)


def _in_time(chart: Chart) -> bool:
    return chart.rows_are in {"Month", "Year"}


def height(chart: Chart) -> int:
    """In pixels; rows down the page want as much as they are."""
    if _lies(chart) != "down":
        rows = (len(_drawn(chart)) - 1) // LEGEND_WIDTH
        return 560 if chart.kind == "board" else 380 + LEGEND_HEIGHT * max(rows, 0)
    bars = len(chart.rows) * (1 if chart.kind in {"stack", "matrix"} else len(_drawn(chart)))
    return max(
        LEAST_HEIGHT if len(chart.rows) > 6 else 180,
        90 + ROW_HEIGHT * max(len(chart.rows), bars // 2),
    )


def _scale_down(chart: Chart, layout: go.Layout) -> None:
    layout.yaxis.update(autorange="reversed", type="category", ticklabelposition="outside")
    layout.xaxis.update(title_text=chart.scale, tickformat=_format(chart), rangemode=_range(chart))
    if chart.kind == "matrix":
        layout.xaxis.update(type="category", title_text=chart.columns_are, side="top")
        layout.yaxis.update(title_text=chart.rows_are)


def _scale_across(chart: Chart, layout: go.Layout) -> None:
    kind = "linear" if _on_scale(chart) and not _in_time(chart) else "category"
    title = chart.columns_are if chart.kind == "cloud" else chart.rows_are
    layout.xaxis.update(title_text=title, type=kind)
    if chart.kind == "cloud":
        layout.xaxis.range = [0, 1.2 * max((row.x or 0 for row in chart.rows), default=1)]
    layout.yaxis.update(title_text=chart.scale, tickformat=_format(chart), rangemode=_range(chart))


def _scale_board(chart: Chart, layout: go.Layout) -> None:
    boards = chart.planes or ()
    gap, at, shapes = 1.5, 0.0, []
    for plane in boards:
        shapes += list(_ground(plane, at - plane.bounds[0]))
        at += plane.bounds[2] - plane.bounds[0] + gap
    layout.shapes = shapes
    hidden = {"visible": False, "showgrid": False, "fixedrange": True}
    layout.xaxis.update(hidden, range=[-0.6, max(at - gap, 1) + 0.6], constrain="domain")
    low = min((plane.bounds[1] for plane in boards), default=0)
    high = max((plane.bounds[3] for plane in boards), default=1)
    layout.yaxis.update(hidden, range=[low - 0.6, high + 0.6], scaleanchor="x", constrain="domain")


_SCALES: Final = {"down": _scale_down, "across": _scale_across, "board": _scale_board}


def _ground(plane: Plane, shift: float) -> Iterator[dict[str, Any]]:
    """The areas of a board, pale, as shapes beneath the points."""
    for role, outline, radius in plane.areas:
        colour = AREAS.get(role)
        line = {"color": "var(--line-strong)", "width": 1}
        if radius and outline:
            x, y = outline[0]
            box = {
                "x0": x + shift - radius,
                "x1": x + shift + radius,
                "y0": y - radius,
                "y1": y + radius,
            }
            shape = {"type": "circle", **box}
        elif len(outline) > 2:
            steps = " L ".join(f"{x + shift:g},{y:g}" for x, y in outline)
            shape = {"type": "path", "path": f"M {steps} Z"}
        else:
            continue
        yield (
            {**shape, "line": line, "fillcolor": colour, "opacity": 0.28, "layer": "below"}
            if colour
            else {**shape, "line": line, "layer": "below"}
        )


def _range(chart: Chart) -> str:
    """Bars begin at nothing; points among others may stand near each other."""
    return (
        "normal"
        if any(c.unit == "share" for _, c in _drawn(chart))
        and chart.kind in {"points", "lines", "cloud"}
        else "tozero"
    )


def _format(chart: Chart) -> str | None:
    return ".0%" if any(column.unit == "share" for _, column in _drawn(chart)) else None


def _drawn(chart: Chart) -> list[tuple[int, Column]]:
    return [(at, column) for at, column in enumerate(chart.columns) if column.is_drawn]


def _hover(chart: Chart, column: Column, row: Row, cell: Cell) -> str:
    value = words(column, cell)
    name = f"{column.label}: " if len(_drawn(chart)) > 1 or chart.kind == "matrix" else ""
    stands_on = f"<br>{base(column, cell)}" if base(column, cell) else ""
    few = " (few)" if cell.is_few and not column.is_count else ""
    return f"<b>{row.label}</b><br>{name}{value}{stands_on}{few}"


def _colour(at: int, column: Column) -> str:
    return TONES.get(column.tone, PALETTE[at % len(PALETTE)])


def _series(chart: Chart) -> Iterator[tuple[int, int, Column]]:
    """The columns that are drawn: number among them (all games' as that of the filter's), in the
    chart, and the column."""
    place, last = -1, 0
    for at, column in _drawn(chart):
        if column.is_all:
            yield last, at, column
        else:
            place += 1
            last = place
            yield place, at, column


def _values(chart: Chart, at: int) -> tuple[list[Any], list[float | None], list[Any], list[str]]:
    """Of a column: labels or places, values, numbers of cells, words."""
    column = chart.columns[at]
    where = [
        row.x if _lies(chart) == "across" and _on_scale(chart) else row.label for row in chart.rows
    ]
    values = [row.cells[at].value for row in chart.rows]
    cells = [[number, at] for number in range(len(chart.rows))]
    texts = [_hover(chart, column, row, row.cells[at]) for row in chart.rows]
    return where, values, cells, texts


def _bars(chart: Chart) -> Iterator[Any]:
    down = _lies(chart) == "down"
    for place, at, column in _series(chart):
        where, values, cells, texts = _values(chart, at)
        x, y = (values, where) if down else (where, values)
        yield go.Bar(
            x=x,
            y=y,
            orientation="h" if down else "v",
            name=column.label,
            customdata=cells,
            hovertext=texts,
            hoverinfo="text",
            opacity=ALL_OPACITY if column.is_all else 1,
            marker={
                "color": _colour(place, column),
                "line": {"width": 0},
                "pattern": {
                    "shape": PATTERNS[place % len(PATTERNS)] if len(chart.columns) > 1 else "",
                    "fgopacity": 0.35,
                    "size": 6,
                    "fgcolor": LEAF,
                    "fillmode": "overlay",
                },
            },
        )


def _points(chart: Chart) -> Iterator[Any]:
    down = _lies(chart) == "down"
    for place, at, column in _series(chart):
        where, values, cells, texts = _values(chart, at)
        found = [row.cells[at] for row in chart.rows]
        reach = {
            "type": "data",
            "symmetric": False,
            "array": [(c.high or 0) - (c.value or 0) if c.high is not None else 0 for c in found],
            "arrayminus": [
                (c.value or 0) - (c.low or 0) if c.low is not None else 0 for c in found
            ],
            "thickness": 2,
            "width": 5,
            "color": MUTED if column.is_all else _colour(place, column),
        }
        x, y = (values, where) if down else (where, values)
        yield go.Scatter(
            x=x,
            y=y,
            mode="markers+text" if chart.kind == "cloud" else "markers",
            text=[row.label for row in chart.rows] if chart.kind == "cloud" else None,
            textposition="middle right",
            textfont={"size": 12, "color": MUTED},
            cliponaxis=False,
            name=column.label,
            customdata=cells,
            hovertext=texts,
            hoverinfo="text",
            marker={
                "size": 11,
                "color": MUTED if column.is_all else _colour(place, column),
                "symbol": [
                    f"{'diamond' if column.is_all else SYMBOLS[place % len(SYMBOLS)]}{'-open' if c.is_few else ''}"
                    for c in found
                ],
                "line": {"width": 1.5},
            },
            **{"error_x" if down else "error_y": reach},
        )


def _lines(chart: Chart) -> Iterator[Any]:
    for place, at, column in _series(chart):
        where, values, cells, texts = _values(chart, at)
        yield go.Scatter(
            x=where,
            y=values,
            mode="lines+markers" if len(where) <= 40 else "lines",
            name=column.label,
            customdata=cells,
            hovertext=texts,
            hoverinfo="text",
            opacity=ALL_OPACITY if column.is_all else 1,
            line={"color": _colour(place, column), "width": 2, "dash": DASHES[place % len(DASHES)]},
            marker={"size": 6, "symbol": SYMBOLS[place % len(SYMBOLS)]},
        )


def _matrix(chart: Chart) -> Iterator[Any]:
    drawn = _drawn(chart)
    yield go.Heatmap(
        x=[column.label for _, column in drawn],
        y=[row.label for row in chart.rows],
        z=[[row.cells[at].value or None for at, _ in drawn] for row in chart.rows],
        customdata=[[[number, at] for at, _ in drawn] for number in range(len(chart.rows))],
        hovertext=[
            [_hover(chart, column, row, row.cells[at]) for at, column in drawn]
            for row in chart.rows
        ],
        hoverinfo="text",
        hoverongaps=False,
        xgap=2,
        ygap=2,
        colorscale=[[0, "var(--heat-low)"], [1, "var(--heat-high)"]],
        colorbar={"thickness": 12, "outlinewidth": 0, "title": {"text": chart.scale}},
        zmin=0,
    )


def _board(chart: Chart) -> Iterator[Any]:
    shifts = _shifts(chart)
    ground = [
        (x + shift, y)
        for plane, shift in zip(chart.planes, shifts, strict=True)
        for x, y in plane.places
    ]
    yield go.Scatter(
        x=[x for x, _ in ground],
        y=[y for _, y in ground],
        mode="markers",
        hoverinfo="skip",
        showlegend=False,
        marker={"size": 3, "color": "var(--line-strong)"},
    )
    spots = [(number, row) for number, row in enumerate(chart.rows) if row.spot is not None]
    most = max((row.cells[0].value or 0 for _, row in spots), default=1) or 1
    yield go.Scatter(
        x=[row.spot[1] + shifts[min(row.spot[0], len(shifts) - 1)] for _, row in spots if row.spot],
        y=[row.spot[2] for _, row in spots if row.spot],
        mode="markers",
        customdata=[[number, 0] for number, _ in spots],
        hovertext=[_hover(chart, chart.columns[0], row, row.cells[0]) for _, row in spots],
        hoverinfo="text",
        showlegend=False,
        marker={
            "color": [row.cells[0].value for _, row in spots],
            "colorscale": [[0, "var(--heat-low)"], [1, "var(--heat-high)"]],
            "cmin": 0,
            "cmax": most,
            "size": [8 + 16 * ((row.cells[0].value or 0) / most) ** 0.5 for _, row in spots],
            "line": {"width": 1, "color": "var(--heat-high)"},
            "showscale": True,
            "colorbar": {"thickness": 12, "outlinewidth": 0, "title": {"text": chart.scale}},
            "opacity": 1,
        },
    )


def _shifts(chart: Chart) -> list[float]:
    """By board: how far it is moved to the right, so that boards stand beside each other."""
    gap, at, shifts = 1.5, 0.0, []
    for plane in chart.planes:
        shifts.append(at - plane.bounds[0])
        at += plane.bounds[2] - plane.bounds[0] + gap
    return shifts or [0.0]


def _compare(drawn: Any, chart: Chart) -> None:
    """The value that others are measured by."""
    line = {"color": MUTED, "width": 1.5, "dash": "dot"}
    if _lies(chart) == "down":
        drawn.add_vline(chart.line, line=line)
    else:
        drawn.add_hline(chart.line, line=line)


_TRACES: Final = {
    "bars": _bars,
    "stack": _bars,
    "points": _points,
    "lines": _lines,
    "matrix": _matrix,
    "board": _board,
    "cloud": _points,
}
