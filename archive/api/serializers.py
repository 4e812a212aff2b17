"""The shapes of answers about records, people and imports."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from archive.models import BatchStatus, ItemStatus, Verdict, Visibility
from archive.rest.answers import PageSerializer
from archive.rest.queries import StringField
from archive.selectors.rows import SeatRow


class SeatSerializer(serializers.Serializer[SeatRow]):
    number = serializers.IntegerField(help_text="From 0, in the order of play.")
    seat = serializers.CharField(help_text="The seat's name in its game.")
    name = serializers.SerializerMethodField(help_text="Who sat there; null where nobody is named.")
    player = serializers.IntegerField(source="player_id", allow_null=True)
    won = serializers.BooleanField()

    @extend_schema_field(serializers.CharField(allow_null=True))
    def get_name(self, seat: SeatRow) -> str | None:
        return seat.name if seat.is_named else None


class EventNameSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField(source="pk")
    name = serializers.CharField()


class RecordRowSerializer(serializers.Serializer[Any]):
    """A record as lists have it."""

    id = serializers.IntegerField(source="record.pk")
    game = serializers.CharField(source="record.game")
    seats = SeatSerializer(many=True)
    result = serializers.CharField(
        source="record.result", help_text="A seat's name, several joined by +, Draw, Lost or *."
    )
    termination = serializers.CharField(source="record.termination", help_text="How it ended.")
    plies = serializers.IntegerField(source="record.plies", help_text="Turns.")
    scores = serializers.ListField(
        source="record.scores", child=serializers.IntegerField(), allow_null=True
    )
    verdict = serializers.ChoiceField(source="record.verdict", choices=Verdict.choices)
    date = serializers.CharField(source="record.date_text", help_text="As the record has it.")
    date_earliest = serializers.DateField(source="record.date_earliest", allow_null=True)
    date_latest = serializers.DateField(source="record.date_latest", allow_null=True)
    event = EventNameSerializer(source="record.event", allow_null=True)
    round = serializers.CharField(source="record.round")
    rules = serializers.CharField(source="record.rules")
    options = serializers.CharField(source="record.options")
    is_sample = serializers.BooleanField(source="record.is_sample")
    added = serializers.DateTimeField(source="record.created")
    page = serializers.SerializerMethodField(help_text="Where people read it.")

    def get_page(self, row: Any) -> str:
        return f"/records/{row.record.pk}"


class RemarkSerializer(serializers.Serializer[Any]):
    """A warning or a problem, with its place in the text where it has one."""

    code = serializers.CharField()
    message = serializers.CharField()
    line = serializers.IntegerField(allow_null=True, required=False)
    column = serializers.IntegerField(allow_null=True, required=False)
    ply = serializers.IntegerField(allow_null=True, required=False)
    token = serializers.CharField(allow_null=True, required=False)


class RecordSerializer(RecordRowSerializer):
    """A record with all that is kept of it."""

    tags = serializers.ListField(
        source="record.tags",
        child=serializers.ListField(child=serializers.CharField(), min_length=2, max_length=2),
        help_text="Pairs of name and value.",
    )
    text = serializers.CharField(source="record.text", help_text="In normal form (TGR).")
    board = serializers.CharField(source="record.board", help_text="The board at the end, as text.")
    warnings = RemarkSerializer(source="record.warnings", many=True)
    board_result = serializers.CharField(source="record.board_result")
    claimed_result = serializers.CharField(source="record.claimed_result")
    format = serializers.CharField(source="record.format", help_text="In which it came.")
    edition = serializers.IntegerField(
        source="record.edition", help_text="Of the rules that judged it."
    )
    revision = serializers.IntegerField(source="record.revision")
    visibility = serializers.ChoiceField(source="record.visibility", choices=Visibility.choices)


class RecordPageSerializer(PageSerializer):
    results = RecordRowSerializer(many=True)


class TextSerializer(serializers.Serializer[None]):
    """Records as text, in any form that the site reads."""

    text = StringField(trim_whitespace=False, min_length=1)


class VisibilitySerializer(serializers.Serializer[None]):
    visibility = serializers.ChoiceField(choices=Visibility.choices)


class ImportSerializer(serializers.Serializer[Any]):
    """An import and how far it is. At its end received = stored + duplicate + rejected."""

    id = serializers.UUIDField()
    status = serializers.ChoiceField(choices=BatchStatus.choices)
    received = serializers.IntegerField()
    stored = serializers.IntegerField()
    duplicate = serializers.IntegerField()
    rejected = serializers.IntegerField()
    waiting = serializers.IntegerField()
    is_split = serializers.BooleanField(help_text="All its records are counted in `received`.")
    is_final = serializers.BooleanField(help_text="Nothing more will change.")
    rate = serializers.FloatField(help_text="Records a second.")
    seconds_left = serializers.IntegerField(allow_null=True)
    notes = serializers.ListField(child=serializers.CharField())
    url = serializers.CharField()
    items = serializers.CharField(help_text="The ledger: what became of each record.")
    page = serializers.CharField(help_text="Where people read it.")


class ItemSerializer(serializers.Serializer[Any]):
    """One record of an import, and what became of it."""

    number = serializers.SerializerMethodField(help_text="From 1, through all files.")
    players = serializers.CharField(help_text="In words, where they could be read.")
    file = serializers.CharField(source="item.file")
    line = serializers.IntegerField(source="item.line")
    format = serializers.CharField(source="item.format")
    size = serializers.IntegerField(source="item.size", help_text="Bytes.")
    outcome = serializers.ChoiceField(source="item.status", choices=ItemStatus.choices)
    verdict = serializers.CharField(source="item.verdict")
    record = serializers.IntegerField(
        source="record.pk",
        default=None,
        allow_null=True,
        help_text="The stored record, or the one that this repeats, if it is public.",
    )
    problem = RemarkSerializer(source="item.problem", allow_null=True)
    warnings = RemarkSerializer(source="item.warnings", many=True)

    def get_number(self, row: Any) -> int:
        return int(row.item.number) + 1


class ItemPageSerializer(PageSerializer):
    results = ItemSerializer(many=True)


class CheckedSerializer(serializers.Serializer[Any]):
    """What the judge says of one record."""

    file = serializers.CharField()
    index = serializers.IntegerField()
    line = serializers.IntegerField()
    game = serializers.CharField(allow_null=True)
    format = serializers.CharField(allow_null=True)
    tags = serializers.DictField(child=serializers.CharField())
    verdict = serializers.CharField()
    plies = serializers.IntegerField()
    result = serializers.CharField()
    termination = serializers.CharField(allow_null=True)
    scores = serializers.ListField(child=serializers.IntegerField(), allow_null=True)
    board = serializers.CharField()
    problem = RemarkSerializer(allow_null=True)
    warnings = RemarkSerializer(many=True)


class CheckSerializer(serializers.Serializer[Any]):
    counts = serializers.DictField(child=serializers.IntegerField(), help_text="By verdict.")
    records = CheckedSerializer(many=True)


class SeatTallySerializer(serializers.Serializer[Any]):
    game = serializers.CharField(help_text="Its name.")
    seat = serializers.CharField()
    games = serializers.IntegerField()
    won = serializers.IntegerField()
    drawn = serializers.IntegerField()


class NamedSerializer(serializers.Serializer[Any]):
    """A person or an event, with how many public records name it."""

    id = serializers.IntegerField(source="pk")
    name = serializers.CharField()
    records = serializers.IntegerField()


class NamedPageSerializer(PageSerializer):
    results = NamedSerializer(many=True)


class PlayerSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField(source="player.pk")
    name = serializers.CharField(source="player.name")
    also_written = serializers.ListField(source="aliases", child=serializers.CharField())
    seats = SeatTallySerializer(source="tallies", many=True)


class EventSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField(source="event.pk")
    name = serializers.CharField(source="event.name")
    records = serializers.IntegerField()
    players = serializers.IntegerField()
    earliest = serializers.DateField(allow_null=True)
    latest = serializers.DateField(allow_null=True)


class FacetSerializer(serializers.Serializer[Any]):
    kind = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]
    values = serializers.ListField(
        child=serializers.CharField(), help_text="For `chosen`: game:kind:value."
    )


class GameSerializer(serializers.Serializer[Any]):
    """A game whose rules the archive knows."""

    slug = serializers.CharField()
    name = serializers.CharField()
    edition = serializers.IntegerField(help_text="Of its rules here.")
    seats = serializers.ListField(child=serializers.CharField())
    letters = serializers.CharField(help_text="Of the seats, as moves have them.")
    fewest_seats = serializers.IntegerField()
    most_seats = serializers.IntegerField()
    endings = serializers.ListField(child=serializers.CharField())
    facets = FacetSerializer(many=True)
    records = serializers.IntegerField()
