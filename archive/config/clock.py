"""Celery's clock, made safe for a disk that is full and for a time that is set back.

Celery keeps when a job was sent last. After a clock was ahead those times lie in the future, and the
jobs would not be sent until then.
"""

import dbm
import logging
import time
from typing import Any, Final

from celery.beat import PersistentScheduler

logger = logging.getLogger(__name__)

JUMP_SECONDS: Final = 5.0
"""Less is the clock being trimmed, and harms nothing."""


class Clock(PersistentScheduler):
    """The schedule in a file, as Celery's own."""

    seen = 0.0

    def setup_schedule(self) -> None:
        super().setup_schedule()
        self._leave_the_future()

    def tick(self, *words: Any, **options: Any) -> float:
        now = time.time()
        if now < self.seen - JUMP_SECONDS:
            logger.warning("The clock went back by %.0f seconds.", self.seen - now)
            self._leave_the_future()
        self.seen = now
        seconds: float = super().tick(*words, **options)
        return seconds

    def _leave_the_future(self) -> None:
        """What was sent later than now was sent now; and the order of what comes next is made anew."""
        for entry in self.schedule.values():
            now = entry.default_now()
            entry.last_run_at = min(entry.last_run_at or now, now)
        self._heap = None

    def sync(self) -> None:
        try:
            super().sync()
        except dbm.error:
            # What is lost is when each job was sent last, and it is written again in a while.
            logger.warning("The schedule cannot be kept.", exc_info=True)
