"""What another edition of an engine says otherwise, in words."""

from typing import Any, Final

from archive.models import Rejudgement

LONG: Final = frozenset({"board", "fingerprint"})
"""Values that say nothing to people when they stand side by side in a line."""


def differences(row: Rejudgement) -> list[str]:
    """Lines such as "verdict: valid → illegal"; the reason last, where the record is refused."""
    changed = [
        _words(name, row.before.get(name), after)
        for name, after in row.after.items()
        if name != "problem" and row.before.get(name) != after
    ]
    problem = row.after.get("problem")
    return [*changed, problem["message"]] if problem else changed


def _words(name: str, before: Any, after: Any) -> str:
    if name in LONG:
        return f"another {name}"
    return f"{name}: {_value(before)} → {_value(after)}"


def _value(value: Any) -> str:
    return "none" if value in (None, "") else str(value)
