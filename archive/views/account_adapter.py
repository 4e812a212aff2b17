"""Where accounts ask the site: who counts as one visitor."""

from allauth.account.adapter import DefaultAccountAdapter
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from archive.rest.clients import login_address


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Accounts, whose attempts are counted by the same address."""

    def get_client_ip(self, request: HttpRequest) -> str:
        address = login_address(request)
        if address is None:
            raise PermissionDenied("The server does not say from where this request comes.")
        return address
