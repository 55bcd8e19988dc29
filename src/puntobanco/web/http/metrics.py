"""Metrics in the format of Prometheus, on an address of their own.

No label names a guest or a table. Only `serve --metrics` imports this module.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
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


class Gauge(NamedTuple):
    """A value that rises and falls."""

    name: str
    help: str
    read: Callable[[Hall], float]


class CountMetric(NamedTuple):
    """A number that only rises, or one for each code."""

    name: str
    help: str
    read: Callable[[Hall], int | Mapping[str, int]]


class Distribution(NamedTuple):
    """Values in buckets."""

    name: str
    help: str
    read: Callable[[Hall], Histogram]


METRICS: tuple[Gauge | CountMetric | Distribution, ...] = (
    CountMetric("bets_total", "Bets written by this server.", lambda hall: hall.observer.bets),
    CountMetric("coups_total", "Coups dealt by this server.", lambda hall: hall.observer.coups),
    Distribution(
        "commit_seconds",
        "Time to make a batch durable.",
        lambda hall: hall.observer.commit_seconds,
    ),
    Distribution(
        "commit_batch_size",
        "Requests that share a commit.",
        lambda hall: hall.observer.batch_sizes,
    ),
    CountMetric(
        "commit_failures_total",
        "Commits that failed, or whose outcome was unknown.",
        lambda hall: hall.observer.failures,
    ),
    Gauge("sockets", "Open WebSockets.", lambda hall: hall.sockets.total),
    Gauge("guests", "Guests with an open WebSocket.", lambda hall: len(hall.sockets.guests)),
    Gauge("tables", "Open tables, of all servers that share the log.", lambda h: len(h.rooms)),
    Gauge("damaged_tables", "Tables that stay closed here.", lambda hall: len(hall.damaged)),
    CountMetric(
        "refusals_total",
        "Refused commands, requests and connections, by code.",
        lambda hall: hall.observer.refusals,
    ),
    CountMetric(
        "conflicts_total",
        "Tables that another server changed first.",
        lambda hall: hall.observer.conflicts,
    ),
    CountMetric(
        "retries_total",
        "Requests decided again after a conflict.",
        lambda hall: hall.observer.retries,
    ),
    Distribution(
        "event_loop_delay_seconds",
        "How late the event loop ran a timer.",
        lambda hall: hall.observer.loop_delays,
    ),
    Gauge("ready", "1 if /readyz returns 200, else 0.", lambda hall: hall.readiness == "ok"),
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

    def _family(self, metric: Gauge | CountMetric | Distribution) -> Metric:
        name, text = f"{PREFIX}_{metric.name}", metric.help
        match metric:
            case Gauge(read=read_gauge):
                return GaugeMetricFamily(name, text, read_gauge(self._hall))
            case Distribution(read=read_histogram):
                return _histogram(name, text, read_histogram(self._hall))
            case CountMetric(read=read_count):
                return _counter(name, text, read_count(self._hall))


def _counter(name: str, text: str, found: int | Mapping[str, int]) -> Metric:
    if not isinstance(found, Mapping):
        return CounterMetricFamily(name, text, found)
    family = CounterMetricFamily(name, text, labels=["code"])
    for code, number in found.items():
        family.add_metric([code], number)
    return family


def _histogram(name: str, text: str, found: Histogram) -> Metric:
    bounds = [*map(floatToGoString, found.bounds), "+Inf"]
    buckets = list(zip(bounds, accumulate(found.counts), strict=True))
    return HistogramMetricFamily(name, text, buckets, sum_value=found.total)


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
