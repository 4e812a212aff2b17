"""What machines ask: whether the process lives, whether it is ready, and its numbers.

They are answered before anything else, so that neither the name under which a machine knows the
site nor HTTPS, which it does not speak, is in the way. No session is read and none is made.
"""

import hmac
import logging
from collections.abc import Callable

from django.conf import settings
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from archive.rest.clients import client_address
from archive.selectors import measures, readiness
from archive.views.counts import of_processes

logger = logging.getLogger(__name__)

Answer = Callable[[HttpRequest], HttpResponseBase]


def answer_machines(get_response: Answer) -> Answer:
    """Middleware: answers the addresses of `PROBES`."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        probe = PROBES.get(request.path_info)
        if probe is None or request.method not in {"GET", "HEAD"}:
            return get_response(request)
        response = probe(request) or get_response(request)
        response["Cache-Control"] = "no-store"
        return response

    return answer


def _live(_request: HttpRequest) -> HttpResponse:
    return _said("alive", 200)


def _ready(_request: HttpRequest) -> HttpResponse:
    if problems := readiness.problems():
        return _said("\n".join(problems), 503)
    return _said("\n".join(["ready", *readiness.remarks()]), 200)


def _metrics(request: HttpRequest) -> HttpResponse | None:
    """None for those who may not see them: to them the address does not exist."""
    if not (_has_token(request) or _is_near(request)):
        return None
    return HttpResponse(exposition(), content_type=CONTENT_TYPE_LATEST)


def _said(words: str, status: int) -> HttpResponse:
    return HttpResponse(f"{words}\n", status=status, content_type="text/plain; charset=utf-8")


def _has_token(request: HttpRequest) -> bool:
    given = str(request.META.get("HTTP_AUTHORIZATION", "")).encode()
    token = settings.METRICS_TOKEN
    return bool(token) and hmac.compare_digest(given, f"Bearer {token}".encode())


def _is_near(request: HttpRequest) -> bool:
    address = client_address(request)
    return address is not None and any(address in near for near in settings.METRICS_NETWORKS)


class _Rows(Collector):
    """The measures of the database, as Prometheus takes them."""

    def collect(self) -> list[GaugeMetricFamily]:
        families: dict[str, GaugeMetricFamily] = {}
        for one in measures.all_measures():
            family = families.get(one.name)
            if family is None:
                family = GaugeMetricFamily(one.name, one.help, labels=list(one.labels))
                families[one.name] = family
            family.add_metric(list(one.labels.values()), one.value)
        return list(families.values())


def exposition() -> bytes:
    """The numbers of all processes of this web server, and those of the database."""
    return generate_latest(of_processes()) + _of_rows()


def _of_rows() -> bytes:
    """Nothing while the database is out: what this server counted is worth most just then."""
    try:
        registry = CollectorRegistry()
        registry.register(_Rows())
        return generate_latest(registry)
    except DatabaseError:
        logger.warning("The database does not tell its numbers", exc_info=True)
        return b""


PROBES: dict[str, Callable[[HttpRequest], HttpResponse | None]] = {
    "/healthz": _live,
    "/readyz": _ready,
    "/metrics": _metrics,
}
