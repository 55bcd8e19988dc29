"""Good roads: examples, a second statement of each, and the kernel's twin."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puntobanco.roads import Roads
from puntobanco.roads.good_roads import GOOD_ROADS, good_roads
from puntobanco.roads.speech import good_road_message
from puntobanco.words import in_english

# Each road as a pattern of the letters from its first coup to now, newest runs perhaps growing.
PATTERNS = {
    "long_banker": r"B{4,}$",
    "long_player": r"P{4,}$",
    "ping_pong": r"(?:(?<!B)B(?!B)|(?<!P)P(?!P)){4,}$",
    "double_ping_pong": r"(?<!B)(?:BBPP){2,}(?:BB?)?$|(?<!P)(?:PPBB){2,}(?:PP?)?$"
    r"|(?<!B)BB(?:PPBB){2,}P?$|(?<!P)PP(?:BBPP){2,}B?$",
    "banker_jump": r"(?<!B)(?:BP+){3,}B?$",
    "player_jump": r"(?<!P)(?:PB+){3,}P?$",
    "banker_streaks": r"(?<!B)BB+(?:P+BB+){2,}(?:P+B?)?$",
    "player_streaks": r"(?<!P)PP+(?:B+PP+){2,}(?:B+P?)?$",
}


@pytest.mark.parametrize(
    "letters, shown",
    [
        ("", ()),
        ("BBB", ()),
        ("BTBBTB", ("long_banker",)),
        ("PPPPP", ("long_player",)),
        ("BPBP", ("ping_pong",)),
        ("BBPPBBPP", ("double_ping_pong",)),
        ("BBPPBBPPB", ("double_ping_pong",)),
        ("BPPBPPPBP", ("banker_jump",)),
        ("BPPBPP", ("one_two",)),
        ("PBBPBBP", ("one_two",)),
        ("BBPBBPB", ("one_two",)),
        ("BBPBBBPBB", ("banker_streaks",)),
        ("PPBPPBBPPP", ("player_streaks",)),
    ],
)
def test_examples(letters: str, shown: tuple[str, ...]) -> None:
    assert good_roads(Roads.parse(letters)) == shown


@given(st.text("BPT", max_size=40))
def test_every_road_is_there_exactly_if_its_pattern_ends_the_shoe(letters: str) -> None:
    sides = letters.replace("T", "")
    shown = good_roads(Roads.parse(letters))
    for key, pattern in PATTERNS.items():
        assert (key in shown) == bool(re.search(pattern, sides)), key


@given(st.text("BP", max_size=30))
def test_players_roads_are_bankers_with_the_sides_exchanged(letters: str) -> None:
    def exchanged(key: str) -> str:
        names = {"banker": "player", "player": "banker"}
        return "_".join(names.get(word, word) for word in key.split("_"))

    swapped = letters.translate(str.maketrans("BP", "PB"))
    assert {exchanged(key) for key in good_roads(Roads.parse(letters))} == set(
        good_roads(Roads.parse(swapped))
    )


def test_the_longest_road_comes_first() -> None:
    assert good_roads(Roads.parse("BBPBBBPBBBB"))[:2] == ("banker_streaks", "long_banker")
    assert set(good_roads(Roads.parse("BPBPBP"))) <= set(GOOD_ROADS)


def test_the_longest_good_road_is_named_and_no_road_has_no_name() -> None:
    named = good_road_message(Roads.parse("BPBPB"))
    assert named is not None
    assert in_english(named) == "Good road: ping pong."
    assert good_road_message(Roads.parse("BBP")) is None
