"""One record in memory: read, judged, and made a draft of rows. No row is read or written here."""

from dataclasses import asdict, dataclass
from typing import Any

from archive.importers import Fragment, parse
from archive.models import BugNote, ImportBatch, ImportItem, Verdict
from archive.replay import judge
from archive.selectors.imports import fragment
from archive.services import records
from archive.services.texts import storable_json


@dataclass(frozen=True, slots=True)
class Finding:
    """What a text turned out to be: a draft to store, or the problem for which it is rejected.
    ``note``: what staff should know, where the fault is the site's."""

    verdict: str
    draft: records.Draft | None
    problem: dict[str, Any] | None
    warnings: list[dict[str, Any]]
    note: BugNote | None = None


def judge_item(item: ImportItem, *, is_sample: bool) -> Finding:
    return judge_fragment(fragment(item), is_sample=is_sample)


def of_batch(finding: Finding, batch: ImportBatch) -> Finding:
    """The finding with its draft owned and seen as the import says."""
    if finding.draft is not None:
        finding.draft.record.owner_id = batch.owner_id
        finding.draft.record.visibility = batch.visibility
    return finding


def judge_fragment(given: Fragment, *, is_sample: bool) -> Finding:
    judgement = judge(parse(given))
    stands = judgement.verdict in Verdict.values
    return Finding(
        verdict=judgement.verdict,
        draft=records.draft(judgement, is_sample=is_sample) if stands else None,
        problem=storable_json(asdict(judgement.problem)) if judgement.problem else None,
        warnings=[storable_json(asdict(remark)) for remark in judgement.warnings],
    )
