"""The rows of the archive: records and their people, and the ledger of every import."""

import datetime as dt
import uuid

from django.db import models
from django.db.models import F, Q

NAME_LENGTH = 500
"""A longer text is kept in its record and is nobody's name: an index must be able to hold it."""


class Player(models.Model):
    """A person, known by one or more names as records write them."""

    name = models.CharField(max_length=NAME_LENGTH, help_text="The name that pages show.")
    created = models.DateTimeField(auto_now_add=True)

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


class Event(models.Model):
    name = models.CharField(max_length=NAME_LENGTH, unique=True)

    class Meta:
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name


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


class BatchStatus(models.TextChoices):
    WAITING = "waiting", "Waiting"
    RUNNING = "running", "Running"
    FINISHED = "finished", "Finished"
    CANCELLED = "cancelled", "Cancelled"

    @classmethod
    def open(cls) -> list[str]:
        return [cls.WAITING, cls.RUNNING]


class ImportBatch(models.Model):
    """One upload and its ledger. At the end received = stored + duplicate + rejected.

    `split` says that every record of the upload has become an item; until then `received` grows.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    # Two clicks on one form carry the same token, and make one batch.
    form_token = models.UUIDField(unique=True, default=uuid.uuid4, editable=False)
    status = models.CharField(
        max_length=10, choices=BatchStatus.choices, default=BatchStatus.WAITING
    )
    is_split = models.BooleanField(default=False)
    is_sample = models.BooleanField(default=False)
    mends = models.ForeignKey(
        "ImportItem",
        null=True,
        on_delete=models.SET_NULL,
        related_name="mended_by",
        help_text="The rejected record whose mended text this is.",
    )
    received = models.PositiveIntegerField(default=0)
    stored = models.PositiveIntegerField(default=0)
    duplicate = models.PositiveIntegerField(default=0)
    rejected = models.PositiveIntegerField(default=0)
    notes = models.JSONField(default=list, help_text="Sentences: what was skipped, and why.")
    created = models.DateTimeField(auto_now_add=True)
    started = models.DateTimeField(null=True)
    settled_at = models.DateTimeField(null=True, editable=False, help_text="The last time.")
    finished = models.DateTimeField(null=True)
    # A worker that splits says so here; after a lease without a sign another may go on. `attempts`
    # counts such claims since the last progress: an upload that kills workers is given up.
    claim = models.UUIDField(null=True, editable=False)
    claimed_at = models.DateTimeField(null=True, editable=False)
    attempts = models.PositiveSmallIntegerField(default=0, editable=False)

    class Meta:
        ordering = ["-created"]
        indexes = [models.Index(fields=["status"], name="batch_status")]

    def __str__(self) -> str:
        return f"Import {self.pk}"

    @property
    def settled(self) -> int:
        return self.stored + self.duplicate + self.rejected

    @property
    def is_open(self) -> bool:
        return self.status in BatchStatus.open()


class Upload(models.Model):
    """One file of a batch, or the pasted text, as it came. Its name is a label and never a path."""

    batch = models.ForeignKey(ImportBatch, on_delete=models.CASCADE, related_name="uploads")
    number = models.PositiveIntegerField()
    name = models.TextField()
    size = models.PositiveBigIntegerField(default=0)
    is_split = models.BooleanField(default=False, help_text="All its records are items.")

    class Meta:
        ordering = ["batch", "number"]
        constraints = [
            models.UniqueConstraint(fields=["batch", "number"], name="upload_once_a_batch")
        ]

    def __str__(self) -> str:
        return self.name


class UploadChunk(models.Model):
    """A piece of an upload. In the database, so that any worker on any machine can read it."""

    upload = models.ForeignKey(Upload, on_delete=models.CASCADE, related_name="chunks")
    number = models.PositiveIntegerField()
    data = models.BinaryField()

    class Meta:
        ordering = ["upload", "number"]
        constraints = [
            models.UniqueConstraint(fields=["upload", "number"], name="chunk_once_an_upload")
        ]

    def __str__(self) -> str:
        return f"{self.upload_id}/{self.number}"


class ItemStatus(models.TextChoices):
    WAITING = "waiting", "Waiting"
    STORED = "stored", "Stored"
    DUPLICATE = "duplicate", "Duplicate"
    REJECTED = "rejected", "Rejected"


class ImportItem(models.Model):
    """One record of a batch, as it came, and what became of it.

    `record`: the stored record, or the one that this repeats.
    """

    batch = models.ForeignKey(ImportBatch, on_delete=models.CASCADE, related_name="items")
    number = models.PositiveIntegerField(help_text="From 0, through all files of the batch.")
    upload = models.ForeignKey(Upload, on_delete=models.CASCADE, related_name="items")
    file = models.TextField()
    index = models.PositiveIntegerField(help_text="From 0, in its file.")
    line = models.PositiveIntegerField()
    format = models.CharField(max_length=20, blank=True)
    original = models.BinaryField()
    size = models.PositiveIntegerField(help_text="Of the original, in bytes.")
    is_whole = models.BooleanField(
        default=True, help_text="Else only its beginning is here, and all of it in the upload."
    )

    status = models.CharField(max_length=9, choices=ItemStatus.choices, default=ItemStatus.WAITING)
    verdict = models.CharField(max_length=13, blank=True)
    record = models.ForeignKey(Record, null=True, on_delete=models.SET_NULL, related_name="items")
    fingerprint = models.CharField(max_length=64, blank=True)
    date = models.DateField(
        null=True, help_text="The full date, if it has one, that tells repeats."
    )
    problem = models.JSONField(null=True)
    warnings = models.JSONField(default=list)
    claim = models.UUIDField(null=True, editable=False)
    claimed_at = models.DateTimeField(null=True, editable=False)
    attempts = models.PositiveSmallIntegerField(default=0, editable=False)

    class Meta:
        ordering = ["batch", "number"]
        constraints = [
            models.UniqueConstraint(fields=["batch", "number"], name="item_once_a_batch")
        ]
        indexes = [
            models.Index(fields=["batch", "status", "number"], name="item_batch_status"),
            models.Index(fields=["batch", "fingerprint"], name="item_batch_fingerprint"),
        ]

    def __str__(self) -> str:
        return f"{self.batch_id}/{self.number}"
