"""Metrics in the format of Prometheus, on an address of their own.

No label names a guest or a table. Only `serve --metrics` imports this module.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import accumulate
from typing import NamedTuple

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, ProcessCollector
from prometheus_client.exposition import generate_latest
from prometheus_client.metrics_core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    InfoMetricFamily,
    Metric,
)
from prometheus_client.registry import Collector
from prometheus_client.utils import floatToGoString
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from puntobanco import __version__
from puntobanco.web.hall.hall import Hall
from puntobanco.web.observing import Histogram

PREFIX = "puntobanco"
BUILD = f"{PREFIX}_build"


class HallMetric(NamedTuple):
    """A gauge, a counter or a histogram."""

    kind: str
    name: str
    help: str
    read: Callable[[Hall], float | Mapping[str, int] | Histogram]
    """A counter may have a number for each code."""


gauge, counter = partial(HallMetric, "gauge"), partial(HallMetric, "counter")
histogram = partial(HallMetric, "histogram")

METRICS = (
    counter("bets_total", "Bets written by this server.", lambda hall: hall.observer.bets),
    counter("coups_total", "Coups dealt by this server.", lambda hall: hall.observer.coups),
    histogram(
        "commit_seconds",
        "Time to make a batch durable.",
        lambda hall: hall.observer.commit_seconds,
    ),
    histogram(
        "commit_batch_size",
        "Requests that share a commit.",
        lambda hall: hall.observer.batch_sizes,
    ),
    counter(
        "commit_failures_total",
        "Commits that failed, or whose outcome was unknown.",
        lambda hall: hall.observer.failures,
    ),
    gauge("sockets", "Open WebSockets.", lambda hall: hall.sockets.total),
    gauge("guests", "Guests with an open WebSocket.", lambda hall: len(hall.sockets.guests)),
    gauge("tables", "Open tables, of all servers that share the log.", lambda h: len(h.rooms)),
    gauge("damaged_tables", "Tables that stay closed here.", lambda hall: len(hall.damaged)),
    counter(
        "refusals_total",
        "Refused commands, requests and connections, by code.",
        lambda hall: hall.observer.refusals,
    ),
    counter(
        "conflicts_total",
        "Tables that another server changed first.",
        lambda hall: hall.observer.conflicts,
    ),
    counter(
        "retries_total",
        "Requests decided again after a conflict.",
        lambda hall: hall.observer.retries,
    ),
    histogram(
        "event_loop_delay_seconds",
        "How late the event loop ran a timer.",
        lambda hall: hall.observer.loop_delays,
    ),
    gauge("ready", "1 if /readyz returns 200, else 0.", lambda hall: hall.readiness == "ok"),
)


class HallCollector(Collector):
    """Reads the metrics of a hall for each request."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall

    def collect(self) -> Iterator[Metric]:
        """Yield every metric of the hall."""
        version = {"version": __version__}
        yield InfoMetricFamily(BUILD, "The version of the server.", version)
        for metric in METRICS:
            yield self._family(metric)

    def _family(self, metric: HallMetric) -> Metric:
        name, text, found = f"{PREFIX}_{metric.name}", metric.help, metric.read(self._hall)
        if isinstance(found, Histogram):
            bounds = [*map(floatToGoString, found.bounds), "+Inf"]
            buckets = list(zip(bounds, accumulate(found.counts), strict=True))
            return HistogramMetricFamily(name, text, buckets, sum_value=found.total)
        if isinstance(found, Mapping):
            family = CounterMetricFamily(name, text, labels=["code"])
            for code, number in found.items():
                family.add_metric([code], number)
            return family
        kind = CounterMetricFamily if metric.kind == "counter" else GaugeMetricFamily
        return kind(name, text, found)


def metrics_registry(hall: Hall) -> CollectorRegistry:
    """Return all metrics of a hall and its process."""
    registry = CollectorRegistry()
    registry.register(HallCollector(hall))
    ProcessCollector(namespace=PREFIX, registry=registry)
    return registry


def metrics_app(hall: Hall) -> Starlette:
    """Return the application that serves the metrics."""
    registry = metrics_registry(hall)

    async def metrics(_request: Request) -> Response:
        headers = {"content-type": CONTENT_TYPE_LATEST}
        return Response(generate_latest(registry), headers=headers)

    return Starlette(routes=[Route("/metrics", metrics)])
