"""Reads QR codes with a library that is independent of the one that draws them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import zxingcpp

QUIET = 4
"""Light modules that must surround a code."""


def read_code(code: Sequence[Sequence[bool]]) -> str:
    """Return the text of a code given without its light border; true is dark.

    It must be a QR code with error correction level M.
    """
    light = np.pad(~np.array(code, bool), QUIET, constant_values=True)
    pixels = light.repeat(4, axis=0).repeat(4, axis=1) * np.uint8(255)
    found = zxingcpp.read_barcode(pixels)
    assert found is not None
    assert (found.format, found.ec_level) == (zxingcpp.BarcodeFormat.QRCode, "M")
    return found.text
