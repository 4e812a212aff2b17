"""What pages keep for a while, in Redis; while that is away, each process keeps its own.

Nothing in it is the truth, so a page is never refused for it, and rates are still counted, if by each
process alone.
"""

import logging
import time
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)

AWAY_SECONDS: Final = 5.0
"""For so long a server that did not answer is not asked again: one that says nothing costs a page in
a while its seconds, and not every page."""


class Client:
    """What Django asks of its client for Redis, answered by that, or in its place by the memory of this
    process."""

    away_until = 0.0
    """Of all threads: a moment of the clock that only goes on."""

    def __init__(self, *servers: Any, **options: Any) -> None:
        self._redis = RedisCacheClient(*servers, **options)
        self._own = LocMemCache("while-redis-is-away", {})

    def __getattr__(self, name: str) -> Callable[..., Any]:
        return partial(self._ask, name)

    def _ask(self, name: str, *words: Any) -> Any:
        if time.monotonic() >= Client.away_until:
            try:
                return getattr(self._redis, name)(*words)
            except RedisError:
                logger.warning("Redis does not answer: kept here for a while.", exc_info=True)
                Client.away_until = time.monotonic() + AWAY_SECONDS
        return getattr(self._own, name)(*words)


class Cache(RedisCache):
    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = Client
