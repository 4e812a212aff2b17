"""A game lives in its folder: nothing else names it, and no folder knows another."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from archive import engines
from archive.engines import AnyEngine, policies
from tests.conftest import ROOT

GROUND = ROOT / "archive" / "engines"
FOLDERS = sorted(path.parent for path in GROUND.glob("*/__init__.py"))
REGISTRIES = {GROUND / "__init__.py", GROUND / "policies.py"}
OF_ANOTHER_SITE = ROOT / "archive" / "importers" / "garden_gate.py"
"""Garden Gate is one game's site; its form is read into that game's records."""
FILES = {
    *("__init__.py", "artwork.py", "checking.py", "header.py", "picture.py", "playing.py"),
    *("policy.py", "rules.py", "scoring.py", "state.py", "tables.py", "telling.py", "text.py"),
}


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def code(path: Path) -> str:
    """What a file does: Python without docstrings and comments, anything else as it is."""
    if path.suffix != ".py":
        return path.read_text()
    tree = ast.parse(path.read_text())
    for node in ast.walk(tree):
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant):
                child.value = ast.Constant(value=None)
    return ast.unparse(tree)


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_every_game_has_the_same_files(folder: Path) -> None:
    assert {path.name for path in folder.glob("*.py")} >= FILES


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_a_game_takes_nothing_from_another_and_the_ground_takes_nothing_from_it(
    folder: Path,
) -> None:
    name = f"archive.engines.{folder.name}"
    users = {
        path
        for path in GROUND.rglob("*.py")
        if folder not in path.parents
        and any(module == name or module.startswith(f"{name}.") for module in imported(path))
    }
    assert users == REGISTRIES


@pytest.mark.parametrize("engine", engines.all_engines(), ids=lambda engine: engine.slug)
def test_no_code_names_a_game(engine: AnyEngine) -> None:
    words = re.escape(engine.slug).replace(r"\-", "[-_ ]")
    named = re.compile(rf"(?<![\w.]){words}(?!\w)", re.IGNORECASE)
    folder = GROUND / engine.slug.replace("-", "_")
    assert folder in FOLDERS
    files = [
        path
        for place in ("archive", "analysis", "templates")
        for path in (ROOT / place).rglob("*.*")
        if path.suffix in {".py", ".html", ".css", ".js", ".svg"}
        and folder not in path.parents
        and path not in REGISTRIES | {OF_ANOTHER_SITE}
    ]
    assert len(files) > 200
    assert [str(path) for path in files if named.search(code(path))] == []


def test_every_game_has_a_sample_player_and_one_only() -> None:
    players = [policy.slug for policy in policies.all_policies()]
    assert players == [engine.slug for engine in engines.all_engines()]
