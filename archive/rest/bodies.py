"""What is read from the body of a request, within bounds, and in what forms answers are written."""

import json
from collections.abc import Iterator, Mapping
from typing import Any, BinaryIO, Final

from django.conf import settings
from django.template.defaultfilters import filesizeformat
from rest_framework import parsers, renderers
from rest_framework.exceptions import ParseError

from archive.rest.problems import TooLarge

BLOCK: Final = 64 << 10
OVERHEAD: Final = 64 << 10
"""Bytes that a request needs beside its content: boundaries, names, quotes."""

Context = Mapping[str, Any] | None


def read_bounded(stream: BinaryIO, context: Context, most: int) -> bytes:
    """The body. Raises TooLarge."""
    _bound(context, most)
    data = stream.read(most + 1)
    if len(data) > most:
        raise _too_large(most)
    return data


def _bound(context: Context, most: int) -> None:
    """Refuse by its length what need not be read for that."""
    request = (context or {}).get("request")
    length = request.META.get("CONTENT_LENGTH") if request is not None else ""
    if str(length or "").isdigit() and int(length) > most:
        raise _too_large(most)


def _too_large(most: int) -> TooLarge:
    return TooLarge(f"This is larger than {filesizeformat(most)}. Nothing of it was stored.")


class BoundedJSONParser(parsers.JSONParser):
    """JSON of an object, no larger than the text box of the site takes."""

    def parse(
        self, stream: Any, media_type: str | None = None, parser_context: Context = None
    ) -> Any:
        data = read_bounded(stream, parser_context, 2 * settings.IMPORT_PASTE_BYTES + OVERHEAD)
        try:
            found = json.loads(data.decode(), parse_constant=_no_number)
        except (ValueError, RecursionError) as error:
            raise ParseError(f"This is no JSON: {error}") from error
        if not isinstance(found, dict):
            raise ParseError("A JSON object is read here, in braces.")
        return found


def _no_number(name: str) -> Any:
    raise ValueError(f"{name} is no number in JSON")


class BoundedMultiPartParser(parsers.MultiPartParser):
    """A form with files, as browsers and ``curl --form`` send it."""

    def parse(
        self, stream: Any, media_type: str | None = None, parser_context: Context = None
    ) -> Any:
        _bound(parser_context, settings.IMPORT_UPLOAD_BYTES + OVERHEAD)
        return super().parse(stream, media_type, parser_context)


class Pieces:
    """The body of a request as it comes, to be read once."""

    def __init__(self, stream: BinaryIO) -> None:
        self.stream = stream

    def __iter__(self) -> Iterator[bytes]:
        while block := self.stream.read(BLOCK):
            yield block

    def all(self, most: int) -> bytes:
        """The whole. Raises TooLarge."""
        return read_bounded(self.stream, None, most)


class PiecesParser(parsers.BaseParser):
    """Records as they are: the body is the file."""

    def parse(
        self, stream: Any, media_type: str | None = None, parser_context: Context = None
    ) -> Any:
        _bound(parser_context, settings.IMPORT_UPLOAD_BYTES)
        return Pieces(stream)


class PlainParser(PiecesParser):
    media_type = "text/plain"


class BytesParser(PiecesParser):
    media_type = "application/octet-stream"


class NdjsonParser(PiecesParser):
    media_type = "application/x-ndjson"


class StreamRenderer(renderers.BaseRenderer):
    """A form in which a view itself writes records; named here so that Accept can ask for it."""

    charset = "utf-8"

    def render(
        self, data: Any, accepted_media_type: Any = None, renderer_context: Any = None
    ) -> Any:
        return data


class TgrRenderer(StreamRenderer):
    media_type = "text/plain"
    format = "tgr"


class NdjsonRenderer(StreamRenderer):
    media_type = "application/x-ndjson"
    format = "ndjson"


RECORD_RENDERERS: Final = [renderers.JSONRenderer, TgrRenderer, NdjsonRenderer]
SOME_TEXT: Final = {"type": "string", "minLength": 1}
SOME_BYTES: Final = {"type": "string", "format": "binary", "minLength": 1}
SOME_FILES: Final = {
    "type": "object",
    "required": ["upload"],
    "properties": {
        "upload": {
            "type": "array",
            "minItems": 1,
            "items": {"type": "string", "format": "binary"},
            "description": "One file or more.",
        }
    },
}
"""The shapes of bodies that are the content itself."""
FILE_PARSERS: Final = [
    BoundedMultiPartParser,
    BoundedJSONParser,
    PlainParser,
    NdjsonParser,
    BytesParser,
]
