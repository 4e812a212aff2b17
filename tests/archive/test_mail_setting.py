"""The address of the mail server, as the environment gives it."""

import pytest

from archive.config.env import Mail, WrongSettingError, env_email


@pytest.mark.parametrize(
    ("given", "mail"),
    [
        ("", Mail()),
        ("smtp://relay", Mail("relay", 25)),
        (
            "smtp+tls://me%40here:a%2Fb@mail.example:2525",
            Mail("mail.example", 2525, "me@here", "a/b", starts_tls=True),
        ),
        ("smtps://mail.example", Mail("mail.example", 465, is_tls=True)),
    ],
)
def test_a_mail_server_is_named_by_its_address(
    monkeypatch: pytest.MonkeyPatch, given: str, mail: Mail
) -> None:
    monkeypatch.setenv("EMAIL_URL", given)
    assert env_email("EMAIL_URL") == mail


@pytest.mark.parametrize("given", ["mail.example", "http://mail.example", "smtp://", "smtp://a:b"])
def test_what_names_none_stops_the_start(monkeypatch: pytest.MonkeyPatch, given: str) -> None:
    monkeypatch.setenv("EMAIL_URL", given)
    with pytest.raises(WrongSettingError, match="Environment variable EMAIL_URL"):
        env_email("EMAIL_URL")
