"""The account that a site on one machine comes with, so that importing can be tried at once."""

import os
import secrets
from pathlib import Path
from typing import Final

from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.db import transaction

EMAIL: Final = "demo@example.org"


def demo_password(keep_in: Path) -> str:
    """The password of the demo account, made once for each site and kept in a file that only this
    user can read; "" where the account was changed or deleted since."""
    if not keep_in.exists():
        return _make(keep_in)
    password = keep_in.read_text().strip()
    demo = User.objects.filter(email=EMAIL).first()
    return password if demo is not None and demo.check_password(password) else ""


@transaction.atomic
def _make(keep_in: Path) -> str:
    if User.objects.filter(email=EMAIL).exists():
        return ""
    password = secrets.token_urlsafe(9)
    user = User.objects.create_user("demo", EMAIL, password)
    EmailAddress.objects.create(user=user, email=EMAIL, verified=True, primary=True)
    with os.fdopen(os.open(keep_in, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(f"{password}\n")
    return password
