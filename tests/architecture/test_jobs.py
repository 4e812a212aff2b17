"""Jobs have names that stay, queues that workers serve, and a clock that sends only what there is."""

import re

from django.conf import settings

from archive.config.celery import app
from tests.conftest import ROOT


def own_tasks() -> list[str]:
    app.loader.import_default_modules()
    return [name for name in app.tasks if name.split(".")[0] in {"archive", "analysis"}]


def test_the_clock_sends_only_jobs_that_there_are() -> None:
    sent = {entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()}
    assert sent
    assert sent <= set(own_tasks())


def test_every_job_of_the_analysis_waits_in_the_queue_of_the_index() -> None:
    queues = {name: app.amqp.router.route({}, name)["queue"].name for name in own_tasks()}
    assert {queue for name, queue in queues.items() if name.startswith("analysis.")} == {"index"}
    assert set(queues.values()) <= {queue.name for queue in settings.CELERY_TASK_QUEUES}


def test_workers_that_the_site_starts_and_the_guide_names_serve_every_queue() -> None:
    known = {queue.name for queue in settings.CELERY_TASK_QUEUES}
    guide = (ROOT / "docs" / "operations.md").read_text()
    start = (ROOT / "archive" / "management" / "commands" / "run_site.py").read_text()
    told = re.search(r"\| `WORKER_QUEUES` \| `([\w,]+)`", guide)
    begun = re.search(r'"--queues", "([\w,]+)"', start)
    assert told is not None
    assert begun is not None
    assert set(told[1].split(",")) == set(begun[1].split(",")) == known
    assert set(settings.WORKER_QUEUES) == known
