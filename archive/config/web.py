"""How gunicorn serves the site; `manage.py serve_web` names this file to it."""

import shutil
from typing import Any

from django.conf import settings
from prometheus_client.multiprocess import mark_process_dead

wsgi_app = "archive.config.wsgi"
bind = settings.WEB_BIND
workers = settings.WEB_PROCESSES
threads = settings.WEB_THREADS
graceful_timeout = settings.WEB_STOP_SECONDS
timeout = 120
worker_tmp_dir = "/dev/shm"  # noqa: S108 (in memory: a slow disk must not look like a worker that hangs)
control_socket_disable = True
logconfig_dict = {
    **settings.LOGGING,
    "loggers": {
        **settings.LOGGING["loggers"],
        "gunicorn.error": {"level": settings.LOG_LEVEL, "propagate": True},
        "gunicorn.access": {"level": "ERROR", "propagate": True},
    },
}


def child_exit(_server: Any, worker: Any) -> None:
    if settings.METRICS_FOLDER:
        mark_process_dead(worker.pid, settings.METRICS_FOLDER)  # type: ignore[no-untyped-call]


def on_exit(_server: Any) -> None:
    if settings.METRICS_FOLDER:
        shutil.rmtree(settings.METRICS_FOLDER, ignore_errors=True)
