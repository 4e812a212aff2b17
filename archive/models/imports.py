"""The ledger of every import."""

import uuid

from django.conf import settings
from django.db import models

from archive.models.records import Record, Visibility


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
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.CASCADE,
        related_name="imports",
        help_text="Who sent it, and alone sees it; anyone who has its address where nobody is.",
    )
    visibility = models.CharField(
        max_length=9,
        choices=Visibility.choices,
        default=Visibility.PUBLIC,
        db_default=Visibility.PUBLIC,
        help_text="Of the records that it stores.",
    )
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


class BugNote(models.Model):
    """What went wrong in the site itself at one record of an import, for staff."""

    item = models.ForeignKey(ImportItem, on_delete=models.CASCADE, related_name="bug_notes")
    incident = models.CharField(
        max_length=8, help_text="As its sender reads it, and the log has it."
    )
    words = models.TextField()
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"Incident {self.incident}"
