"""The address of this machine in its network, and a QR code in a terminal."""

from __future__ import annotations

import socket
from contextlib import suppress
from ipaddress import ip_address

from puntobanco.web.qr import QUIET, Matrix

_ELSEWHERE = ("198.51.100.1", 9)
"""An address that is nobody's (RFC 5737)."""

_HALVES = {(False, False): "█", (False, True): "▀", (True, False): "▄", (True, True): " "}
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


def qr_lines(code: Matrix) -> list[str]:
    """A code in half blocks, with the light border that it needs."""
    width = len(code) + 2 * QUIET
    side = (False,) * QUIET
    border = ((False,) * width,) * QUIET
    rows = [*border, *((*side, *row, *side) for row in code), *border]
    pairs = zip(rows[::2], [*rows[1::2], (False,) * width], strict=False)
    return ["".join(_HALVES[pair] for pair in zip(*two, strict=True)) for two in pairs]
