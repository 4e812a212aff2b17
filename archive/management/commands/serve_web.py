"""The web server, as a public site runs it; SIGTERM lets it finish its answers."""

from typing import Any

from django.core.management.base import BaseCommand

from archive.management.entry import become


class Command(BaseCommand):
    help = "Become the web server. WEB_BIND, WEB_PROCESSES and WEB_THREADS say where and how large."

    def handle(self, **_options: Any) -> None:
        become("gunicorn", "--config", "python:archive.config.web")
