"""Which origins may send requests, and the headers of every response."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import IPv6Address
from typing import Any

Scope = Any
"""ASGI's description of a request."""

Headers = tuple[tuple[bytes, bytes], ...]

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
"""No inline script or style, and nothing from elsewhere."""

FILE_HEADERS = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
)
"""Sent with every response."""

HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
    *FILE_HEADERS,
)
"""Sent with whatever may be shown as a page. Files that pages are made of need no more than the
above: there are many of them, and what they may do is ruled by the page's own headers."""

PLAIN_HEADERS = tuple(each for each in HEADERS if each[0] != b"cross-origin-opener-policy")
"""The same for pages that come over plain HTTP, where browsers ignore that policy and complain."""

_FILES = re.compile(r"/(?:static/(?:[0-9a-f]{16}/)?(?:js|css|words)|words)/")


def is_file(path: str) -> bool:
    """Whether such a file is at a path; pages and pictures are elsewhere."""
    return _FILES.match(path) is not None


@dataclass(frozen=True, slots=True)
class AllowedOrigins:
    """The origins of this server's own pages, as browsers write them."""

    origins: frozenset[str]

    @classmethod
    def at(cls, port: int, named: Iterable[str] = ()) -> AllowedOrigins:
        """The loopback names at a port, and the origins that are named."""
        own = (f"http://{host}:{port}" for host in LOOPBACK)
        return cls(frozenset(map(origin_of, (*own, *named))))

    @property
    def hosts(self) -> frozenset[str]:
        """The allowed values of the `Host` header."""
        return frozenset(map(_host, self.origins))

    def allow(self, scope: Scope) -> bool:
        """Whether a request names this server, and comes from its own pages if from a page.

        A foreign name that points here (DNS rebinding) shows in `Host`, a foreign page in `Origin`.
        A WebSocket must have an `Origin`, since browsers do not hold it to the same origin.
        """
        hosts, origins = header(scope, b"host"), header(scope, b"origin")
        try:
            (host,) = hosts
            if _host(origin_of(f"http://{host}")) not in self.hosts:
                return False
            if not origins:
                return bool(scope["type"] != "websocket")
            (origin,) = origins
            return origin_of(origin) in self.origins
        except ValueError:
            return False


_ORIGIN = re.compile(
    r"(?P<scheme>https?)://"
    r"(?P<host>[a-z0-9_](?:[a-z0-9_.-]{0,252}[a-z0-9_.])?|\[(?P<six>[0-9a-f:.]{2,45})])"
    r"(?::(?P<port>[0-9]{1,5}))?",
    re.ASCII | re.IGNORECASE,
)
_DEFAULTS = {"http": 80, "https": 443}
_LARGEST_PORT = 65_535


def origin_of(text: str) -> str:
    """An origin as browsers write it: a scheme, a host, and a port unless it is the default.

    >>> origin_of("HTTPS://Cards.example.org:443"), origin_of("http://[::1]:8000")
    ('https://cards.example.org', 'http://[::1]:8000')
    >>> origin_of("http://cards.example.org/table")
    Traceback (most recent call last):
    ValueError: 'http://cards.example.org/table' is not an origin such as https://cards.example.org
    """
    match = _ORIGIN.fullmatch(text)
    scheme, host = (match["scheme"].lower(), match["host"].lower()) if match else ("http", "")
    port = int(match["port"] or _DEFAULTS[scheme]) if match else 0
    if not match or not 1 <= port <= _LARGEST_PORT or not _is_address(match["six"]):
        raise ValueError(f"{text!r} is not an origin such as https://cards.example.org")
    return f"{scheme}://{host}" + ("" if port == _DEFAULTS[scheme] else f":{port}")


def _is_address(six: str | None) -> bool:
    """Whether the text in brackets is an IPv6 address; no brackets are fine."""
    try:
        return six is None or bool(IPv6Address(six))
    except ValueError:
        return False


def _host(origin: str) -> str:
    return origin.partition("://")[2]


def header(scope: Scope, name: bytes) -> list[str]:
    """Every value of a header."""
    return [value.decode("latin-1") for key, value in scope["headers"] if key.lower() == name]


@dataclass(frozen=True, slots=True)
class GuestCookie:
    """The cookie that holds a guest's token."""

    name: str
    is_secure: bool = False

    @classmethod
    def of_hall(cls, hall: str, *, is_secure: bool) -> GuestCookie:
        """Return the cookie of a hall.

        Browsers send a host's cookies to all of its ports, so the name contains the hall's id. If
        the hall uses only HTTPS, the name has a prefix that stops other hosts from setting it.

        >>> GuestCookie.of_hall("5ea1", is_secure=True).name
        '__Host-puntobanco_5ea1'
        """
        name = f"puntobanco_{hall}"
        return cls(f"__Host-{name}" if is_secure else name, is_secure)

    def token(self, scope: Scope) -> str | None:
        """Return the token in a request, or None."""
        return cookie(scope, self.name) or None


def cookie(scope: Scope, name: str) -> str | None:
    """The value of a cookie, however malformed the others are."""
    for text in header(scope, b"cookie"):
        for pair in text.split(";"):
            key, is_pair, value = pair.partition("=")
            if is_pair and key.strip() == name:
                return value.strip().removeprefix('"').removesuffix('"')
    return None
