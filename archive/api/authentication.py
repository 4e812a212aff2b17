"""Who asks the API: the owner of a token, or the reader of the site who has logged in."""

from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import (
    BaseAuthentication,
    SessionAuthentication,
    get_authorization_header,
)
from rest_framework.exceptions import AuthenticationFailed, Throttled
from rest_framework.request import Request

from archive.models import ApiToken
from archive.rest.throttles import WrongTokenThrottle
from archive.services import accounts

KEYWORD = "bearer"


class ByToken(BaseAuthentication):
    """``Authorization: Bearer tile_…``. A token that is not known, or no longer, is an error."""

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        words = get_authorization_header(request).split()
        if not words or words[0].lower() != KEYWORD.encode():
            return None
        if len(words) != 2:
            raise AuthenticationFailed("Send one token: Authorization: Bearer tile_…")
        token = accounts.token_of(words[1].decode(errors="replace"))
        if token is None:
            _count_wrong(request)
            raise AuthenticationFailed("This token is not known. It may have been revoked.")
        return token.user, token

    def authenticate_header(self, _request: Request) -> str:
        return KEYWORD.capitalize()


def _count_wrong(request: Request) -> None:
    """Raises Throttled where an address sends many wrong tokens, as a program does in a loop."""
    throttle = WrongTokenThrottle()
    if not throttle.allow_request(request):
        raise Throttled(throttle.wait(), "These tokens are not known. Stop sending them.")


class BySession(SessionAuthentication):
    """The session of a reader who has one; nobody else's is looked for."""

    def authenticate(self, request: Request) -> tuple[User, None] | None:
        if settings.SESSION_COOKIE_NAME not in request.COOKIES:
            return None
        return super().authenticate(request)


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """A token in the document."""

    target_class = ByToken
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:  # noqa: ARG002 (the signature of the base)
        words = (
            "A token that an account makes for itself under “Yours”. It may do what its owner may."
        )
        return {"type": "http", "scheme": KEYWORD, "description": words}


class SessionScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """A session in the document."""

    target_class = BySession
    name = "session"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:  # noqa: ARG002 (the signature of the base)
        words = (
            "The session of a browser. What changes something sends its CSRF token in X-CSRFToken."
        )
        place = {"in": "cookie", "name": settings.SESSION_COOKIE_NAME}
        return {"type": "apiKey", **place, "description": words}
