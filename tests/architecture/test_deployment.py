"""The container files, read as a container engine would: none runs on the machines that test."""

import re
import shutil
import subprocess
import sys
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.core.management import get_commands

from tests.audit import Audit, read, verdict
from tests.conftest import ROOT

DOCKERFILE = (ROOT / "Dockerfile").read_text()
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text())
SERVICES: dict[str, Any] = COMPOSE["services"]
OURS = {name: service for name, service in SERVICES.items() if "build" in service}

pinned = re.compile(r"[\w./-]+:\d+\.\d+[\w.-]*")
variable = re.compile(r"\$\{(\w+)")


def instructions(word: str) -> list[str]:
    joined = DOCKERFILE.replace("\\\n", " ")
    return [
        line[len(word) :].strip() for line in joined.splitlines() if line.startswith(f"{word} ")
    ]


def test_the_dockerfile_passes_its_linter() -> None:
    hadolint = shutil.which("hadolint", path=str(Path(sys.executable).parent))
    assert hadolint
    run = subprocess.run(
        [hadolint, "Dockerfile"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stdout


def test_every_image_from_elsewhere_has_an_exact_version() -> None:
    bases = [given.partition("=")[2] for given in instructions("ARG") if given.startswith("BASE=")]
    images = [service["image"] for name, service in SERVICES.items() if name not in OURS]
    assert len(bases) == 1
    assert len(images) == 2
    assert not [image for image in (*bases, *images) if not pinned.fullmatch(image)]


def test_the_image_is_built_in_stages_and_runs_without_rights() -> None:
    assert [stage.split()[-1] for stage in instructions("FROM")] == ["build", "site"]
    assert instructions("USER") == ["10001"]
    last_stage = DOCKERFILE.rpartition("\nFROM ")[2]
    assert "\nUSER " in last_stage
    assert "\nHEALTHCHECK " in last_stage
    assert "--require-hashes" in DOCKERFILE


def test_what_comes_as_source_alone_may_be_built_in_the_image() -> None:
    """Of a package with wheels several files are pinned; pip finds none of the others, if it is told
    to take wheels only."""
    pinned = (ROOT / "requirements" / "base.txt").read_text()
    named = re.findall(r"^([\w.-]+)==.*\\\n((?:\s+--hash=\S+.*\n)+)", pinned, re.MULTILINE)
    alone = [name for name, files in named if files.count("--hash") == 1]
    assert len(named) > 30
    assert [f"--no-binary {name}" in DOCKERFILE for name in alone] == [True] * len(alone)


def test_what_the_image_copies_is_what_the_build_may_see() -> None:
    ignored = (ROOT / ".dockerignore").read_text().splitlines()
    seen = {line[1:] for line in ignored if line.startswith("!")}
    copied = {
        source
        for words in instructions("COPY")
        if not words.startswith("--from")
        for source in words.split()[:-1]
    }
    assert "*" in ignored
    assert copied == seen
    assert not [path for path in copied if not (ROOT / path).exists()]
    assert not [path for path in seen if fnmatch(path, "*.env*") or fnmatch(path, "var*")]


def test_the_site_is_made_of_the_pieces_that_the_guide_names() -> None:
    assert set(SERVICES) == {"migrate", "web", "worker", "beat", "database", "broker"}
    commands = [service["command"][0] for service in OURS.values()]
    assert not [command for command in commands if command not in get_commands()]


@pytest.mark.parametrize("name", OURS)
def test_a_piece_of_the_site_may_do_little(name: str) -> None:
    service = OURS[name]
    assert service["cap_drop"] == ["ALL"]
    assert service["read_only"] is True
    assert "user" not in service
    assert "privileged" not in service


@pytest.mark.parametrize("name", SERVICES)
def test_every_piece_is_watched_or_says_that_it_is_not(name: str) -> None:
    inherits = name == "web"
    assert inherits or "healthcheck" in SERVICES[name]


def test_no_secret_stands_in_the_container_files() -> None:
    both = DOCKERFILE + (ROOT / "compose.yaml").read_text()
    named = re.findall(r"^\s*\w*(?:SECRET_KEY|PASSWORD|TOKEN)\s*[:=]\s*(\S+)", both, re.MULTILINE)
    assert named
    assert not [value for value in named if not value.startswith("${")]
    assert not re.search(r"://[\w-]+:(?!\$\{)[^@\s]+@", both)


def test_only_the_proxy_of_this_machine_reaches_the_site_and_nobody_the_database() -> None:
    assert all(port.startswith("127.0.0.1:") for port in SERVICES["web"]["ports"])
    assert not [name for name in SERVICES if name != "web" and "ports" in SERVICES[name]]


@pytest.mark.parametrize("name", OURS)
def test_every_setting_of_the_file_env_reaches_each_piece(name: str) -> None:
    """Above all the mail server: without it nobody could confirm an account."""
    assert OURS[name]["env_file"] == [{"path": ".env", "required": False}]
    guide = (ROOT / "docs" / "operations.md").read_text()
    given = guide.partition("write a file `.env`")[2].split("```")[1]
    needed = set(re.findall(r"\$\{(\w+):\?", (ROOT / "compose.yaml").read_text())) | {"EMAIL_URL"}
    assert needed <= set(re.findall(r"^(\w+)=", given, re.MULTILINE))


def test_every_variable_of_the_container_files_is_documented() -> None:
    guide = (ROOT / "docs" / "operations.md").read_text()
    named = set(variable.findall((ROOT / "compose.yaml").read_text()))
    assert not [name for name in named if f"| `{name}` |" not in guide]


HOLE = '{"dependencies": [{"name": "a", "version": "1", "vulns": [{"id": "X-1", "fix_versions": ["2"]}]}]}'
SOUND = '{"dependencies": [{"name": "a", "version": "1", "vulns": []}]}'
UNKNOWN = '{"dependencies": [{"name": "a", "skip_reason": "not found"}]}'


def test_a_known_hole_fails_the_audit_and_is_named() -> None:
    assert read(HOLE) == Audit(["a 1: X-1, mended in 2"], asked=1, silent=0)
    assert not verdict(read(HOLE), is_required=False)[0]
    assert verdict(read(SOUND), is_required=True)[0]


def test_an_index_that_knows_no_holes_is_not_taken_for_a_clean_bill() -> None:
    passes, words = verdict(read(UNKNOWN), is_required=False)
    assert passes
    assert "NOT be audited" in words
    assert not verdict(read(UNKNOWN), is_required=True)[0]
