"""Whatever goes wrong under /api/ is answered in one shape: RFC 9457, ``application/problem+json``."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from django.conf import settings
from django.core.exceptions import (
    PermissionDenied,
    RequestDataTooBig,
    SuspiciousOperation,
    TooManyFieldsSent,
    TooManyFilesSent,
)
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from rest_framework import exceptions, serializers

MEDIA_TYPE: Final = "application/problem+json"
PREFIX: Final = "/api/"
TYPES: Final = "/api/v1/docs#problem-"
"""Where each type of problem is explained, on this host."""

Answer = Callable[[HttpRequest], HttpResponseBase]


class Kind(NamedTuple):
    """A type of problem. ``words`` say what to do about it."""

    slug: str
    title: str
    words: str


KINDS: Final = {
    400: Kind("invalid", "The request is not as it should be", "See errors for each field."),
    401: Kind("sign-in", "Sign in first", "Send a token or a session that is valid."),
    403: Kind("forbidden", "You may not do this", "Ask somebody who may, or sign in."),
    404: Kind("not-found", "There is nothing here", "Follow links of answers, not made addresses."),
    405: Kind("method", "This address is not used in that way", "Allow names the methods."),
    406: Kind("not-acceptable", "It cannot be given in that form", "Ask for another in Accept."),
    409: Kind("conflict", "It does not fit what is there", "Read it again, then decide."),
    412: Kind("changed", "It has changed since you read it", "Read it again, then send If-Match."),
    413: Kind("too-large", "This is more than is taken at once", "Send it in several parts."),
    415: Kind("media-type", "That form is not read here", "Send another Content-Type."),
    422: Kind("unusable", "The content cannot be used", "See problem for the place and the rule."),
    429: Kind("too-many", "Too many requests", "Wait as many seconds as Retry-After says."),
    500: Kind("fault", "A fault of this site", "It is in our log. Try again later."),
    503: Kind(
        "busy",
        "The archive is out of reach",
        "Wait as many seconds as Retry-After says, then ask again.",
    ),
}
"""Every type of problem by the status that it comes with."""


class TooLarge(exceptions.APIException):
    status_code = 413


class Unusable(exceptions.APIException):
    """The content was read and cannot be used; ``problem`` is what the judge says of it."""

    status_code = 422

    def __init__(self, problem: Mapping[str, Any]) -> None:
        super().__init__(str(problem["message"]))
        self.problem = {name: value for name, value in problem.items() if value is not None}


class Changed(exceptions.APIException):
    status_code = 412
    default_detail = "It has changed since you read it, and nothing was done. Read it again."


class TooMany(exceptions.APIException):
    """``wait``: seconds until it is worth asking again."""

    status_code = 429

    def __init__(self, detail: str, *, wait: int) -> None:
        super().__init__(detail)
        self.wait = wait


class Busy(exceptions.APIException):
    status_code = 503
    wait = 30
    default_detail = (
        "The archive is too busy to take this just now, and nothing of it was stored. "
        "Send it again in a minute."
    )


class FieldErrorSerializer(serializers.Serializer[None]):
    field = serializers.CharField(help_text="The parameter or field; empty for the whole request.")
    code = serializers.CharField()
    message = serializers.CharField()


class ProblemSerializer(serializers.Serializer[None]):
    """What went wrong (RFC 9457)."""

    type = serializers.CharField(help_text="Where this type of problem is explained.")
    title = serializers.CharField()
    status = serializers.IntegerField()
    detail = serializers.CharField(help_text="What is wrong this time, and what to do.")
    instance = serializers.CharField(  # type: ignore[assignment]
        help_text="The address that was asked."
    )
    errors = FieldErrorSerializer(  # type: ignore[assignment]
        many=True, required=False
    )
    problem = serializers.DictField(
        required=False, help_text="Of a record: code, message, line, column, ply, token."
    )


def response(
    status: int,
    detail: str,
    instance: str,
    *,
    errors: Sequence[Mapping[str, str]] = (),
    problem: Mapping[str, Any] | None = None,
) -> HttpResponse:
    """A problem as an answer."""
    return HttpResponse(
        body(status, detail, instance, errors=errors, problem=problem),
        status=status,
        content_type=MEDIA_TYPE,
    )


def body(
    status: int,
    detail: str,
    instance: str,
    *,
    errors: Sequence[Mapping[str, str]] = (),
    problem: Mapping[str, Any] | None = None,
) -> str:
    kind = KINDS.get(status, KINDS[500 if status >= 500 else 400])
    said: dict[str, Any] = {
        "type": f"{TYPES}{kind.slug}",
        "title": kind.title,
        "status": status,
        "detail": detail or kind.words,
        "instance": instance,
    }
    if errors:
        said["errors"] = list(errors)
    if problem:
        said["problem"] = dict(problem)
    return json.dumps(said)


def handle(error: Exception, context: Mapping[str, Any]) -> HttpResponse | None:
    """The answer to what a view raised; None for a fault of ours, which is logged as such."""
    known = _as_api_exception(error)
    if known is None:
        return None
    errors = list(_field_errors(known.detail)) if known.status_code == 400 else []
    has_fields = isinstance(known, exceptions.ValidationError)
    answer = response(
        known.status_code,
        _sentence(errors) if has_fields else str(known.detail),
        context["request"].path,
        errors=errors if has_fields else (),
        problem=getattr(known, "problem", None),
    )
    if challenge := getattr(known, "auth_header", None):
        answer["WWW-Authenticate"] = challenge
    if wait := getattr(known, "wait", None):
        answer["Retry-After"] = str(max(1, round(wait + 0.5)))
    if isinstance(known, exceptions.MethodNotAllowed):
        answer["Allow"] = ", ".join(context["view"].allowed_methods)
    return answer


def _as_api_exception(error: Exception) -> exceptions.APIException | None:
    if isinstance(error, exceptions.APIException):
        return error
    if isinstance(error, Http404):
        return exceptions.NotFound(str(error) or None)
    if isinstance(error, PermissionDenied):
        return exceptions.PermissionDenied(str(error) or None)
    if isinstance(error, RequestDataTooBig | TooManyFieldsSent | TooManyFilesSent):
        return TooLarge(f"{error} Nothing was stored.")
    if isinstance(error, SuspiciousOperation):
        return exceptions.ParseError(str(error))
    return None


def _field_errors(detail: Any, field: str = "") -> Iterator[dict[str, str]]:
    """The messages of a validation error, nested as they come, one after the other."""
    if isinstance(detail, Mapping):
        for name, inner in detail.items():
            own = "" if name == "non_field_errors" else str(name)
            yield from _field_errors(inner, ".".join(filter(None, (field, own))))
    elif isinstance(detail, list | tuple):
        for inner in detail:
            yield from _field_errors(inner, field)
    else:
        code = str(getattr(detail, "code", "invalid"))
        yield {"field": field, "code": code, "message": str(detail)}


def _sentence(errors: Iterable[Mapping[str, str]]) -> str:
    parts = (
        f"{error['field']}: {error['message']}" if error["field"] else error["message"]
        for error in errors
    )
    return " ".join(parts)


def in_one_shape(get_response: Answer) -> Answer:
    """Middleware: gives what Django itself refuses under /api/ the shape of all problems."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        found = get_response(request)
        is_page = not found.get("Content-Type", "").startswith(MEDIA_TYPE)
        is_wrong = found.status_code >= 400 and not (settings.DEBUG and found.status_code == 500)
        is_ours = request.path.startswith(PREFIX) and is_wrong and is_page
        if is_ours and isinstance(found, HttpResponse):
            _shape(found, request)
        return found

    return answer


def _shape(found: HttpResponse, request: HttpRequest) -> None:
    """Put a problem in the place of a page; other headers stay, as Allow must."""
    details = {404: "There is nothing at this address.", 500: KINDS[500].words}
    detail = details.get(found.status_code, "")
    found.content = body(found.status_code, detail, request.path).encode()
    found["Content-Type"] = MEDIA_TYPE
    found["Content-Length"] = str(len(found.content))
    for name in ("Content-Encoding", "ETag"):
        if name in found:
            del found[name]
