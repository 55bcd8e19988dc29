"""How often each guest may ask for something, and each address that nobody has come in from."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from ipaddress import IPv6Address, ip_address, ip_network

from puntobanco.errors import StoreError
from puntobanco.web.hall.hall import Hall
from puntobanco.web.http.guard import Scope, cookie, header
from puntobanco.web.http.requests import Problem
from puntobanco.web.rates import Buckets


class Turnstile:
    """Counts requests by guest or address; behind a proxy, by the address that the proxy names."""

    def __init__(self, hall: Hall, cookie_name: str, proxies: Collection[str] = ()) -> None:
        caps = hall.caps
        self._hall, self._cookie_name = hall, cookie_name
        self._proxies = frozenset(map(network, proxies))
        self._requests = Buckets(caps.requests, caps.requests_at_once)
        self._newcomers = Buckets(caps.newcomers, caps.newcomers_at_once)
        self._readings = Buckets(caps.readings, caps.readings_at_once)

    def check_request(self, scope: Scope) -> None:
        """Refuse a request that is one too many."""
        if not self._requests.take(self._who(scope), self._hall.elapsed()):
            raise Problem(429, "too_often", "Too many requests at once; wait a little.")

    def check_newcomer(self, scope: Scope) -> None:
        """Refuse a new guest who is one too many."""
        if not self._newcomers.take(self.address(scope), self._hall.elapsed()):
            raise Problem(429, "too_often", "Too many new guests from this address; wait a little.")

    def check_reader(self, scope: Scope) -> None:
        """Refuse to read the log once too often."""
        if not self._readings.take(self._who(scope), self._hall.elapsed()):
            raise Problem(429, "too_often", "Too many records at once; wait a little.")

    def _who(self, scope: Scope) -> str:
        token, guest = cookie(scope, self._cookie_name), None
        with suppress(StoreError):  # whoever asks on will be told
            guest = self._hall.guest(token) if token else None
        return guest.id if guest else self.address(scope)

    def address(self, scope: Scope) -> str:
        """Where a request comes from. Only what a trusted proxy itself has added is believed."""
        client = scope.get("client")
        near = network(client[0]) if client else ""
        if near not in self._proxies:
            return near
        *_, far = ",".join(header(scope, b"x-forwarded-for")).split(",")
        return network(far.strip()) or near


def network(text: str) -> str:
    """An address in its one form; of an IPv6 address, the network that one household has.

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
