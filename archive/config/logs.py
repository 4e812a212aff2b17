"""How a line of the log looks: for people, or for machines as one JSON object a line."""

import datetime as dt
import json
import logging
from typing import Any

from celery import current_task

from archive.views.tracing import request_id

PLAIN = "%(asctime)s %(levelname)s %(name)s: %(message)s%(where)s"


class Where(logging.Filter):
    """Says of each line from which request and from which job it comes."""

    def filter(self, record: logging.LogRecord) -> bool:
        job = current_task.request if current_task else None
        where = {
            "request_id": request_id.get() or (job and job.get("request_id")) or "",
            "job_id": (job and job.id) or "",
            "job": (job and current_task.name) or "",
        }
        told = {name: value for name, value in where.items() if value}
        words = " ".join(f"{name}={value}" for name, value in told.items())
        record.__dict__ |= {"where_from": told, "where": f" [{words}]" if words else ""}
        return True


class JsonLines(logging.Formatter):
    """Time in UTC, level, logger, message, where it comes from, and the fields that a line has."""

    def format(self, record: logging.LogRecord) -> str:
        told: dict[str, Any] = {
            "time": dt.datetime.fromtimestamp(record.created, dt.UTC).isoformat(),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
            **_extra(record, "where_from"),
            **_extra(record, "fields"),
        }
        if record.exc_info:
            told["exception"] = self.formatException(record.exc_info)
        return json.dumps(told, ensure_ascii=False, default=str)


def _extra(record: logging.LogRecord, name: str) -> dict[str, Any]:
    given = getattr(record, name, None)
    return given if isinstance(given, dict) else {}


def logging_config(*, level: str, form: str, tells_requests: bool) -> dict[str, Any]:
    """All goes to standard error; `form` is ``plain`` or ``json``."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {"where": {"()": "archive.config.logs.Where"}},
        "formatters": {
            "plain": {"format": PLAIN},
            "json": {"()": "archive.config.logs.JsonLines"},
        },
        "handlers": {
            "console": {
                "class": "logging.StreamHandler",
                "formatter": form,
                "filters": ["where"],
            }
        },
        "root": {"handlers": ["console"], "level": level},
        "loggers": {
            "tilebook.requests": {"level": "INFO" if tells_requests else "WARNING"},
            # Who gets in is told with the whole address, in which the key of a mail may stand.
            "axes": {"level": "WARNING"},
        },
    }
