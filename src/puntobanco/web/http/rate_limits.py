"""How often each guest, and each address without a known guest, may send requests."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from ipaddress import IPv6Address, ip_address, ip_network

from puntobanco.errors import StoreError
from puntobanco.web.hall.hall import Hall
from puntobanco.web.http.guard import GuestCookie, Scope, header
from puntobanco.web.http.requests import Problem
from puntobanco.web.rates import Buckets
from puntobanco.words import message


class RateLimits:
    """Counts requests by guest or address; behind a trusted proxy, by the address that it names."""

    def __init__(self, hall: Hall, cookie: GuestCookie, proxies: Collection[str] = ()) -> None:
        caps = hall.caps
        self._hall, self._cookie = hall, cookie
        self._proxies = frozenset(map(network, proxies))
        self._requests = Buckets(caps.requests, caps.requests_at_once)
        self._new_guests = Buckets(caps.new_guests, caps.new_guests_at_once)
        self._new_tables = Buckets(caps.new_tables, caps.new_tables_at_once)
        self._new_tables_here = Buckets(10 * caps.new_tables, 10 * caps.new_tables_at_once)
        self._lists = Buckets(caps.lists, caps.lists_at_once)
        self._log_reads = Buckets(caps.log_reads, caps.log_reads_at_once)

    def check_request(self, scope: Scope) -> None:
        """Refuse a request beyond the limit."""
        if not self._requests.take(self._client(scope), self._hall.elapsed()):
            raise Problem(429, "too_often", message("refused.requests"))

    def check_new_guest(self, scope: Scope) -> None:
        """Refuse a new guest beyond the limit."""
        if not self._new_guests.take(self.address(scope), self._hall.elapsed()):
            raise Problem(429, "too_often", message("refused.new_guests"))

    def check_new_table(self, scope: Scope) -> None:
        """Refuse a new table beyond the limits of its guest and of the address."""
        now, address = self._hall.elapsed(), self.address(scope)
        is_allowed = self._new_tables.take(self._client(scope), now)
        if not (is_allowed and self._new_tables_here.take(address, now)):
            raise Problem(429, "too_often", message("refused.new_tables"))

    def check_list(self, scope: Scope) -> None:
        """Refuse to list the tables, or to work out odds, beyond the limit."""
        if not self._lists.take(self._client(scope), self._hall.elapsed()):
            raise Problem(429, "too_often", message("refused.lists"))

    def check_log_read(self, scope: Scope) -> None:
        """Refuse to read the log beyond the limit."""
        if not self._log_reads.take(self._client(scope), self._hall.elapsed()):
            raise Problem(429, "too_often", message("refused.records"))

    def _client(self, scope: Scope) -> str:
        token, guest = self._cookie.token(scope), None
        with suppress(StoreError):  # the route itself answers with the error
            guest = self._hall.guest(token) if token else None
        return guest.id if guest else self.address(scope)

    def address(self, scope: Scope) -> str:
        """The address of the client. A trusted proxy is believed about what it added itself."""
        client = scope.get("client")
        near = network(client[0]) if client else ""
        if near not in self._proxies:
            return near
        *_, far = ",".join(header(scope, b"x-forwarded-for")).split(",")
        return network(far.strip()) or near


def network(text: str) -> str:
    """An address in canonical form; an IPv6 address as its /64, which one household shares.

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
