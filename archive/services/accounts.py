"""What accounts do: say who plays under a name, make and take back keys, and go."""

import hashlib
import logging
import secrets
from datetime import timedelta
from typing import Final

from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.db import IntegrityError, transaction
from django.utils import timezone

from archive.models import ApiToken, Claim, ClaimStatus, Player, Record, Visibility
from archive.services import records

KEY_BEGINS: Final = "tile_"
KEY_BYTES: Final = 32
MOST_TOKENS: Final = 20
NOTED_EVERY: Final = timedelta(minutes=1)
"""So often at most is it written down that a token was used."""


logger = logging.getLogger(__name__)


class Refused(Exception):
    """This is not done; the message says why, and what to do."""


# Who plays under a name


def claim(*, user: User, player: Player, reason: str) -> Claim:
    """Say that a player is this person. Asked again, it is the same claim."""
    made, _ = Claim.objects.get_or_create(user=user, player=player, defaults={"reason": reason})
    return made


@transaction.atomic
def decide(*, claim_id: int, status: ClaimStatus) -> Claim:
    """What staff say to a claim. A player is one person: raises Refused where another is he."""
    held = Claim.objects.select_for_update().get(pk=claim_id)
    held.status, held.decided = status, timezone.now()
    try:
        with transaction.atomic():
            held.save(update_fields=["status", "decided"])
    except IntegrityError:
        raise Refused(
            f"Another account is {held.player} already. Refuse that claim first, or this one."
        ) from None
    return held


def withdraw_claim(*, user: User, claim_id: int) -> bool:
    gone, _ = Claim.objects.filter(pk=claim_id, user=user).delete()
    return bool(gone)


# Keys of programs


def make_token(*, user: User, name: str) -> str:
    """A new key, in the only moment in which anybody sees it whole. Raises Refused."""
    if ApiToken.objects.filter(user=user).count() >= MOST_TOKENS:
        raise Refused(f"You have {MOST_TOKENS} tokens already. Revoke one that is not used.")
    text = KEY_BEGINS + secrets.token_urlsafe(KEY_BYTES)
    ApiToken.objects.create(
        user=user, name=name, prefix=text[: len(KEY_BEGINS) + 6], digest=digest_of(text)
    )
    return text


def revoke_token(*, user: User, token_id: int) -> bool:
    gone, _ = ApiToken.objects.filter(pk=token_id, user=user).delete()
    return bool(gone)


def token_of(text: str) -> ApiToken | None:
    """The key of an account that may still act, its use noted."""
    held = ApiToken.objects.select_related("user").filter(digest=digest_of(text)).first()
    if held is None or not held.user.is_active:
        return None
    now = timezone.now()
    if held.last_used is None or now - held.last_used > NOTED_EVERY:
        ApiToken.objects.filter(pk=held.pk).update(last_used=now)
    return held


def digest_of(text: str) -> str:
    """A key is random and long, so that one round of a fast digest cannot be undone."""
    return hashlib.sha256(text.encode(errors="replace")).hexdigest()


# Going


def forget_sessions() -> int:
    """Take away the sessions that have run out: nobody else does."""
    gone, _ = Session.objects.filter(expire_date__lt=timezone.now()).delete()
    return gone


@transaction.atomic
def delete_account(*, user: User, withdraws: bool) -> None:
    """Delete an account with its imports, claims and keys. Raises Refused.

    Its records are withdrawn, or else stay without an owner; then private ones, which nobody else
    has ever seen, are deleted.
    """
    if user.is_staff:
        raise Refused("The accounts of staff are closed in the back room, by other staff.")
    if any(batch.is_open for batch in user.imports.all()):
        raise Refused("An import of yours still runs. Cancel it or wait for its end, then go.")
    mine = Record.objects.filter(owner=user)
    number = user.pk
    if withdraws:
        gone = records.set_visibility(record_ids=mine.values("pk"), visibility=Visibility.WITHDRAWN)
    else:
        private = mine.filter(visibility=Visibility.PRIVATE)
        gone = records.delete(record_ids=private.values("pk"))
    what = "withdrawn" if withdraws else "deleted"
    logger.info("Account %d is deleted by its owner, with %d records %s.", number, gone, what)
    user.delete()
