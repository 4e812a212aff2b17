"""How long a piece of work may take: an engine that never ends must not keep its worker for good."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class TooLong(Exception):
    """The work took more processor time than it was given."""


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Raises TooLong inside a block that needs so much of this process's own time; waiting for others
    does not count. Only the main thread, in which workers do their jobs, can be interrupted."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def interrupt(_number: int, _frame: FrameType | None) -> None:
        raise TooLong(f"It was stopped after {seconds:g} seconds.")

    before = signal.signal(signal.SIGVTALRM, interrupt)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
