"""Guards for requests: origins, cookies and rate limits."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from hashlib import blake2b
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any

from puntobanco.errors import StoreError
from puntobanco.web.hall.hall import Hall
from puntobanco.web.http.requests import Problem
from puntobanco.web.rates import Buckets
from puntobanco.words import Message, message

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
"""Sent with every page. Other files need only `FILE_HEADERS`: the page's own headers decide what
they may do."""

PLAIN_HEADERS = tuple(each for each in HEADERS if each[0] != b"cross-origin-opener-policy")
"""`HEADERS` for plain HTTP, where browsers ignore the opener policy and log a warning."""

STRICT_TRANSPORT = (b"strict-transport-security", b"max-age=31536000")
"""Sent with pages if every origin is HTTPS: browsers never use plain HTTP again for a year."""

_FILES = re.compile(r"/(?:static/(?:[0-9a-f]{16}/)?(?:js|css|words)|words)/")


def is_file(path: str) -> bool:
    """Return whether a path is that of a script, style or catalogue, not of a page."""
    return _FILES.match(path) is not None


@dataclass(frozen=True, slots=True)
class AllowedOrigins:
    """The origins of this server's own pages, as browsers write them."""

    origins: frozenset[str]

    @classmethod
    def at(cls, port: int, named: Iterable[str] = ()) -> AllowedOrigins:
        """Allow the loopback names at a port, and further origins."""
        own = (f"http://{host}:{port}" for host in LOOPBACK)
        return cls(frozenset(map(origin_of, (*own, *named))))

    @property
    def hosts(self) -> frozenset[str]:
        """Return the allowed values of the `Host` header."""
        return frozenset(map(_host, self.origins))

    def allow(self, scope: Scope) -> bool:
        """Return whether a request names this server and doesn't come from a foreign page.

        A foreign name that points here (DNS rebinding) shows in `Host`, a foreign page in `Origin`.
        A WebSocket must have an `Origin`, since browsers let any page open one.
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
    """Return an origin as browsers write it: scheme, host, and any port but the default.

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
    """Return whether the text in brackets, if any, is an IPv6 address."""
    try:
        return six is None or bool(IPv6Address(six))
    except ValueError:
        return False


def _host(origin: str) -> str:
    return origin.partition("://")[2]


def header(scope: Scope, name: bytes) -> list[str]:
    """Return every value of a header."""
    return [value.decode("latin-1") for key, value in scope["headers"] if key.lower() == name]


@dataclass(frozen=True, slots=True)
class GuestCookie:
    """The cookie that holds a guest's token."""

    name: str
    is_secure: bool = False

    @classmethod
    def of_hall(cls, secret: bytes, *, is_secure: bool) -> GuestCookie:
        """Return the cookie of the hall with this secret.

        Browsers send a host's cookies to all of its ports, so each hall has a name of its own. If
        the hall uses only HTTPS, the name has a prefix that stops other hosts from setting it.
        """
        name = f"puntobanco_{blake2b(b'cookie', key=secret, digest_size=4).hexdigest()}"
        return cls(f"__Host-{name}" if is_secure else name, is_secure)

    def token(self, scope: Scope) -> str | None:
        """Return the token in a request, or None."""
        return cookie(scope, self.name) or None


def cookie(scope: Scope, name: str) -> str | None:
    """Return the value of a cookie, even if others are malformed."""
    for text in header(scope, b"cookie"):
        for pair in text.split(";"):
            key, is_pair, value = pair.partition("=")
            if is_pair and key.strip() == name:
                return value.strip().removeprefix('"').removesuffix('"')
    return None


class RateLimits:
    """Counts requests by guest or address; behind a trusted proxy, by the address that it names."""

    def __init__(self, hall: Hall, cookie: GuestCookie, proxies: Collection[str] = ()) -> None:
        caps = hall.caps
        self._hall, self._cookie = hall, cookie
        self._proxies = frozenset(map(network, proxies))
        self._requests = Buckets(caps.requests)
        self._new_guests = Buckets(caps.new_guests)
        self._new_tables = Buckets(caps.new_tables)
        self._new_tables_here = Buckets(caps.new_tables.times(caps.crowd))
        self._reads = Buckets(caps.reads)
        self._at_once: Counter[str] = Counter()

    def check_request(self, scope: Scope) -> None:
        """Refuse a request beyond the limit."""
        self._take(self._requests, self._client(scope), message("refused.requests"))

    @contextmanager
    def one_of_few(self, scope: Scope) -> Iterator[None]:
        """Count a request while it is answered. Refuse it if its address has too many.

        Behind a proxy this is the only limit on connections from one address.
        """
        address = self.address(scope)
        if self._at_once[address] >= self._hall.caps.requests_per_address:
            raise Problem(429, "too_often", message("refused.requests"))
        self._at_once[address] += 1
        try:
            yield
        finally:
            self._at_once[address] -= 1
            if not self._at_once[address]:
                del self._at_once[address]

    def check_new_guest(self, scope: Scope) -> None:
        """Refuse a new guest beyond the limit."""
        self._take(self._new_guests, self.address(scope), message("refused.new_guests"))

    def check_new_table(self, scope: Scope) -> None:
        """Refuse a new table beyond the limits of its guest and of the address."""
        self._take(self._new_tables, self._client(scope), message("refused.new_tables"))
        self._take(self._new_tables_here, self.address(scope), message("refused.new_tables"))

    def check_read(self, scope: Scope) -> None:
        """Refuse a list of tables, odds, or a read of the log beyond the limit."""
        self._take(self._reads, self._client(scope), message("refused.requests"))

    def _take(self, buckets: Buckets, client: str, refusal: Message) -> None:
        if not buckets.take(client, self._hall.elapsed()):
            raise Problem(429, "too_often", refusal)

    def _client(self, scope: Scope) -> str:
        token, guest = self._cookie.token(scope), None
        with suppress(StoreError):  # the route itself answers with the error
            guest = self._hall.guest(token) if token else None
        return guest.id if guest else self.address(scope)

    def address(self, scope: Scope) -> str:
        """Return the client's address. From a trusted proxy, use only the address that it added."""
        client = scope.get("client")
        near = network(client[0]) if client else ""
        if near not in self._proxies:
            return near
        *_, far = ",".join(header(scope, b"x-forwarded-for")).split(",")
        return network(far.strip()) or near


def network(text: str) -> str:
    """Return an address in canonical form. Reduce IPv6 to its /64, which one household shares.

    >>> network("192.0.2.7"), network("::ffff:192.0.2.7"), network("2001:DB8::1:2:3:4")
    ('192.0.2.7', '192.0.2.7', '2001:db8::/64')
    >>> network("unknown")
    ''
    """
    try:
        address = ip_address(text)
    except ValueError:
        return ""
    if not isinstance(address, IPv6Address):
        return str(address)
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(ip_network((address.packed, 64), strict=False))
