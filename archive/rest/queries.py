"""What may stand behind the ``?`` of an address: each parameter with its bounds, and nothing else."""

from collections.abc import Mapping
from typing import Any, Final

from django import forms
from django.core.validators import RegexValidator
from rest_framework import serializers
from rest_framework.request import Request

ENOUGH: Final = 200
"""Characters of a parameter that has no bound of its own."""
MOST_ROWS: Final = 100
CURSOR: Final = 600
WITHOUT_NULL: Final = r"^[^\x00]*$"


class TextField(serializers.CharField):
    """Text as it stands: no blank is cut off. A null character is in no text."""

    def __init__(self, **options: Any) -> None:
        options.setdefault("max_length", ENOUGH)
        super().__init__(trim_whitespace=False, **options)
        self.validators.append(
            RegexValidator(WITHOUT_NULL, "Null characters are not allowed.", code="null")
        )


class StringField(serializers.CharField):
    """A string as JSON has it: a number is none."""

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class WholeField(serializers.IntegerField):
    """A whole number in digits, and in no other way of writing one."""

    def to_internal_value(self, data: Any) -> int:
        text = str(data)
        if not text.isascii() or not text.removeprefix("-").isdigit():
            self.fail("invalid")
        return super().to_internal_value(data)


class SwitchField(serializers.BooleanField):
    """``true`` or ``false``."""

    TRUE_VALUES = {True, "true"}
    FALSE_VALUES = {False, "false"}


class Query(serializers.Serializer[None]):
    """The parameters of an address."""


class PageQuery(Query):
    """A page of a long list: its cursors come from `next` and `previous` of another page."""

    limit = WholeField(
        min_value=1, max_value=MOST_ROWS, default=50, help_text="Rows of a page, at most."
    )
    after = TextField(
        required=False, max_length=CURSOR, help_text="Cursor: what comes after. From `next`."
    )
    before = TextField(
        required=False, max_length=CURSOR, help_text="Cursor: what comes before. From `previous`."
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if "after" in attrs and "before" in attrs:
            # The page after a cursor and the page before another have nothing in common.
            attrs.pop("before")
        return attrs


def read(query: type[Query], request: Request) -> dict[str, Any]:
    """The parameters of a request, checked. Raises ValidationError."""
    known = query().fields
    given: dict[str, Any] = {}
    errors: dict[str, str] = {}
    for name, values in request.query_params.lists():
        if name not in known:
            errors[name] = f"There is no such parameter here. {_names(known)}"
        elif isinstance(known[name], serializers.ListField):
            given[name] = values
        elif len(values) > 1:
            errors[name] = "This parameter can be given once."
        else:
            given[name] = values[0]
    if errors:
        raise serializers.ValidationError(errors)
    asked = query(data=given)
    asked.is_valid(raise_exception=True)
    found: dict[str, Any] = asked.validated_data
    return found


def _names(known: Mapping[str, Any]) -> str:
    return f"Known are {', '.join(known)}." if known else "This address takes none."


def like_form(
    fields: Mapping[str, forms.Field],
) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
    """The fields of a form as parameters with the same bounds."""
    return {name: _parameter(field) for name, field in fields.items()}


def _parameter(field: forms.Field) -> serializers.Field[Any, Any, Any, Any]:
    options: dict[str, Any] = {"required": False, "help_text": str(field.label or "")}
    bounded: Any = field
    if isinstance(field, forms.ChoiceField):
        return serializers.ChoiceField(choices=choices_of(field), **options)
    if isinstance(field, forms.IntegerField):
        return WholeField(min_value=bounded.min_value, max_value=bounded.max_value, **options)
    if isinstance(field, forms.DateField):
        return serializers.DateField(**options)
    if isinstance(field, forms.CharField):
        return TextField(max_length=field.max_length or ENOUGH, **options)
    raise TypeError(f"The API has no parameter like {type(field).__name__}.")


def choices_of(field: forms.ChoiceField) -> list[str]:
    """The values of a choice, without their groups and without the empty one."""
    values: dict[str, None] = {}
    groups: Any = field.choices
    for value, words in groups:
        inner = [one for one, _ in words] if isinstance(words, list | tuple) else [value]
        values |= dict.fromkeys(str(one) for one in inner if one not in {"", None})
    return list(values)
