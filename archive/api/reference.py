"""The OpenAPI document in the parts of a page for people."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

METHODS: Final = ("get", "post", "put", "patch", "delete")
SHOWN_VALUES: Final = 12
"""Values of a choice that are listed; of more, the first."""


@dataclass(frozen=True, slots=True)
class Field:
    """A parameter of an operation, or a field of a shape."""

    name: str
    type: str
    words: str
    bounds: str
    is_required: bool
    shape: str = ""


@dataclass(frozen=True, slots=True)
class Media:
    """A form in which something is sent. ``shape``: the name of its shape, "" for plain text."""

    media_type: str
    shape: str


@dataclass(frozen=True, slots=True)
class Given:
    status: str
    forms: tuple[Media, ...]


@dataclass(frozen=True, slots=True)
class Call:
    """One operation."""

    slug: str
    method: str
    path: str
    summary: str
    words: str
    parameters: tuple[Field, ...]
    bodies: tuple[Media, ...]
    answers: tuple[Given, ...]

    @property
    def paragraphs(self) -> list[str]:
        return self.words.split("\n\n")


@dataclass(frozen=True, slots=True)
class Shape:
    name: str
    words: str
    fields: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class Reference:
    title: str
    version: str
    groups: tuple[tuple[str, tuple[Call, ...]], ...]
    shapes: tuple[Shape, ...]


def reference(document: Mapping[str, Any]) -> Reference:
    document = _with_values(document, document["components"]["schemas"])
    groups: dict[str, list[Call]] = {}
    for path, operations in document["paths"].items():
        for method in METHODS:
            if method in operations:
                operation = operations[method]
                groups.setdefault(operation["tags"][0], []).append(_call(path, method, operation))
    schemas = document["components"]["schemas"]
    shapes = (_shape(name, one) for name, one in schemas.items() if "properties" in one)
    calls = tuple((name, tuple(calls)) for name, calls in groups.items())
    info = document["info"]
    return Reference(info["title"], info["version"], calls, tuple(shapes))


def _with_values(part: Any, schemas: Mapping[str, Any]) -> Any:
    """The document with choices where they are referred to: people need no page for four words."""
    if isinstance(part, list):
        return [_with_values(one, schemas) for one in part]
    if not isinstance(part, dict):
        return part
    named = schemas.get(str(part.get("$ref", "")).rsplit("/", 1)[-1], {})
    if "enum" in named:
        return {**named, **{key: value for key, value in part.items() if key != "$ref"}}
    return {key: _with_values(value, schemas) for key, value in part.items()}


def _call(path: str, method: str, operation: Mapping[str, Any]) -> Call:
    answers = operation["responses"].items()
    return Call(
        slug=operation["operationId"].replace("_", "-"),
        method=method.upper(),
        path=path,
        summary=operation.get("summary", ""),
        words=operation.get("description", ""),
        parameters=tuple(_parameter(one) for one in operation.get("parameters", ())),
        bodies=tuple(_media(operation.get("requestBody", {}))),
        answers=tuple(
            Given(status, tuple(_media(answer)))
            for status, answer in answers
            if status != "default"
        ),
    )


def _media(holder: Mapping[str, Any]) -> Iterator[Media]:
    for media_type, content in holder.get("content", {}).items():
        yield Media(media_type, _shape_name(content.get("schema", {})))


def _parameter(given: Mapping[str, Any]) -> Field:
    words = given.get("description", "")
    return _field(given["name"], given["schema"], words, is_required=given.get("required", False))


def _shape(name: str, schema: Mapping[str, Any]) -> Shape:
    required = schema.get("required", ())
    fields = (
        _field(field, one, one.get("description", ""), is_required=field in required)
        for field, one in schema["properties"].items()
    )
    return Shape(name, schema.get("description", ""), tuple(fields))


def _field(name: str, schema: Mapping[str, Any], words: str, *, is_required: bool) -> Field:
    type_words, bounds = _type(schema), ", ".join(_bounds(schema))
    return Field(name, type_words, words, bounds, is_required, _shape_name(schema))


def _type(schema: Mapping[str, Any]) -> str:
    kind = schema.get("type", "")
    kinds = [one for one in (kind if isinstance(kind, list) else [kind]) if one != "null"]
    form = schema.get("format", "")
    plain = form if form in {"date", "date-time", "uuid"} else " or ".join(kinds)
    if kinds == ["array"]:
        inner = schema.get("items", {})
        return f"list of {_shape_name(inner) or _type(inner) or 'values'}"
    return plain or _shape_name(schema) or "value"


def _bounds(schema: Mapping[str, Any]) -> Iterator[str]:
    if "enum" in schema:
        values = [str(value) for value in schema["enum"] if value is not None]
        more = f" and {len(values) - SHOWN_VALUES} more" if len(values) > SHOWN_VALUES else ""
        yield f"one of {', '.join(values[:SHOWN_VALUES])}{more}"
    if "minimum" in schema:
        yield f"from {schema['minimum']}"
    if "maximum" in schema:
        yield f"to {schema['maximum']:,}"
    if "maxLength" in schema:
        yield f"{schema['maxLength']:,} characters at most"
    if "default" in schema and schema["default"] is not None:
        yield f"{schema['default']} if not given"
    if "null" in schema.get("type", ()):
        yield "may be null"


def _shape_name(schema: Mapping[str, Any]) -> str:
    """The name of the shape that a schema refers to, "" where it is none of its own."""
    if "$ref" in schema:
        return str(schema["$ref"]).rsplit("/", 1)[-1]
    for word in ("oneOf", "allOf", "anyOf"):
        for inner in schema.get(word, ()):
            if name := _shape_name(inner):
                return name
    return _shape_name(schema["items"]) if "items" in schema else ""
