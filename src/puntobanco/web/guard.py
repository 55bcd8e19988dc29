"""Whose requests are answered, and what every answer carries."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import urlsplit

Scope = Any
"""ASGI's description of a request."""

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
"""No inline script or style, and nothing from elsewhere."""

HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
)
"""On every answer, whatever it is."""


@dataclass(frozen=True, slots=True)
class Gate:
    """The origins that this server is, as browsers write them."""

    origins: frozenset[str]

    @classmethod
    def at(cls, port: int, named: Iterable[str] = ()) -> Gate:
        """The machine's own names at a port, and the origins that were named."""
        own = (f"http://{host}:{port}" for host in LOOPBACK)
        return cls(frozenset((*own, *map(normal, named))))

    @property
    def hosts(self) -> frozenset[str]:
        """What a `Host` may say."""
        return frozenset(_host(origin) for origin in self.origins)

    def admits(self, scope: Scope) -> bool:
        """Whether a request was meant for this server, and comes from its own pages if any.

        A foreign name that was made to point here (DNS rebinding) shows in `Host`, a foreign page
        in `Origin`; a WebSocket must have one, since browsers do not hold it to the same origin.
        """
        hosts, origins = header(scope, b"host"), header(scope, b"origin")
        if len(hosts) != 1 or _host(f"http://{hosts[0]}") not in self.hosts:
            return False
        if not origins:
            return bool(scope["type"] != "websocket")
        return len(origins) == 1 and normal(origins[0]) in self.origins


def normal(origin: str) -> str:
    """An origin without what goes without saying."""
    parts = urlsplit(origin.lower())
    return f"{parts.scheme}://{_host(origin)}"


def _host(origin: str) -> str:
    parts = urlsplit(origin.lower())
    default = {"http": ":80", "https": ":443"}.get(parts.scheme, "")
    return parts.netloc.removesuffix(default) if default else parts.netloc


def header(scope: Scope, name: bytes) -> list[str]:
    """Every value of a header."""
    return [value.decode("latin-1") for key, value in scope["headers"] if key.lower() == name]


def cookie(scope: Scope, name: str) -> str | None:
    """The value of a cookie."""
    for text in header(scope, b"cookie"):
        try:
            morsel = SimpleCookie(text).get(name)
        except CookieError:
            continue
        if morsel:
            return morsel.value
    return None
