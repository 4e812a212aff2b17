"""Records: drafted in memory from a judgement, stored, rewritten, hidden, deleted."""

from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from archive import engines
from archive.engines.base import Facet
from archive.models import Record, RecordFacet, Seat, Visibility
from archive.notation import fingerprint, parse_date, write_tgr
from archive.notation.writer import ordered_tags
from archive.replay import Judgement, normal_record
from archive.services import bell, logbook, players, rows


@dataclass(frozen=True, slots=True)
class Draft:
    """A record that could be stored: its row, unsaved, and what will hang on it."""

    record: Record
    event: str
    seats: tuple[str, ...]
    facets: tuple[Facet, ...]


def draft(judgement: Judgement, *, is_sample: bool) -> Draft:
    """The rows of a record that is valid, contradictory or unverified."""
    read, normal = judgement.record, normal_record(judgement)
    engine = engines.get(read.game)
    if engine is None:
        raise LookupError(f"A record of {read.game!r} was judged, but no engine has that name.")
    date = parse_date(normal.tag("Date"))
    # The board is believed where it has something to say: an end, or none of the end that is claimed.
    by_board = judgement.outcome is not None or judgement.verdict == "contradictory"
    claimed_termination = normal.tag("Termination")
    record = Record(
        game=read.game,
        fingerprint=fingerprint(normal),
        original=read.original,
        format=read.format,
        text=write_tgr(normal),
        tags=[list(tag) for tag in ordered_tags(normal)],
        warnings=[asdict(remark) for remark in judgement.warnings],
        site=normal.tag("Site"),
        round=normal.tag("Round"),
        date_text=date.text,
        date_earliest=date.earliest,
        date_latest=date.latest,
        rules=judgement.setup.rules if judgement.setup else "",
        options=normal.tag("Options"),
        setup=normal.tag("Setup"),
        edition=engine.edition,
        verdict=judgement.verdict,
        plies=judgement.plies,
        result=judgement.result if by_board else judgement.claimed,
        termination=(judgement.termination or "") if by_board else claimed_termination,
        board_result=judgement.result,
        board_termination=judgement.termination or "",
        claimed_result=judgement.claimed,
        claimed_termination=claimed_termination,
        scores=judgement.scores,
        board=judgement.board,
        is_sample=is_sample,
    )
    facets = engine.facets(judgement.state) if judgement.state is not None else ()
    taken = judgement.setup.seats if judgement.setup else 0
    return Draft(record, normal.tag("Event"), normal.players()[:taken], facets)


@transaction.atomic
def store(*, drafts: Sequence[Draft]) -> list[Record]:
    """Store drafts that repeat no record, in few statements."""
    _name_events(drafts)
    stored = Record.objects.bulk_create(draft.record for draft in drafts)
    _hang(drafts)
    bell.ring(record.pk for record in stored)
    return stored


@transaction.atomic
def rewrite(*, record_id: int, draft: Draft) -> Record:
    """Give a record other content; its row, its address, its owner, its visibility and the links to
    it stay.

    What another edition thought of the old content, and nobody accepted, is dropped.
    """
    record = Record.objects.select_for_update().defer("original", "text").get(pk=record_id)
    draft.record.pk, draft.record.created = record.pk, record.created
    draft.record.visibility, draft.record.revision = record.visibility, record.revision + 1
    draft.record.owner_id = record.owner_id
    record.rejudgements.filter(accepted=False).delete()
    _name_events([draft])
    Seat.objects.filter(record=record).delete()
    RecordFacet.objects.filter(record=record).delete()
    draft.record.save(force_update=True)
    _hang([draft])
    bell.ring([record.pk])
    return draft.record


Ids = Collection[int] | QuerySet[Record, Any]
"""Numbers of records, or the question for them."""


@transaction.atomic
def set_visibility(*, record_ids: Ids, visibility: Visibility) -> int:
    """Show or hide records; how many were not so already."""
    others = Record.objects.filter(pk__in=record_ids).exclude(visibility=visibility)
    return bell.changed(others, visibility=visibility)


@transaction.atomic
def show_own(*, owner_id: int, record_ids: Collection[int], visibility: Visibility) -> int:
    """Show or hide some of an owner's records, and note it in the log of staff; others are left
    alone. What is withdrawn only staff bring back: they may be why it is."""
    mine = Record.objects.filter(pk__in=record_ids, owner=owner_id)
    others = mine.exclude(visibility__in=[visibility, Visibility.WITHDRAWN])
    chosen = list(others.only("pk", "game"))
    logbook.note(user_id=owner_id, records=chosen, words=seen_as(visibility))
    return set_visibility(record_ids=[record.pk for record in chosen], visibility=visibility)


def seen_as(visibility: Visibility) -> str:
    """What the log of staff says of such a change."""
    return f"Made {visibility.label.lower()}."


@transaction.atomic
def show(*, record_id: int, visibility: Visibility, revision: int) -> bool:
    """Show or hide a record as it is at this revision; False where it has changed since."""
    rows = Record.objects.select_for_update().filter(pk=record_id, revision=revision)
    if rows.values_list("pk").first() is None:
        return False
    set_visibility(record_ids=[record_id], visibility=visibility)
    return True


@transaction.atomic
def delete(*, record_ids: Ids) -> int:
    """Take records out of the archive for good, with their seats, facets and former texts; ledgers
    keep their items. How many there were."""
    rows = Record.objects.filter(pk__in=record_ids)
    gone = list(rows.order_by("pk").values_list("pk", flat=True))
    for start in range(0, len(gone), bell.LOT):
        Record.objects.filter(pk__in=gone[start : start + bell.LOT]).delete()
    bell.ring(gone)
    return len(gone)


def _name_events(drafts: Sequence[Draft]) -> None:
    events = players.events_named(draft.event for draft in drafts)
    for draft in drafts:
        draft.record.event_id = events.get(draft.event)


def _hang(drafts: Sequence[Draft]) -> None:
    people = players.named(name for draft in drafts for name in draft.seats)
    rows.insert(
        "archive_seat (record_id, number, name, player_id)",
        [
            (draft.record.pk, number, name, people.get(name))
            for draft in drafts
            for number, name in enumerate(draft.seats)
        ],
    )
    rows.insert(
        "archive_recordfacet (record_id, kind, seat, value, count)",
        [
            (draft.record.pk, facet.kind, facet.seat, facet.value, facet.count)
            for draft in drafts
            for facet in draft.facets
        ],
    )
