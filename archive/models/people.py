"""People and events by the names that records give them."""

from django.db import models

NAME_LENGTH = 500
"""A longer text is kept in its record and is nobody's name: an index must be able to hold it."""


class Player(models.Model):
    """A person, known by one or more names as records write them."""

    name = models.CharField(max_length=NAME_LENGTH, help_text="The name that pages show.")
    created = models.DateTimeField(auto_now_add=True)
    is_pseudonym = models.BooleanField(
        default=False, db_default=False, help_text="The name that pages show is a pseudonym."
    )

    class Meta:
        ordering = ["name", "id"]

    def __str__(self) -> str:
        return self.name


class PlayerName(models.Model):
    """A name as it stands in records, code point for code point; merging players moves names."""

    text = models.CharField(max_length=NAME_LENGTH, unique=True)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="names")

    def __str__(self) -> str:
        return self.text


class HiddenName(models.Model):
    """A name that its player asked not to be shown: kept as a digest alone, so that a record which
    brings it again is known, and no search and no page can give it away."""

    digest = models.CharField(max_length=64, unique=True)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="hidden_names")

    def __str__(self) -> str:
        return f"A hidden name of {self.player}"


class Event(models.Model):
    name = models.CharField(max_length=NAME_LENGTH, unique=True)

    class Meta:
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name
