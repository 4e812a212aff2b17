"""The page and the document of the API, and the examples of its guide, which are run as they stand."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.contrib.auth.models import User
from django.test import Client
from pytest_django.live_server_helper import LiveServer

from archive.models import ImportBatch
from archive.rest.schema import document
from archive.services import accounts
from tests.analysis.desk import import_text, listening
from tests.archive.games import game
from tests.conftest import ROOT
from tests.services import unavailable

SITE = "https://tilebook.example"
GUIDE = (ROOT / "docs" / "api.md").read_text()


def example(language: str) -> str:
    found = re.findall(rf"```{language}\n(.*?)```", GUIDE, re.DOTALL)
    assert len(found) == 1
    assert SITE in found[0]
    return str(found[0])


@pytest.fixture
def site(live_server: LiveServer) -> str:
    """The address of a site with three records, indexed."""
    with listening() as desk:
        import_text(game("Ilse") + game("Tomo", "Ilse") + game("Hazel", "Renske"))
        desk.deliver()
    return str(live_server.url)


def test_the_curl_examples_of_the_guide_run(site: str, tmp_path: Path) -> None:
    if shutil.which("curl") is None:
        unavailable("There is no curl here: install it to run the examples of the guide.")
    token = accounts.make_token(user=User.objects.create_user("ilse"), name="curl")
    script = f"set -e\n{example('sh').replace(SITE, site)}"
    ran = subprocess.run(
        ["bash", "-c", script],
        cwd=tmp_path,
        env={**os.environ, "TILEBOOK_TOKEN": token},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    assert (tmp_path / "records.tgr").read_text().count("[Game ") == 2
    assert '"counts":{"valid":2}' in ran.stdout
    batch = ImportBatch.objects.latest("created")
    assert f'"url":"/api/v1/imports/{batch.pk}"' in ran.stdout
    assert (str(batch.owner), batch.visibility) == ("ilse", "private")


def test_the_python_example_of_the_guide_runs(site: str, tmp_path: Path) -> None:
    script = example("python").replace(SITE, site)
    ran = subprocess.run(
        [sys.executable, "-W", "error", "-c", script],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    lines = ran.stdout.splitlines()
    assert [line.split(" ", 1)[1] for line in lines[:3]] == [
        "Ilse – Guest of all *",
        "Tomo – Ilse *",
        "Hazel – Renske *",
    ]
    assert re.fullmatch(r"\S+ 3 None", lines[3])


def test_the_document_is_openapi_and_known_by_its_tag(client: Client) -> None:
    response = client.get("/api/v1/openapi.json")
    assert response.json()["openapi"] == "3.1.0"
    again = client.get("/api/v1/openapi.json", headers={"If-None-Match": response["ETag"]})
    assert again.status_code == 304


def test_the_page_shows_every_operation_and_every_shape(client: Client) -> None:
    page = client.get("/api/v1/docs").content.decode()
    found = document()
    for path, operations in found["paths"].items():
        assert path in page
        for operation in operations.values():
            assert f'id="{operation["operationId"].replace("_", "-")}"' in page
    leads = set(re.findall(r'href="#([\w-]+)"', page))
    assert leads <= set(re.findall(r' id="([\w-]+)"', page))
    assert "shape-Record" in leads


def test_every_operation_says_what_it_does_and_the_shape_of_its_problems() -> None:
    operations = [operation for path in document()["paths"].values() for operation in path.values()]
    assert len(operations) > 20
    for operation in operations:
        assert operation["summary"]
        assert operation["description"]
        assert "application/problem+json" in operation["responses"]["default"]["content"]


def test_the_document_says_how_one_says_who_one_is() -> None:
    found = document()
    schemes = found["components"]["securitySchemes"]
    assert (schemes["token"]["type"], schemes["token"]["scheme"]) == ("http", "bearer")
    assert schemes["session"]["in"] == "cookie"
    record = found["paths"]["/api/v1/records/{id}"]
    assert record["get"]["security"] == [{"token": []}, {"session": []}, {}]
    for method in ("put", "patch", "delete"):
        assert record[method]["security"] == [{"token": []}, {"session": []}]


def test_the_page_says_whether_importing_needs_an_account(
    client: Client, settings: LazySettings
) -> None:
    page = client.get("/api/v1/docs").content.decode()
    assert "Importing needs an account" in page
    assert 'href="/my/tokens"' in page
    settings.ANONYMOUS_UPLOADS = True
    assert "Importing is open to everybody" in client.get("/api/v1/docs").content.decode()


def test_the_root_of_the_api_leads_to_its_page(client: Client) -> None:
    assert client.get("/api/v1/")["Location"] == "/api/v1/docs"
