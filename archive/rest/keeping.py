"""Who may keep an answer: what only its owner and staff may open stays in no cache."""

from typing import TypeVar

from django.http import HttpResponseBase
from django.utils.cache import patch_cache_control

from archive.models import Record
from archive.selectors import visible

Answer = TypeVar("Answer", bound=HttpResponseBase)


def kept_private(response: Answer, record: Record) -> Answer:
    if not visible.is_open(record):
        patch_cache_control(response, private=True, no_store=True)
    return response
