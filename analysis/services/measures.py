"""Numbers that say how the index is, for those who watch the site."""

from collections.abc import Iterator

from django.db.models import Count, Max, Q
from django.utils import timezone

from analysis.models import Entry, Fault, Generation, JobRun, Status
from analysis.services import queues
from archive.selectors.measures import Measure


def of_analysis() -> Iterator[Measure]:
    yield from _of_queues()
    active = Generation.objects.filter(status=Status.ACTIVE).order_by()
    for game, games in active.values_list("game", "games"):
        yield Measure("tilebook_index_games", "Records counted.", games, {"game": game})
    waiting = Entry.objects.filter(is_counted=False).count()
    yield Measure("tilebook_index_waiting", "Entries that are not counted yet.", waiting)
    faults = Fault.objects.count()
    yield Measure("tilebook_index_faults", "Records that could not be indexed.", faults)
    yield from _of_runs()


def _of_queues() -> Iterator[Measure]:
    lengths = queues.lengths()
    answers = "1 if the broker of the jobs answers."
    yield Measure("tilebook_broker_up", answers, float(lengths is not None))
    for queue, length in (lengths or {}).items():
        words = "Messages that no worker has taken yet."
        yield Measure("tilebook_queue_messages", words, length, {"queue": queue})


def _of_runs() -> Iterator[Measure]:
    """Of those that are kept: the last hundred of each name."""
    runs = JobRun.objects.order_by().values("name")
    now = timezone.now()
    for row in runs.annotate(last=Max("finished"), failed=Count("pk", filter=~Q(failure=""))):
        labels = {"job": row["name"]}
        yield Measure("tilebook_runs_failed", "Failed runs that are kept.", row["failed"], labels)
        if row["last"]:
            age = (now - row["last"]).total_seconds()
            yield Measure("tilebook_run_age_seconds", "Since the last end of one.", age, labels)
