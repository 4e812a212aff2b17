"""The Celery app. Tasks have explicit names, so a move of a module orphans no queue."""

import logging
import logging.config
import os
from typing import Any

from celery import Celery
from celery.signals import before_task_publish, setup_logging
from django.conf import settings
from kombu.transport import TRANSPORT_ALIASES

from archive.config import watching
from archive.views.tracing import request_id

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "archive.config.settings")
TRANSPORT_ALIASES["folder"] = "archive.config.broker:Transport"

app = Celery("tilebook")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
watching.connect()


@setup_logging.connect
def log_as_the_site_does(loglevel: int | str | None = None, **_: Any) -> None:
    logging.config.dictConfig(settings.LOGGING)
    if loglevel is not None:
        logging.getLogger().setLevel(loglevel)


@before_task_publish.connect
def send_request_id_along(headers: dict[str, Any] | None = None, **_: Any) -> None:
    if headers is not None and request_id.get():
        headers["request_id"] = request_id.get()
