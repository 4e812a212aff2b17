"""What belongs to accounts: which player somebody is, and the keys of their programs."""

from django.conf import settings
from django.db import models

from archive.models.people import Player


class ClaimStatus(models.TextChoices):
    WAITING = "waiting", "Waiting"
    CONFIRMED = "confirmed", "Confirmed"
    REFUSED = "refused", "Refused"


class Claim(models.Model):
    """Somebody says that a player is he; staff confirm it or not."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="claims"
    )
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="claims")
    status = models.CharField(
        max_length=9, choices=ClaimStatus.choices, default=ClaimStatus.WAITING
    )
    reason = models.TextField(blank=True, max_length=1000, help_text="What staff can go by.")
    created = models.DateTimeField(auto_now_add=True)
    decided = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(fields=["user", "player"], name="claim_once_a_player"),
            models.UniqueConstraint(
                fields=["player"],
                condition=models.Q(status="confirmed"),
                name="claim_confirmed_once",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user} as {self.player}"


class ApiToken(models.Model):
    """The key of a program that acts for an account: its digest alone, so that nobody reads it here.

    `prefix`: its first characters, by which its owner tells it from others.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="api_tokens"
    )
    name = models.CharField(max_length=100)
    prefix = models.CharField(max_length=12)
    digest = models.CharField(max_length=64, unique=True)
    created = models.DateTimeField(auto_now_add=True)
    last_used = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"{self.name} ({self.prefix}…)"
