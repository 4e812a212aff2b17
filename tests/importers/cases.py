"""The awkward files of the conformance set, as bytes."""

import json
from pathlib import Path
from typing import Any

from tests.conftest import CONFORMANCE

FOLDER: Path = CONFORMANCE / "import"
Case = dict[str, Any]


def cases() -> list[Case]:
    manifest = FOLDER / "manifest.json"
    found: list[Case] = json.loads(manifest.read_text()) if manifest.exists() else []
    return found


def name(case: Case) -> str:
    return str(case["file"] or case["file_name"])


def content(case: Case) -> bytes:
    if case["file"] is not None:
        return (FOLDER / str(case["file"])).read_bytes()
    return b"".join(map(_part, case["generate"]["parts"]))


def _part(part: Case) -> bytes:
    text, times = str(part["text"]), int(part.get("times", 1))
    if "<<" not in text:
        return text.encode() * times
    first, step = part.get("from", 0), part.get("step", 1)
    numbers = range(first, first + times * step, step)
    return "".join(
        text.replace("<<i>>", str(number)).replace("<<i+1>>", str(number + 1)) for number in numbers
    ).encode()


def expected(case: Case) -> list[Case]:
    entries: list[Case] = case["expect"]
    return entries * int(case.get("expect_repeat", 1))
