"""The address of this machine in its network, and a QR code in a terminal."""

from __future__ import annotations

import socket
from contextlib import suppress
from ipaddress import ip_address
from itertools import zip_longest

_ELSEWHERE = ("198.51.100.1", 9)
"""An address that is nobody's (RFC 5737)."""

_QUIET = 4
"""Light modules that must surround a code."""
_HALVES = {(0, 0): "█", (0, 1): "▀", (1, 0): "▄", (1, 1): " "}
"""Two modules above each other; on a dark terminal what is drawn is the light of the code."""


def own_address() -> str | None:
    """The address by which this machine's network knows it, or None without a network.

    No packet is sent: to connect UDP is to ask the system which way it would go.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking, suppress(OSError):
        asking.connect(_ELSEWHERE)
        found: str = asking.getsockname()[0]
        address = ip_address(found)
        return None if address.is_loopback or address.is_unspecified else found
    return None


def qr_lines(text: str) -> list[str]:
    """Return the QR code of a text in half blocks, with the light border that it needs."""
    import segno

    code = segno.make_qr(text, error="m", boost_error=False)
    rows = list(code.matrix_iter(border=_QUIET))
    pairs = zip_longest(rows[::2], rows[1::2], fillvalue=(0,) * len(rows))
    return ["".join(_HALVES[pair] for pair in zip(*two, strict=True)) for two in pairs]
