"""How often one may ask, by who one is. The rates stand in the settings."""

from typing import Any

from django.conf import settings
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle

from archive.rest.clients import login_address
from archive.selectors.visible import is_staff


class RoleThrottle(SimpleRateThrottle):
    """Visitors are told apart by their addresses, the others by their accounts."""

    def __init__(self) -> None:
        """The rate depends on who asks, so it is read when somebody does."""

    def allow_request(self, request: Request, view: Any) -> bool:
        self.scope = _role(request)
        self.rate = settings.API_RATES[self.scope]
        self.num_requests, self.duration = self.parse_rate(self.rate)
        return super().allow_request(request, view)

    def get_cache_key(self, request: Request, view: Any) -> str:
        """Behind proxies that the site trusts, the address is the one that they tell."""
        is_known = request.user is not None and request.user.is_authenticated
        ident = request.user.pk if is_known else login_address(request._request)  # noqa: SLF001 (its own headers are asked)
        return f"throttle:{self.scope}:{ident}"


class WrongTokenThrottle(SimpleRateThrottle):
    """Counts tokens from one address that are not known.

    One that is known is not counted, and is taken whatever comes from its neighbours: a token is
    far too long to be guessed, so this spares the site and keeps nobody out.
    """

    scope = "wrong-token"

    def __init__(self) -> None:
        self.rate = settings.API_RATES["wrong token"]
        super().__init__()

    def allow_request(self, request: Request, view: Any = None) -> bool:
        """Counts one, and says whether there may be more: no view is asked yet."""
        return super().allow_request(request, view)

    def get_cache_key(self, request: Request, view: Any) -> str:
        return f"throttle:{self.scope}:{login_address(request._request)}"  # noqa: SLF001 (as above)


def _role(request: Request) -> str:
    if not request.user or not request.user.is_authenticated:
        return "anonymous"
    return "staff" if is_staff(request.user) else "user"
