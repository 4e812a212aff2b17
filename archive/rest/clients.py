"""Who asks: the address behind the proxies that the site trusts."""

from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address

from django.conf import settings
from django.http import HttpRequest

Address = IPv4Address | IPv6Address


def client_address(request: HttpRequest) -> Address | None:
    """The nearest address that is no trusted proxy; None where the server names none.

    Each proxy adds to X-Forwarded-For whom it heard, so the list is read from its end, and only as
    far as those who wrote it are trusted: what a visitor puts there himself is never reached.
    """
    seen = _read(request.META.get("REMOTE_ADDR", ""))
    for hop in reversed(request.META.get("HTTP_X_FORWARDED_FOR", "").split(",")):
        before = _read(hop)
        if seen is None or before is None or not _is_trusted(seen):
            break
        seen = before
    return seen


def comes_from_trusted_proxy(request: HttpRequest) -> bool:
    peer = _read(request.META.get("REMOTE_ADDR", ""))
    return peer is not None and _is_trusted(peer)


def login_address(request: HttpRequest) -> str | None:
    """What counts as one visitor, who tries passwords or asks the API: an IPv6 line has 2^64
    addresses."""
    address = client_address(request)
    if isinstance(address, IPv6Address):
        return str(IPv6Network((address, 64), strict=False).network_address)
    return str(address) if address else None


def _read(text: str) -> Address | None:
    try:
        address = ip_address(text.strip())
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def _is_trusted(address: Address) -> bool:
    return any(address in network for network in settings.TRUSTED_PROXIES)
