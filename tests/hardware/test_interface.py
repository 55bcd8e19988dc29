"""An interface file is read as it is written."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puntobanco.errors import NotationError
from puntobanco.hardware.export import BOARD_INTERFACE
from puntobanco.hardware.interface import KEYS_AND_HEX, Interface, Pins

NAMES = st.from_regex(r"[A-Za-z_][A-Za-z0-9_]{0,9}", fullmatch=True)
BITS = st.none() | st.integers(0, 63)


@st.composite
def pins(draw: st.DrawFn) -> Pins:
    high = draw(BITS)
    return Pins(draw(NAMES), high, None if high is None else draw(st.integers(0, high)))


THREE = st.tuples(pins(), pins(), pins())
INTERFACES = st.builds(
    Interface,
    st.just("") | NAMES,
    *[pins()] * 3,
    *[THREE] * 2,
    *[pins()] * 4,
    st.tuples(*[st.integers(0, 127)] * 13),
    st.integers(0, 127),
    st.integers(0, 4),
)


@given(INTERFACES)
def test_every_interface_can_be_read_back(interface: Interface) -> None:
    assert Interface.parse(str(interface)) == interface


@pytest.mark.parametrize("interface", [KEYS_AND_HEX, BOARD_INTERFACE])
def test_what_has_a_default_may_be_left_out(interface: Interface) -> None:
    text = re.sub(
        r"^(top|codes|blank|presses_late) = .*\n?", "", str(interface), flags=re.MULTILINE
    )
    read = Interface.parse(text)
    assert (read.top, read.presses_late) == ("", 1)
    assert (read.codes, read.places) == (interface.codes, interface.places)


@pytest.mark.parametrize(
    "text",
    [
        "top = ",
        "",
        str(KEYS_AND_HEX).replace("KEY[0]", "KEY[x]"),
        str(KEYS_AND_HEX).replace('"7f"', '"80"'),
        str(KEYS_AND_HEX).replace('"7f"', "127"),
        str(KEYS_AND_HEX).replace('["HEX0", ', "["),
        str(KEYS_AND_HEX).replace('"CLOCK_50"', "50"),
        str(KEYS_AND_HEX).replace("presses_late = 1", "presses_late = true"),
        str(KEYS_AND_HEX).replace('"08", ', ""),
        f"{KEYS_AND_HEX}\ncolour = 1",
    ],
)
def test_what_is_no_interface_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        Interface.parse(text)
