"""Jobs on a whole generation, done in slices by whichever worker has the time.

A message carries the claim of the slice before it. One that comes twice, or after another has taken
the job up, finds that its claim is no longer the one that counts, and ends.
"""

import datetime as dt
import uuid
from typing import Any

from django.conf import settings
from django.db.models import Q, QuerySet
from django.utils import timezone

from analysis.models import Generation, LongJob
from archive.selectors.silence import HOUR, is_silent


def claim(*, name: str, generation: Generation, seizes: bool = False) -> LongJob | None:
    """Take up a job that nobody holds, begun here if it was not; None where another is at it.

    One whose holder has been silent for long is nobody's. ``seizes``: also from a holder who is at
    work, and will notice.
    """
    fresh = LongJob(name=name, generation=generation, started=timezone.now())
    LongJob.objects.bulk_create([fresh], ignore_conflicts=True)
    rows = LongJob.objects.filter(name=name, generation=generation)
    return _claimed(rows if seizes else rows.filter(_is_free(timezone.now())))


def take_over(*, token: str) -> LongJob | None:
    """Go on with a job after a slice that had this claim; None where another has taken it up."""
    return _claimed(LongJob.objects.filter(claim=uuid.UUID(token)))


def _claimed(rows: QuerySet[LongJob]) -> LongJob | None:
    new = uuid.uuid4()
    rows.update(claim=new, claimed_at=timezone.now())
    return LongJob.objects.filter(claim=new).select_related("generation").first()


def keep(job: LongJob, *, silent: int = 0, **values: Any) -> bool:
    """Note how far it is; False where another has taken it up, or its generation is gone.
    ``silent``: seconds in which no word is to be awaited."""
    held = LongJob.objects.filter(pk=job.pk, claim=job.claim)
    heard = timezone.now() + dt.timedelta(seconds=silent)
    if not held.update(claimed_at=heard, **values):
        return False
    for name, value in values.items():
        setattr(job, name, value)
    return True


def give_up(job: LongJob) -> None:
    """Its generation needs it no more; whoever holds it finds it gone."""
    LongJob.objects.filter(pk=job.pk).delete()


def let_go(job: LongJob) -> None:
    """Nobody is at it any more."""
    LongJob.objects.filter(pk=job.pk, claim=job.claim).update(claim=None)


def forsaken(*, name: str, now: dt.datetime) -> list[int]:
    """The generations with such a job that was begun, and whose holder has been silent for long."""
    rows = LongJob.objects.filter(_is_late(now), name=name, claim__isnull=False)
    return list(rows.order_by("pk").values_list("generation", flat=True))


def _is_late(now: dt.datetime) -> Q:
    late = dt.timedelta(seconds=settings.LONG_JOB_LATE_SECONDS)
    # `keep` may say that no word is to be awaited for long.
    return is_silent("claimed_at", now=now, within=late, ahead=2 * HOUR)


def _is_free(now: dt.datetime) -> Q:
    return Q(claim=None) | _is_late(now)
