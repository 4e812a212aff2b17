"""Identities that one transaction at a time may decide about."""

from collections.abc import Iterable
from hashlib import blake2b

from django.db import connection


def hold(kind: str, names: Iterable[str]) -> None:
    """Hold these names of one kind until the transaction ends; others that want them wait.

    Sorted, so that two transactions cannot wait for each other; who holds several kinds takes them
    in the order: fingerprint, event, player. On SQLite the transaction itself is the lock.
    """
    if connection.vendor != "postgresql":
        return
    keys = sorted({_key(kind, name) for name in names})
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(key) FROM unnest(%s::bigint[]) AS key", [keys])


def _key(kind: str, name: str) -> int:
    digest = blake2b(f"{kind}/{name}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big", signed=True)
