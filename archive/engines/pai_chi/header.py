"""What a record's tags fix before the first move: nothing, Pai Chi is always set up alike."""

from collections.abc import Mapping

from archive.engines.base import Header, Setup
from archive.engines.writing import not_judged


def read_header(tags: Mapping[str, str]) -> Header:
    """The setup, and why a record cannot be judged: it names options that Pai Chi has not."""
    return Header(Setup(2), unverified=not_judged(tags))
