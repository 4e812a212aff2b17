"""What the archive holds, in a few lines that can be compared: a digest of each table.

The same rows have the same digest on PostgreSQL and on SQLite.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from django.apps import apps
from django.db.models import Model

KEPT_APPS = ("archive", "auth")
"""What cannot be made again; the index can, and sessions need not."""


@dataclass(frozen=True, slots=True)
class Digest:
    table: str
    rows: int
    sha256: str

    def __str__(self) -> str:
        return f"{self.sha256} {self.table} ({self.rows} rows)"


def digests() -> Iterator[Digest]:
    for app in KEPT_APPS:
        for model in apps.get_app_config(app).get_models(include_auto_created=True):
            yield _digest(model)


def _digest(model: type[Model]) -> Digest:
    columns = [field.attname for field in model._meta.concrete_fields]  # noqa: SLF001 (the documented way to a model's fields)
    total, rows = sha256(), 0
    for row in model._default_manager.order_by("pk").values_list(*columns).iterator(500):  # noqa: SLF001 (as above)
        rows += 1
        total.update(json.dumps([*map(_plain, row)], sort_keys=True, default=str).encode())
    return Digest(model._meta.db_table, rows, total.hexdigest())  # noqa: SLF001 (as above)


def _plain(value: Any) -> Any:
    """Bytes come in three types; JSON keeps none of them."""
    return bytes(value).hex() if isinstance(value, bytes | bytearray | memoryview) else value
