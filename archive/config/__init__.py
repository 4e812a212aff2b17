"""The top of the house: settings, root URLs, the Celery app, WSGI."""

from archive.config.celery import app as celery_app

__all__ = ["celery_app"]
