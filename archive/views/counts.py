"""What is counted while the site works, by one process or by several that share a folder."""

from typing import Final

from django.conf import settings
from prometheus_client import REGISTRY, CollectorRegistry, Histogram
from prometheus_client.multiprocess import MultiProcessCollector

REQUEST_SECONDS: Final = Histogram(
    "tilebook_request_seconds",
    "Time until an answer begins, by the name of its page.",
    ["method", "page", "status"],
    buckets=(0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30),
)


def of_processes() -> CollectorRegistry:
    """What this process counted, and those that share its folder if there is one."""
    if not settings.METRICS_FOLDER:
        return REGISTRY
    registry = CollectorRegistry()
    MultiProcessCollector(registry, path=settings.METRICS_FOLDER)  # type: ignore[no-untyped-call]
    return registry
