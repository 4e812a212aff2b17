"""The cache of the archive: each row can be made again from records, by `manage.py reindex`.

Rows name records by number and hold no foreign key to them: a record that is deleted leaves its
entry behind until the index has taken it out of every figure.
"""

from django.db import models
from django.db.models import Q


class Status(models.TextChoices):
    BUILDING = "building", "Building"
    ACTIVE = "active", "Active"
    RETIRED = "retired", "Retired"


class Generation(models.Model):
    """One index of one game, by one edition of its engine. Pages read the active one; another is
    built beside it, and takes its place when it is whole.

    `counters`: the sum of all counted summaries, as JSON. `wants_folding`: entries wait to be counted, and a
    message for it has been sent.
    """

    game = models.CharField(max_length=40)
    edition = models.PositiveIntegerField()
    status = models.CharField(max_length=8, choices=Status.choices, default=Status.BUILDING)
    games = models.PositiveIntegerField(default=0, help_text="Entries counted.")
    counters = models.TextField(default="{}")
    wants_folding = models.BooleanField(default=False)
    wanted_at = models.DateTimeField(null=True)
    as_of = models.DateTimeField(null=True, help_text="When the sums last changed.")
    created = models.DateTimeField(auto_now_add=True)
    retired_at = models.DateTimeField(null=True, help_text="Since when no page begins to read it.")

    class Meta:
        ordering = ["game", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["game"], condition=Q(status=Status.ACTIVE), name="generation_one_active"
            ),
            models.UniqueConstraint(
                fields=["game"], condition=Q(status=Status.BUILDING), name="generation_one_building"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game}, edition {self.edition} ({self.status})"


class Entry(models.Model):
    """A record in an index, with the facts by which games are filtered and told apart.

    `revision` of the record that was indexed, 0 while nothing is. `winners`: a bit for each winning
    seat, 0 for a draw, -1 for a puzzle that was lost, null without a result. `is_counted`: it is in
    the sums of its generation.
    """

    generation = models.ForeignKey(Generation, on_delete=models.CASCADE, db_index=False)
    record = models.PositiveIntegerField()
    revision = models.PositiveIntegerField(default=0)
    is_counted = models.BooleanField(default=False)
    seats = models.PositiveSmallIntegerField(default=0)
    winners = models.SmallIntegerField(null=True)
    plies = models.PositiveSmallIntegerField(default=0)
    date_earliest = models.DateField(null=True)
    date_latest = models.DateField(null=True)
    month = models.CharField(max_length=7, blank=True, help_text="2024-05, where it is known.")
    event = models.PositiveIntegerField(null=True)
    result = models.CharField(max_length=200, blank=True)
    rules = models.CharField(max_length=100, blank=True)
    options = models.CharField(max_length=500, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["generation", "record"], name="entry_once")]
        indexes = [
            models.Index(fields=["record"], name="entry_record"),
            models.Index(
                fields=["generation", "id"], condition=Q(is_counted=False), name="entry_waiting"
            ),
        ]

    def __str__(self) -> str:
        return f"Record {self.record} in {self.generation_id}"


class Summary(models.Model):
    """What one record adds to the statistics of its game: lines of `statistics.counters_text`."""

    entry = models.OneToOneField(
        Entry, primary_key=True, on_delete=models.CASCADE, related_name="summary"
    )
    counters = models.TextField()

    def __str__(self) -> str:
        return f"Summary {self.entry_id}"


class Visit(models.Model):
    """One record in one position, at its first time there, and the move that it played.

    There are millions: the columns stand by size, and on PostgreSQL no index but two, that of the
    position and that of the entry (see the migration). That a record visits a position once is seen to by
    `indexing.visits` and by the lock on its entry.
    """

    pk = models.CompositePrimaryKey("entry_id", "ply")
    position = models.BigIntegerField(db_index=True)
    entry = models.ForeignKey(Entry, on_delete=models.DO_NOTHING, db_constraint=False)
    ply = models.PositiveSmallIntegerField()
    move = models.TextField()

    def __str__(self) -> str:
        return f"{self.entry_id}/{self.ply}"


class PositionStat(models.Model):
    """The sums of a position that many records pass through: by move, as JSON `Tally.dump`.

    Positions of fewer than `settings.STAT_VISITS` counted visits have none: reading so few visits is quick.
    """

    generation = models.ForeignKey(Generation, on_delete=models.CASCADE, db_index=False)
    position = models.BigIntegerField()
    games = models.PositiveIntegerField()
    rows = models.TextField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["generation", "position"], name="position_stat_once")
        ]

    def __str__(self) -> str:
        return f"{self.position}: {self.games}"


class RatingState(models.Model):
    """How far the ratings of a game are. `wants_rating`: a message for it has been sent.
    `generation`: the index whose results were rated; by another, all are rated again."""

    game = models.CharField(max_length=40, primary_key=True)
    generation = models.PositiveIntegerField(null=True)
    wants_rating = models.BooleanField(default=False)
    wanted_at = models.DateTimeField(null=True)
    as_of = models.DateTimeField(null=True, help_text="When ratings were last worked out.")

    def __str__(self) -> str:
        return f"Ratings of {self.game}"


class RatingMark(models.Model):
    """Results of a game changed in this month (``2024-05``): from there on it is rated again."""

    game = models.CharField(max_length=40)
    month = models.CharField(max_length=7)

    class Meta:
        indexes = [models.Index(fields=["game", "month"], name="rating_mark_game")]

    def __str__(self) -> str:
        return f"{self.game} from {self.month}"


class RatingPoint(models.Model):
    """Where a player stood after a month in which he played: `ratings.Standing`."""

    game = models.CharField(max_length=40)
    player = models.PositiveIntegerField()
    month = models.CharField(max_length=7)
    rating = models.FloatField()
    deviation = models.FloatField()
    games = models.PositiveIntegerField(help_text="All that were rated so far.")
    is_last = models.BooleanField(default=False, help_text="The player has no later one.")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["player", "game", "month"], name="rating_once_a_month")
        ]
        indexes = [
            models.Index(fields=["game", "month"], name="rating_game_month"),
            models.Index(
                fields=["game", "-rating", "id"], condition=Q(is_last=True), name="rating_leaders"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player} in {self.game}, {self.month}: {self.rating:.0f}"


class Fault(models.Model):
    """A record that could not be indexed: by a fault of ours, or because its engine judges it otherwise
    now. It is left alone until it changes or the index is built anew."""

    generation = models.ForeignKey(Generation, on_delete=models.CASCADE, db_index=False)
    record = models.PositiveIntegerField()
    revision = models.PositiveIntegerField()
    message = models.TextField()
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["generation", "record"], name="fault_once")]

    def __str__(self) -> str:
        return f"Record {self.record}, revision {self.revision}"


class LongJob(models.Model):
    """How far a job has come that works on a whole generation, so that any worker can go on.

    One message at a time holds its `claim`, and takes another with each slice of the work. `stage`
    and `cursor` say where to go on; `entry` is the last entry that checks have replayed, round after
    round.
    """

    name = models.CharField(max_length=20)
    generation = models.ForeignKey(Generation, on_delete=models.CASCADE, db_index=False)
    claim = models.UUIDField(null=True)
    claimed_at = models.DateTimeField(null=True)
    started = models.DateTimeField()
    stage = models.CharField(max_length=20, blank=True)
    cursor = models.BigIntegerField(null=True)
    entry = models.PositiveIntegerField(default=0)
    done = models.PositiveIntegerField(default=0)
    notes = models.JSONField(default=list)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["generation", "name"], name="long_job_once")]

    def __str__(self) -> str:
        return f"{self.name} of {self.generation_id}: {self.stage} {self.done}"


class FilteredStat(models.Model):
    """The sums of a filter that too many games pass for a page to add them up: made by a job, kept.

    `name` is the digest of the filter, `chosen` the filter. `counters`, `games` and `as_of` are those
    of the last sum that was finished; `as_of` is null before. While the job runs, `started` is set,
    and `done` of `total` entries are added.
    """

    generation = models.ForeignKey(Generation, on_delete=models.CASCADE, db_index=False)
    name = models.CharField(max_length=64)
    chosen = models.JSONField(default=dict)
    counters = models.TextField(default="{}")
    games = models.PositiveIntegerField(default=0)
    as_of = models.DateTimeField(null=True)
    started = models.DateTimeField(null=True)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    asked = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["generation", "name"], name="filtered_stat_once")
        ]

    def __str__(self) -> str:
        return f"Filter {self.name[:8]}: {self.done} of {self.total}"


class JobRun(models.Model):
    """What a job did, for the page of their health. The newest runs of each name are kept."""

    name = models.CharField(max_length=60)
    game = models.CharField(max_length=40, blank=True)
    started = models.DateTimeField()
    finished = models.DateTimeField(null=True)
    done = models.PositiveIntegerField(default=0, help_text="Records, or what the job counts.")
    failure = models.TextField(blank=True)
    notes = models.JSONField(default=list)

    class Meta:
        ordering = ["-id"]
        indexes = [models.Index(fields=["name", "-id"], name="job_run_name")]

    def __str__(self) -> str:
        return f"{self.name} {self.started}"


class NameSource(models.TextChoices):
    FILE = "file", "File"
    STAFF = "staff", "Staff"


class OpeningName(models.Model):
    """What a position is called, or all lines that fit a pattern; see `selectors.openings`.

    `moves`: bodies of turns from the start, `*` for any. `tags`: those of a record that begins so,
    as an address has them. `position` is None for a pattern, and worked out again for each edition.
    """

    game = models.CharField(max_length=40)
    name = models.CharField(max_length=120)
    moves = models.CharField(max_length=500)
    tags = models.CharField(max_length=500, blank=True)
    position = models.BigIntegerField(null=True, editable=False)
    edition = models.PositiveIntegerField(default=0, editable=False)
    source = models.CharField(
        max_length=5, choices=NameSource.choices, default=NameSource.STAFF, editable=False
    )

    class Meta:
        ordering = ["game", "moves", "name"]
        constraints = [
            models.UniqueConstraint(fields=["game", "tags", "moves"], name="opening_name_once")
        ]
        indexes = [models.Index(fields=["game", "position"], name="opening_name_position")]

    def __str__(self) -> str:
        return self.name
