"""What an account may do, and what is its own."""

from dataclasses import dataclass
from typing import Any, Final

from django.conf import settings
from django.contrib.auth.models import User
from django.db.models import QuerySet

from archive.models import ApiToken, Claim, ClaimStatus, ImportBatch, Record
from archive.selectors.visible import Reader

LATEST_IMPORTS: Final = 20


def may_upload(reader: Reader) -> bool:
    return bool(settings.ANONYMOUS_UPLOADS) or (reader.is_authenticated and reader.is_active)


@dataclass(frozen=True, slots=True)
class ClaimedPlayer:
    """A player whom somebody claims to be, and whether staff have said so."""

    claim: Claim
    is_confirmed: bool


def called(name: str) -> User | None:
    """The account of an e-mail address, or else of a name."""
    by_address = User.objects.filter(email__iexact=name).first() if name else None
    return by_address or User.objects.filter(username=name).first()


def records_of(user: User) -> QuerySet[Record]:
    """Everything that somebody brought, whoever may see it."""
    return Record.objects.filter(owner=user)


def imports_of(user: User) -> QuerySet[ImportBatch]:
    mine = ImportBatch.objects.filter(owner=user).prefetch_related("uploads")
    return mine.order_by("-created")[:LATEST_IMPORTS]


def claims_of(user: User) -> list[ClaimedPlayer]:
    claims = Claim.objects.filter(user=user).select_related("player").order_by("-id")
    return [ClaimedPlayer(claim, claim.status == ClaimStatus.CONFIRMED) for claim in claims]


def players_of(user: User) -> list[int]:
    """The players whom somebody is, as staff have confirmed."""
    confirmed = Claim.objects.filter(user=user, status=ClaimStatus.CONFIRMED)
    return list(confirmed.values_list("player_id", flat=True))


def data_of(user: User) -> dict[str, Any]:
    """What is kept of an account, apart from its records, to be taken along."""
    return {
        "email": user.email,
        "joined": user.date_joined,
        "last_login": user.last_login,
        "plays_as": [
            {"name": claim.player.name, "status": claim.status, "reason": claim.reason}
            for claim in Claim.objects.filter(user=user).select_related("player")
        ],
        "imports": list(
            ImportBatch.objects.filter(owner=user)
            .order_by("created")
            .values("id", "created", "visibility", "received", "stored", "duplicate", "rejected")
        ),
        "tokens": list(tokens_of(user).values("name", "prefix", "created", "last_used")),
        "records": list(
            records_of(user).order_by("pk").values("id", "game", "visibility", "created")
        ),
    }


def tokens_of(user: User) -> QuerySet[ApiToken]:
    return ApiToken.objects.filter(user=user).order_by("-id")
