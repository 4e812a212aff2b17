"""Who asks the API: the owner of a token, or the reader of the site who has logged in."""

from django.conf import settings
from django.contrib.auth.models import User
from rest_framework.authentication import (
    BaseAuthentication,
    SessionAuthentication,
    get_authorization_header,
)
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from archive.models import ApiToken
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
            raise AuthenticationFailed("This token is not known. It may have been revoked.")
        return token.user, token

    def authenticate_header(self, _request: Request) -> str:
        return KEYWORD.capitalize()


class BySession(SessionAuthentication):
    """The session of a reader who has one; nobody else's is looked for."""

    def authenticate(self, request: Request) -> tuple[User, None] | None:
        if settings.SESSION_COOKIE_NAME not in request.COOKIES:
            return None
        return super().authenticate(request)
