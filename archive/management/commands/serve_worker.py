"""A worker of the jobs, as a public site runs it; SIGTERM lets it finish what it is doing."""

import os
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from archive.management.entry import become


class Command(BaseCommand):
    help = "Become a worker. WORKER_QUEUES and WORKER_PROCESSES say of what and how large."

    def handle(self, **_options: Any) -> None:
        known = [queue.name for queue in settings.CELERY_TASK_QUEUES]
        unknown = [name for name in settings.WORKER_QUEUES if name not in known]
        if unknown:
            raise CommandError(
                f"WORKER_QUEUES: no queue is called {unknown[0]!r}; there are {', '.join(known)}."
            )
        # Before it becomes one, so that all its processes have it.
        os.nice(settings.WORKER_NICE)
        become(
            *("celery", "--app", "archive.config.celery", "--quiet", "worker"),
            *("--queues", ",".join(settings.WORKER_QUEUES)),
            *("--concurrency", str(settings.WORKER_PROCESSES)),
            *("--loglevel", settings.LOG_LEVEL),
        )
