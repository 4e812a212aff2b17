"""Records, and what hangs on them."""

import datetime as dt

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from archive.models.people import Event, Player


class Verdict(models.TextChoices):
    VALID = "valid", "Valid"
    CONTRADICTORY = "contradictory", "Contradictory"
    UNVERIFIED = "unverified", "Unverified"


class Visibility(models.TextChoices):
    """Who sees a record; `selectors.visible` says what follows from it."""

    PUBLIC = "public", "Public"
    UNLISTED = "unlisted", "Unlisted"
    PRIVATE = "private", "Private"
    WITHDRAWN = "withdrawn", "Withdrawn"

    @classmethod
    def hidden(cls) -> list[str]:
        """Those that no list shows."""
        return [cls.UNLISTED, cls.PRIVATE, cls.WITHDRAWN]


class Record(models.Model):
    """One stored game: its text byte for byte, and what replaying it found.

    `result` and `termination` are the ones that lists and statistics use: the board's where the
    game ended on it, else the record's own claim.
    """

    game = models.CharField(max_length=40, help_text="Slug of its engine.")
    # Same game, setup, moves and players; with the date rule of `services.records` what makes two
    # records one.
    fingerprint = models.CharField(max_length=64)

    original = models.BinaryField()
    format = models.CharField(max_length=20)
    text = models.TextField(help_text="The record in normal form (TGR).")
    tags = models.JSONField(default=list, help_text="[name, value] pairs, normal form.")
    warnings = models.JSONField(default=list)

    event = models.ForeignKey(Event, null=True, on_delete=models.SET_NULL, related_name="records")
    site = models.TextField(blank=True)
    round = models.TextField(blank=True)
    date_text = models.TextField(blank=True, help_text="The Date tag as given.")
    date_earliest = models.DateField(null=True)
    date_latest = models.DateField(null=True)

    rules = models.TextField(blank=True)
    options = models.TextField(blank=True)
    setup = models.TextField(blank=True)
    edition = models.PositiveIntegerField(help_text="Edition of the engine that judged it.")
    verdict = models.CharField(max_length=13, choices=Verdict.choices)
    plies = models.PositiveIntegerField()
    result = models.CharField(max_length=200)
    termination = models.TextField(blank=True)
    board_result = models.CharField(max_length=200)
    board_termination = models.TextField(blank=True)
    claimed_result = models.CharField(max_length=200)
    claimed_termination = models.TextField(blank=True)
    scores = models.JSONField(null=True)
    board = models.TextField(blank=True, help_text="Board text after the last ply.")

    is_sample = models.BooleanField(default=False)
    created = models.DateTimeField(auto_now_add=True)

    # The database knows these defaults, so that old rows need not be written to have them.
    visibility = models.CharField(
        max_length=9,
        choices=Visibility.choices,
        default=Visibility.PUBLIC,
        db_default=Visibility.PUBLIC,
    )
    revision = models.PositiveIntegerField(
        default=1,
        db_default=1,
        help_text="Raised by every change of content, verdict, visibility or seats.",
    )
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.SET_NULL,
        related_name="records",
        help_text="Whose account brought it; nobody's where none did.",
    )

    class Meta:
        ordering = ["-id"]
        # Lists ask for the public ones: the column comes first, so that none reads hidden rows, and
        # counting reads no row at all.
        indexes = [
            models.Index(fields=["fingerprint"], name="record_fingerprint"),
            models.Index(fields=["visibility", "-id"], name="record_seen"),
            models.Index(
                fields=["visibility", "game", "-date_earliest", "-id"], name="record_seen_game_date"
            ),
            models.Index(fields=["visibility", "-date_earliest", "-id"], name="record_seen_date"),
            models.Index(fields=["visibility", "game", "result"], name="record_seen_game_result"),
            models.Index(fields=["visibility", "plies", "id"], name="record_seen_plies"),
            models.Index(
                fields=["visibility", "game"],
                condition=Q(is_sample=True),
                name="record_seen_sample",
            ),
            models.Index(fields=["game", "edition", "id"], name="record_edition"),
        ]
        constraints = [
            # Two records of one fingerprint may differ only by full dates; a partial date is none.
            models.UniqueConstraint(
                fields=["fingerprint", "date_earliest"],
                condition=Q(date_earliest__isnull=False, date_earliest=F("date_latest")),
                name="record_once_a_date",
            ),
            models.UniqueConstraint(
                fields=["fingerprint"],
                condition=~Q(date_earliest__isnull=False, date_earliest=F("date_latest")),
                name="record_once_without_date",
            ),
        ]

    def __str__(self) -> str:
        return f"Record {self.pk} ({self.game})"

    @property
    def full_date(self) -> dt.date | None:
        """The day it was played, where year, month and day are known."""
        return self.date_earliest if self.date_earliest == self.date_latest else None


class RecordVersion(models.Model):
    """The text that a record had before it was amended, byte for byte."""

    record = models.ForeignKey(Record, on_delete=models.CASCADE, related_name="versions")
    revision = models.PositiveIntegerField(help_text="The last revision that had this text.")
    original = models.BinaryField()
    format = models.CharField(max_length=20)
    replaced = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["record", "-revision"]
        constraints = [
            models.UniqueConstraint(fields=["record", "revision"], name="version_once_a_revision")
        ]

    def __str__(self) -> str:
        return f"{self.record_id}, revision {self.revision}"


class Rejudgement(models.Model):
    """A record that another edition of its engine judges otherwise; kept until a person decides.

    `before` and `after` hold what `services.rejudging` compares, and `after` the problem if any.
    """

    record = models.ForeignKey(Record, on_delete=models.CASCADE, related_name="rejudgements")
    edition_from = models.PositiveIntegerField()
    edition_to = models.PositiveIntegerField()
    before = models.JSONField()
    after = models.JSONField()
    created = models.DateTimeField(auto_now_add=True)
    accepted = models.BooleanField(default=False)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["record", "edition_to"], name="rejudgement_once_an_edition"
            )
        ]
        indexes = [models.Index(fields=["accepted", "-id"], name="rejudgement_open")]

    def __str__(self) -> str:
        return f"Record {self.record_id}, edition {self.edition_from} to {self.edition_to}"


class Seat(models.Model):
    """Who sat where in a record; `name` is the text of the record, also where it is no person."""

    record = models.ForeignKey(Record, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField(help_text="The engine's seat number, from 0.")
    name = models.TextField(blank=True)
    player = models.ForeignKey(Player, null=True, on_delete=models.PROTECT, related_name="seats")

    class Meta:
        ordering = ["record", "number"]
        constraints = [
            models.UniqueConstraint(fields=["record", "number"], name="seat_once_a_record")
        ]
        indexes = [models.Index(fields=["player", "number"], name="seat_player")]

    def __str__(self) -> str:
        return self.name


class RecordFacet(models.Model):
    """Something an engine lets people browse by: a chosen accent, with its count."""

    record = models.ForeignKey(Record, on_delete=models.CASCADE, related_name="facets")
    kind = models.CharField(max_length=40)
    seat = models.SmallIntegerField()
    value = models.CharField(max_length=80)
    count = models.PositiveSmallIntegerField(default=1)

    class Meta:
        indexes = [models.Index(fields=["kind", "value", "record"], name="facet_value")]

    def __str__(self) -> str:
        return f"{self.kind}: {self.value}"
