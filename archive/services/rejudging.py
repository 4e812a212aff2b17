"""Stored records judged again by the present edition of their engine.

A record whose judgement stays gets the new edition. Where it differs, nothing of the record is
changed: the difference is kept as a `Rejudgement`, for a person to accept. Either way the record is
not looked at again, so whoever is stopped goes on where he was, and two at once find the same.
"""

import logging
import uuid
from collections import Counter
from collections.abc import Generator
from typing import Any, Final

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from archive import engines
from archive.importers import Fragment
from archive.models import Record, Rejudgement
from archive.services import amending, bell, judging, records
from archive.services.amending import NotAmended

logger = logging.getLogger(__name__)

PAGE: Final = 20
"""Records in one transaction, and in memory; each may be a megabyte."""
COMPARED: Final = (
    *("verdict", "plies", "result", "termination", "scores", "board"),
    *("setup", "rules", "fingerprint"),
)
"""What a judgement says of a record, and what another edition may say otherwise."""

Difference = tuple[Record, dict[str, Any]]


class NotAccepted(Exception):
    """This rejudgement cannot become the record's; the message says why, and what to do."""


def rejudge() -> Generator[Counter[str], None, None]:
    """Judge what is due, a page at a time; yields after each how many "stayed" and "differ"."""
    for engine in engines.all_engines():
        for edition in _editions(engine.slug, engine.edition):
            after = 0
            while page := _page(engine.slug, edition, engine.edition, after):
                yield _rejudge_page(page, engine.edition)
                after = page[-1].pk


def _editions(game: str, present: int) -> list[int]:
    """Older ones only: a worker of an older release leaves alone what a newer one has judged."""
    older = Record.objects.filter(game=game, edition__lt=present).order_by("edition")
    return list(older.values_list("edition", flat=True).distinct())


def _due(game: str, present: int) -> QuerySet[Record]:
    known = Rejudgement.objects.filter(record=OuterRef("pk"), edition_to=present)
    return Record.objects.filter(~Exists(known), game=game, edition__lt=present)


def _page(game: str, edition: int, present: int, after: int) -> list[Record]:
    due = _due(game, present).filter(edition=edition, pk__gt=after).order_by("pk")
    return list(due.defer("text", "tags", "warnings")[:PAGE])


def _rejudge_page(page: list[Record], present: int) -> Counter[str]:
    found = [(record, _judged(record)) for record in page]
    stayed = [record.pk for record, after in found if after == _said(record)]
    different = [(record, after) for record, after in found if after != _said(record)]
    return _note(page[0].edition, present, stayed, different)


@transaction.atomic
def _note(
    edition: int, present: int, stayed: list[int], different: list[Difference]
) -> Counter[str]:
    """Write down what was found of those records that nobody has judged or amended meanwhile."""
    ids = [*stayed, *(record.pk for record, _ in different)]
    held = Record.objects.filter(pk__in=ids, edition=edition)
    left = set(held.select_for_update().order_by("pk").values_list("pk", flat=True))
    same = bell.changed(Record.objects.filter(pk__in=left.intersection(stayed)), edition=present)
    Rejudgement.objects.bulk_create(
        (
            Rejudgement(
                record=record,
                edition_from=edition,
                edition_to=present,
                before=_said(record),
                after=after,
            )
            for record, after in different
            if record.pk in left
        ),
        ignore_conflicts=True,
    )
    return Counter(stayed=same, differ=len(left) - same)


def _said(record: Record) -> dict[str, Any]:
    return {name: getattr(record, name) for name in COMPARED}


def _judged(record: Record) -> dict[str, Any]:
    """What the present edition says, in the same words; with a problem where it refuses."""
    try:
        finding = _finding(record)
    except Exception:  # a fault of ours in one record must not stop the others
        incident = uuid.uuid4().hex[:8]
        logger.exception("Incident %s: record %s, judged again", incident, record.pk)
        return {"verdict": "", "problem": {"message": f"Tilebook failed (incident {incident})."}}
    if finding.draft is None:
        return {"verdict": finding.verdict, "problem": finding.problem}
    return _said(finding.draft.record) | {"scores": _listed(finding.draft.record.scores)}


def _listed(scores: Any) -> list[int] | None:
    """Scores as the database gives them back."""
    return None if scores is None else list(scores)


def _finding(record: Record) -> judging.Finding:
    given = Fragment(record.format, bytes(record.original), f"record {record.pk}", 0, 1)
    return judging.judge_fragment(given, is_sample=record.is_sample)


def accept(*, rejudgement_id: int) -> Record:
    """Give the record what the present edition says of it. Raises NotAccepted."""
    row = Rejudgement.objects.select_related("record").get(pk=rejudgement_id)
    if not row.after["verdict"]:
        raise NotAccepted(f"{row}: the present edition could not judge it at all.")
    finding = _finding(row.record)
    if finding.draft is not None and finding.draft.record.edition != row.edition_to:
        raise NotAccepted(
            f"{row}: this was found by another edition than the site has now. Run rejudge, and "
            "decide about what it finds."
        )
    return _accept(row, finding)


@transaction.atomic
def _accept(row: Rejudgement, finding: judging.Finding) -> Record:
    try:
        draft = amending.storable(finding, record_id=row.record_id)
    except NotAmended as refusal:
        raise NotAccepted(
            f"{row}: {refusal} A record cannot be kept so: amend it, hide it or delete it."
        ) from refusal
    record = Record.objects.select_for_update().get(pk=row.record_id)
    if record.edition >= row.edition_to or record.revision != row.record.revision:
        raise NotAccepted(f"{row}: the record was changed meanwhile. Look at it again.")
    Rejudgement.objects.filter(pk=row.pk).update(accepted=True)
    return records.rewrite(record_id=record.pk, draft=draft)
