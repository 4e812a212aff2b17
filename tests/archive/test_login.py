"""Guessing passwords of the back room."""

from collections.abc import Callable
from typing import Any

import pytest
from axes.models import AccessAttempt
from django.contrib.auth.models import User
from django.test import Client
from pytest_django import Settings

from archive.config.env import env_networks

PASSWORD = "a long enough pass-phrase"  # noqa: S105 (of a test)
Login = Callable[..., Any]


@pytest.fixture
def log_in(client: Client, db: None) -> Login:
    User.objects.create_superuser("keeper", password=PASSWORD)

    def tried(password: str, address: str = "192.0.2.7", **headers: Any) -> Any:
        form = {"username": "keeper", "password": password}
        return client.post("/admin/login/?next=/admin/", form, REMOTE_ADDR=address, **headers)

    return tried


def test_the_right_password_opens_the_back_room(log_in: Login) -> None:
    assert log_in("wrong").status_code == 200
    answer = log_in(PASSWORD)
    assert (answer.status_code, answer["Location"]) == (302, "/admin/")


def test_after_some_wrong_passwords_the_address_is_shut_out_even_with_the_right_one(
    log_in: Login, settings: Settings
) -> None:
    for _ in range(settings.AXES_FAILURE_LIMIT - 1):
        assert log_in("wrong").status_code == 200
    refused = log_in("wrong")
    assert refused.status_code == 429
    assert "Too many wrong passwords" in refused.content.decode()
    assert refused["Retry-After"] == "900"
    assert log_in(PASSWORD).status_code == 429


def test_another_address_still_gets_in(log_in: Login, settings: Settings) -> None:
    for _ in range(settings.AXES_FAILURE_LIMIT):
        log_in("wrong")
    assert log_in(PASSWORD, "198.51.100.1").status_code == 302


def test_behind_a_proxy_a_stranger_shuts_out_himself_alone(
    log_in: Login, settings: Settings
) -> None:
    settings.TRUSTED_PROXIES = env_networks("UNSET", "10.0.0.2")
    for _ in range(settings.AXES_FAILURE_LIMIT):
        log_in("wrong", "10.0.0.2", HTTP_X_FORWARDED_FOR="203.0.113.9")
    assert log_in(PASSWORD, "10.0.0.2", HTTP_X_FORWARDED_FOR="203.0.113.9").status_code == 429
    forged = "198.51.100.1, 203.0.113.9"
    assert log_in(PASSWORD, "10.0.0.2", HTTP_X_FORWARDED_FOR=forged).status_code == 429
    assert log_in(PASSWORD, "10.0.0.2", HTTP_X_FORWARDED_FOR="198.51.100.1").status_code == 302


def test_no_password_is_kept_of_a_failed_try(log_in: Login) -> None:
    log_in("nearly the pass-phrase")
    kept = AccessAttempt.objects.get()
    assert "nearly" not in f"{kept.get_data}{kept.post_data}"
