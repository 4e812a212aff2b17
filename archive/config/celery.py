"""The Celery app. Tasks have explicit names, so a move of a module orphans no queue."""

import os

from celery import Celery
from kombu.transport import TRANSPORT_ALIASES

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "archive.config.settings")
TRANSPORT_ALIASES["folder"] = "archive.config.broker:Transport"

app = Celery("tilebook")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
