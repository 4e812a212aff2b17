"""How many messages wait in each queue, asked of the broker itself."""

from typing import Any

from celery import current_app
from django.conf import settings
from kombu.exceptions import OperationalError


def lengths() -> dict[str, int] | None:
    """Messages that no worker has taken yet, by queue; None where the broker does not answer."""
    names = [queue.name for queue in settings.CELERY_TASK_QUEUES]
    with current_app.connection_for_read() as connection:
        lost: Any = connection.recoverable_connection_errors
        try:
            connection.ensure_connection(max_retries=1, interval_start=0, interval_step=0)
            channel: Any = connection.default_channel
            # To declare a queue that there is changes nothing, and answers with its length.
            declared = {name: channel.queue_declare(queue=name) for name in names}
        except (OperationalError, OSError, *lost):
            return None
    return {name: answer.message_count for name, answer in declared.items()}
