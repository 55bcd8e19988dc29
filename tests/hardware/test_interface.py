"""An interface file is read as it is written."""

from __future__ import annotations

import re
from dataclasses import replace
from string import ascii_letters, digits

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puntobanco.errors import NotationError
from puntobanco.hardware.export import BOARD_INTERFACE
from puntobanco.hardware.interface import KEYS_AND_HEX, Interface, Pins

NAMES = st.builds(
    str.__add__,
    st.sampled_from(f"{ascii_letters}_"),
    st.text(f"{ascii_letters}{digits}_", max_size=9),
)
BITS = st.none() | st.integers(0, 63)


@st.composite
def pins(draw: st.DrawFn) -> Pins:
    high = draw(BITS)
    return Pins(draw(NAMES), high, None if high is None else draw(st.integers(0, high)))


THREE = st.tuples(pins(), pins(), pins())
INTERFACES = st.builds(
    Interface,
    top=st.just("") | NAMES,
    clock=pins(),
    deal=pins(),
    reset=pins(),
    player_cards=THREE,
    banker_cards=THREE,
    player_score=pins(),
    banker_score=pins(),
    player_light=pins(),
    banker_light=pins(),
    codes=st.lists(st.integers(0, 126), min_size=13, max_size=13, unique=True).map(tuple),
    blank=st.just(127),
    presses_late=st.none() | st.integers(0, 4),
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
    assert (read.top, read.presses_late) == ("", None)
    assert (read.codes, read.places) == (interface.codes, interface.places)


@pytest.mark.parametrize(
    "old, new, said",
    [
        ('"CLOCK_50"', "50", "'50' is not a port such as HEX0, KEY[0] or LEDR[7:4]"),
        ("KEY[0]", "KEY[x]", "'KEY[x]' is not a port such as HEX0, KEY[0] or LEDR[7:4]"),
        ('"7f"', '"80"', '\'80\' is not a code of seven segments, "00" to "7f"'),
        ('"7f"', "127", '\'127\' is not a code of seven segments, "00" to "7f"'),
        ('["HEX0", ', "[", " is not a list of three ports, as player_cards must be"),
        ('"08", ', "", " is not a list of 13 codes, ace to king, as codes must be"),
        ('top = ""', "top = 1", "'1' is not the name of a module, as top must be"),
        ('"08", ', '"24", ', " is not an interface: two of its codes are the same"),
        ("late = 0", "late = 5", "'5' is not a whole number, 0 to 4, as presses_late must be"),
        ("late = 0", "late = true", " is not a whole number, 0 to 4, as presses_late must be"),
        ("blank", "blanc", "'blanc' is not a field of an interface; these are top, clock, "),
        ("clock = ", "# ", " is not an interface: clock is missing"),
        ("top = ", "top ", " is not an interface file in TOML"),
    ],
)
def test_what_is_no_interface_is_refused_with_what_is_allowed(
    old: str, new: str, said: str
) -> None:
    text = str(replace(KEYS_AND_HEX, presses_late=0))
    assert text.count(old) == 1
    with pytest.raises(NotationError) as refused:
        Interface.parse(text.replace(old, new))
    assert said in str(refused.value)
