"""The OpenAPI document: every operation says the shape of its problems."""

from collections.abc import Iterable
from functools import cache
from typing import Any, Final

from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.openapi import AutoSchema

from archive.rest.problems import MEDIA_TYPE, ProblemSerializer

PREFIX: Final = "/api/v1/"
CHANGES: Final = {"PUT", "PATCH", "DELETE"}


class Operation(AutoSchema):
    """An operation whose every other answer is a problem."""

    def _get_response_bodies(self, direction: Any = "response") -> Any:
        bodies = super()._get_response_bodies(direction)
        problem = self._get_response_for_code(  # type: ignore[no-untyped-call]
            ProblemSerializer, "default", [MEDIA_TYPE]
        )
        return bodies | {"default": {**problem, "description": "A problem, always in this shape."}}

    def _get_request_body(self, direction: Any = "request") -> Any:
        """Where a body is read, there must be one."""
        body = super()._get_request_body(direction)  # type: ignore[no-untyped-call]
        return body and {**body, "required": True}

    def get_auth(self) -> list[dict[str, Any]]:
        """What changes something that is there already is done by somebody known."""
        found: list[dict[str, Any]] = super().get_auth()
        return [ways for ways in found if ways or self.method not in CHANGES]

    def get_tags(self) -> list[str]:
        """Operations stand under the first word of their addresses."""
        return [self.path.removeprefix(PREFIX).split("/")[0]]


def only_version_one(endpoints: Iterable[Any], **_: Any) -> list[Any]:
    """What the site's own pages ask for is no part of what is promised."""
    return [endpoint for endpoint in endpoints if endpoint[0].startswith(PREFIX)]


@cache
def document() -> dict[str, Any]:
    """The document, made once by each process: it depends on the code alone."""
    generator = SchemaGenerator()  # type: ignore[no-untyped-call]
    found: dict[str, Any] = generator.get_schema(  # type: ignore[no-untyped-call]
        request=None, public=True
    )
    return found
