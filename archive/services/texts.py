"""Texts that any database takes: PostgreSQL has no NUL, and UTF-8 no lone surrogates.

Only labels and quotations of what was refused need this; a stored record holds neither.
"""

from typing import Any


def storable(text: str) -> str:
    return text.replace("\0", "␀").encode(errors="replace").decode()


def storable_json(fields: dict[str, Any]) -> dict[str, Any]:
    """The fields with their texts storable."""
    return {
        name: storable(value) if isinstance(value, str) else value for name, value in fields.items()
    }
