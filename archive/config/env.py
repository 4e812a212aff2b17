"""Readers of the environment that refuse nonsense: a wrong value stops the start with a sentence."""

import os
import secrets
from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from urllib.parse import unquote, urlsplit


class WrongSettingError(SystemExit):
    """The site cannot start with this environment."""

    def __init__(self, name: str, sentence: str) -> None:
        super().__init__(f"Environment variable {name}: {sentence}")


def env_text(name: str, default: str) -> str:
    return os.environ.get(name, "").strip() or default


def env_bool(name: str, *, default: bool) -> bool:
    text = env_text(name, "1" if default else "0").lower()
    if text in {"1", "true", "yes", "on"}:
        return True
    if text in {"0", "false", "no", "off"}:
        return False
    raise WrongSettingError(name, f"{text!r} is neither yes (1) nor no (0).")


def env_int(name: str, default: int, *, least: int = 0) -> int:
    text = env_text(name, str(default))
    try:
        number = int(text)
    except ValueError:
        raise WrongSettingError(name, f"{text!r} is not a whole number.") from None
    if number < least:
        raise WrongSettingError(name, f"{number} is below the least, {least}.")
    return number


def env_rate(name: str, default: str) -> str:
    """So many requests a time: ``120/min``."""
    text = env_text(name, default)
    count, slash, period = text.partition("/")
    if not slash or not count.isdigit() or period not in {"sec", "min", "hour", "day"}:
        raise WrongSettingError(name, f"{text!r} is no rate, as 120/min or 5000/day is.")
    return text


def env_list(name: str, default: str) -> list[str]:
    return [item.strip() for item in env_text(name, default).split(",") if item.strip()]


def env_choice(name: str, default: str, *, among: tuple[str, ...]) -> str:
    text = env_text(name, default).lower()
    if text not in among:
        raise WrongSettingError(name, f"{text!r} is none of {', '.join(among)}.")
    return text


def env_networks(name: str, default: str) -> list[IPv4Network | IPv6Network]:
    """Addresses and networks: ``127.0.0.1, 10.0.0.0/8``."""
    try:
        return [ip_network(item) for item in env_list(name, default)]
    except ValueError as error:
        raise WrongSettingError(name, f"{error}.") from None


def env_secret(name: str, keep_in: Path) -> str:
    """The secret given, or one made once and kept in a file, and a folder, that only this user can
    read: beside it lies the database where that is SQLite.

    A made secret serves one machine. Several machines must be given the same one.
    """
    given = env_text(name, "")
    if given:
        if len(given) < 50:
            raise WrongSettingError(name, "a secret has at least 50 characters.")
        return given
    if not keep_in.exists():
        keep_in.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        try:
            handle = os.open(keep_in, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError:
            return env_secret(name, keep_in)
        with os.fdopen(handle, "w") as file:
            file.write(secrets.token_urlsafe(64))
    return keep_in.read_text()


@dataclass(frozen=True, slots=True)
class Mail:
    """A server that sends mail; ``host`` is "" where there is none. ``starts_tls``: a plain
    connection that turns into TLS; ``is_tls``: TLS from the first byte."""

    host: str = ""
    port: int = 25
    user: str = ""
    password: str = ""
    starts_tls: bool = False
    is_tls: bool = False


MAIL_PORTS = {"smtp": 25, "smtp+tls": 587, "smtps": 465}


def env_email(name: str) -> Mail:
    """``smtp+tls://user:password@host:587`` and the like; what is special in a password is quoted
    as in any address."""
    text = env_text(name, "")
    if not text:
        return Mail()
    try:
        parts = urlsplit(text)
        port = parts.port or MAIL_PORTS.get(parts.scheme, 0)
    except ValueError:
        raise WrongSettingError(name, "this is no address of a server.") from None
    if parts.scheme not in MAIL_PORTS or not parts.hostname:
        raise WrongSettingError(
            name, "the address of a mail server begins with smtp://, smtp+tls:// or smtps://."
        )
    return Mail(
        host=parts.hostname,
        port=port,
        user=unquote(parts.username or ""),
        password=unquote(parts.password or ""),
        starts_tls=parts.scheme == "smtp+tls",
        is_tls=parts.scheme == "smtps",
    )
