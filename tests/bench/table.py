"""One row of the table that `make bench` prints."""

from collections.abc import Iterable
from typing import NamedTuple


class Row(NamedTuple):
    """``beside``: what it is compared with, and by how much."""

    what: str
    measured: str
    beside: str = ""


def as_markdown(rows: Iterable[Row]) -> str:
    lines = [f"| {row.what} | {row.measured} | {row.beside} |" for row in rows]
    return "\n".join(["| what | measured | beside |", "| --- | --- | --- |", *lines])


def rate(count: int, seconds: float) -> str:
    return f"{count / seconds:,.0f}"
