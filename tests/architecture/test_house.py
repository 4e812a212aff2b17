"""The house keeps its own rules: imports, migrations, addresses, and no word to another host."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import call_command
from django.urls import URLPattern, URLResolver, get_resolver

from tests.conftest import ROOT

PAGES = sorted(ROOT.glob("templates/**/*.*"))
STATIC = sorted(
    path for path in ROOT.glob("*/static/**/*") if path.suffix in {".css", ".js", ".svg"}
)
TOP = {
    *("manage.py", "pyproject.toml", "archive", "analysis", "templates", "tests", "requirements"),
    *("README.md", "LICENSE", "CHANGELOG.md", "CONTRIBUTING.md", "Makefile", "docs"),
    *("Dockerfile", "compose.yaml"),
    *("var", "static-root"),  # made by running the site; git ignores them
}

url_tag = re.compile(r"""\{%\s*url\s+['"]([^'"]+)['"]""")
# What makes a browser fetch: a link for people (<a href>) does not.
foreign_fetch = re.compile(
    r"""<(?!a\b)\w+\b[^>]*?\b(?:src|srcset|href|data|poster|action|hx-\w+)\s*=\s*["']?\s*(?:https?:)?//"""
    r"""|url\(\s*["']?(?:https?:)?//"""
    r"""|@import\s+["'](?:https?:)?//"""
    r"""|(?:fetch|import|open|WebSocket|EventSource|Worker)\(\s*["'`](?:https?:|wss?:)?//""",
    re.IGNORECASE,
)


def url_names(resolver: URLResolver, prefix: str = "") -> Iterator[str]:
    for entry in resolver.url_patterns:
        if isinstance(entry, URLPattern):
            if entry.name:
                yield prefix + entry.name
        else:
            yield from url_names(
                entry, f"{prefix}{entry.namespace}:" if entry.namespace else prefix
            )


def test_imports_keep_the_contracts() -> None:
    # Not in this process: it would silence every logger there is, and tests after it read logs.
    linter = Path(sys.executable).with_name("lint-imports")
    run = subprocess.run(
        [linter, "--no-cache"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stdout + run.stderr


@pytest.mark.django_db
def test_every_change_of_a_model_has_its_migration() -> None:
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)


def test_the_top_level_holds_nothing_new() -> None:
    assert {path.name for path in ROOT.iterdir() if not path.name.startswith(".")} <= TOP


def test_every_setting_from_the_environment_is_documented() -> None:
    settings = (ROOT / "archive" / "config" / "settings.py").read_text()
    documented = (ROOT / "docs" / "operations.md").read_text()
    named = re.findall(
        r"""env_(?:text|bool|email|int|list|rate|secret|choice|networks)\(\s*"(\w+)\"""", settings
    )
    assert named
    assert not [name for name in named if f"| `{name}` |" not in documented]


@pytest.mark.parametrize("page", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_address_that_a_template_names_exists(page: Path) -> None:
    named = set(url_tag.findall(page.read_text()))
    assert named <= set(url_names(get_resolver()))


@pytest.mark.parametrize("page", [*PAGES, *STATIC], ids=lambda path: str(path.relative_to(ROOT)))
def test_no_page_loads_from_another_host(page: Path) -> None:
    assert not [match.group() for match in foreign_fetch.finditer(page.read_text())]


@pytest.mark.parametrize(
    "text",
    [
        '<script src="https://cdn.example/x.js"></script>',
        "<link rel=stylesheet href=//cdn.example/x.css>",
        '<img alt="" src="http://example.org/x.png">',
        "a { background: url(https://example.org/x.png) }",
        '@import "https://example.org/x.css";',
        'fetch("https://example.org/api")',
    ],
)
def test_a_load_from_another_host_would_be_seen(text: str) -> None:
    assert foreign_fetch.search(text)


@pytest.mark.parametrize(
    "text",
    [
        '<a href="https://skudpaisho.com/">the game</a>',
        '<svg xmlns="http://www.w3.org/2000/svg">',
        '<img alt="" src="/static/x.png">',
        "a { background: url(x.png) }",
    ],
)
def test_a_link_for_people_is_no_load(text: str) -> None:
    assert not foreign_fetch.search(text)
