"""The shapes of answers from the index."""

from typing import Any

from rest_framework import serializers

from archive.rest.answers import PageSerializer


class TallySerializer(serializers.Serializer[Any]):
    """How some games ended. `games` of which `finished` have a result."""

    games = serializers.IntegerField()
    finished = serializers.IntegerField()
    wins = serializers.ListField(
        child=serializers.IntegerField(), help_text="Won alone, by seat, in the order of seats."
    )
    shared = serializers.IntegerField(help_text="Finished without a sole winner.")
    score = serializers.FloatField(
        allow_null=True, help_text="Of the seat to move: its mean share of a victory."
    )
    interval = serializers.ListField(
        child=serializers.FloatField(),
        allow_null=True,
        min_length=2,
        max_length=2,
        help_text="95 % (Wilson).",
    )
    mean_plies_left = serializers.FloatField(allow_null=True)
    last_month = serializers.CharField(help_text="YYYY-MM, or empty.")


class MoveSerializer(TallySerializer):
    """A turn played from the position."""

    move = serializers.CharField()
    share = serializers.FloatField(help_text="Of the games that pass through the position.")
    reached = serializers.IntegerField(
        help_text="Games that came to the position after it, in whatever order."
    )


class OpeningSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    plies = serializers.IntegerField()


class ExplorerSerializer(serializers.Serializer[Any]):
    """A position: what was played from it, how often, how it ended."""

    game = serializers.CharField()
    tags = serializers.DictField(child=serializers.CharField())
    moves = serializers.ListField(child=serializers.CharField(), help_text="In normal form.")
    seats = serializers.ListField(child=serializers.CharField())
    to_move = serializers.CharField(help_text="The seat whose scores these are.")
    board = serializers.CharField(help_text="The position as text.")
    openings = OpeningSerializer(many=True)
    total = TallySerializer()
    ended = TallySerializer(help_text="Games that ended in this position.")
    played = MoveSerializer(many=True)
    hidden = serializers.IntegerField(help_text="Turns left out; `all=true` gives them.")
    as_of = serializers.DateTimeField(allow_null=True, help_text="When the figures last changed.")
    page = serializers.CharField(help_text="Where people read it.")


class SectionSerializer(serializers.Serializer[Any]):
    slug = serializers.CharField()
    title = serializers.CharField()
    url = serializers.CharField()


class SectionsSerializer(serializers.Serializer[Any]):
    game = serializers.CharField()
    games = serializers.IntegerField()
    as_of = serializers.DateTimeField(allow_null=True)
    sections = SectionSerializer(many=True)


class ColumnSerializer(serializers.Serializer[Any]):
    label = serializers.CharField()  # type: ignore[assignment]
    unit = serializers.CharField()
    of = serializers.CharField(help_text="What the numbers stand on.")
    all_games = serializers.BooleanField(help_text="Of all games, beside those of the filter.")


class CellSerializer(serializers.Serializer[Any]):
    value = serializers.FloatField(allow_null=True)
    of = serializers.IntegerField()
    marks = serializers.ListField(child=serializers.CharField())
    low = serializers.FloatField(required=False)
    high = serializers.FloatField(required=False)


class ChartRowSerializer(serializers.Serializer[Any]):
    label = serializers.CharField()  # type: ignore[assignment]
    at = serializers.ListField(
        child=serializers.FloatField(), required=False, help_text="Board, x, y."
    )
    cells = CellSerializer(many=True)


class ChartSerializer(serializers.Serializer[Any]):
    """A chart with all its numbers. `of`: the games (seats, tiles) that a number stands on."""

    chart = serializers.CharField()
    title = serializers.CharField()
    filter = serializers.DictField(child=serializers.CharField())
    as_of = serializers.CharField()
    games = serializers.IntegerField()
    note = serializers.CharField()
    rows_are = serializers.CharField()
    columns = ColumnSerializer(many=True)
    rows = ChartRowSerializer(many=True)


class StatisticsSerializer(serializers.Serializer[Any]):
    game = serializers.CharField()
    section = serializers.CharField()
    games = serializers.IntegerField()
    as_of = serializers.DateTimeField(allow_null=True)
    is_stale = serializers.BooleanField(help_text="Games have come since; a job adds them.")
    charts = ChartSerializer(many=True)


class AddingSerializer(serializers.Serializer[Any]):
    """A job adds up what the filter lets through. Ask again after `Retry-After` seconds."""

    done = serializers.IntegerField()
    total = serializers.IntegerField()


class LeaderSerializer(serializers.Serializer[Any]):
    rank = serializers.IntegerField(help_text="0 where players are looked for by name.")
    player = serializers.IntegerField(source="point.player")
    name = serializers.CharField()
    rating = serializers.FloatField(source="point.rating")
    deviation = serializers.FloatField(source="point.deviation")
    games = serializers.IntegerField(source="point.games")
    month = serializers.CharField(source="point.month", help_text="Of the last rated game.")
    is_provisional = serializers.BooleanField()


class LeadersSerializer(PageSerializer):
    results = LeaderSerializer(many=True)


class StandingSerializer(serializers.Serializer[Any]):
    """A rating at the end of a month in which the player played."""

    game = serializers.CharField()
    month = serializers.CharField()
    rating = serializers.FloatField()
    deviation = serializers.FloatField()
    games = serializers.IntegerField()
