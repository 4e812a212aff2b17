"""The Celery app. Tasks have explicit names, so a move of a module orphans no queue."""

import logging
import logging.config
import os
import resource
from typing import Any

from billiard.process import current_process
from celery import Celery, Task
from celery.signals import before_task_publish, setup_logging, worker_process_init
from django.conf import settings
from kombu.transport import TRANSPORT_ALIASES

from archive.config import watching
from archive.views.tracing import request_id

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "archive.config.settings")
TRANSPORT_ALIASES["folder"] = "archive.config.broker:Transport"

logger = logging.getLogger(__name__)


class Job(Task):  # type: ignore[type-arg] # of any arguments
    """A task whose process ends when it has no memory left, as one does that the system has killed.

    Celery ends the worker with all its processes for a MemoryError. This process alone has too little;
    its end frees that, and another takes its place.
    """

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        try:
            return super().__call__(*arguments, **options)
        except MemoryError:
            if current_process().name == "MainProcess":
                raise
            logger.critical("No memory is left for %s: its process ends.", self.name, exc_info=True)
            os._exit(1)


app = Celery("tilebook", task_cls=Job)
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
watching.connect()


@setup_logging.connect
def log_as_the_site_does(loglevel: int | str | None = None, **_: Any) -> None:
    logging.config.dictConfig(settings.LOGGING)
    if loglevel is not None:
        logging.getLogger().setLevel(loglevel)


@worker_process_init.connect
def bound_memory(**_options: Any) -> None:
    """Let a job that wants ever more memory fail alone, before the machine has none for others."""
    if settings.WORKER_PROCESS_BYTES:
        _, hard = resource.getrlimit(resource.RLIMIT_DATA)
        resource.setrlimit(resource.RLIMIT_DATA, (settings.WORKER_PROCESS_BYTES, hard))


@before_task_publish.connect
def send_request_id_along(headers: dict[str, Any] | None = None, **_: Any) -> None:
    if headers is not None and request_id.get():
        headers["request_id"] = request_id.get()
