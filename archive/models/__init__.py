"""The rows of the archive: records and their people, accounts, and the ledger of every import."""

from archive.models.accounts import ApiToken, Claim, ClaimStatus
from archive.models.imports import (
    BatchStatus,
    BugNote,
    ImportBatch,
    ImportItem,
    ItemStatus,
    Upload,
    UploadChunk,
)
from archive.models.people import NAME_LENGTH, Event, HiddenName, Player, PlayerName
from archive.models.records import (
    Record,
    RecordFacet,
    RecordVersion,
    Rejudgement,
    Seat,
    Verdict,
    Visibility,
)

__all__ = [
    "NAME_LENGTH",
    "ApiToken",
    "BatchStatus",
    "BugNote",
    "Claim",
    "ClaimStatus",
    "Event",
    "HiddenName",
    "ImportBatch",
    "ImportItem",
    "ItemStatus",
    "Player",
    "PlayerName",
    "Record",
    "RecordFacet",
    "RecordVersion",
    "Rejudgement",
    "Seat",
    "Upload",
    "UploadChunk",
    "Verdict",
    "Visibility",
]
