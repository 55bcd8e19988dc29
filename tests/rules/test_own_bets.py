"""Bets that a house defines itself."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from puntobanco import Coup
from puntobanco.bets import CATALOGUE, PLAYER, Bet, Spot
from puntobanco.errors import BetNotOffered, HouseError, NotationError, OutsideLimits
from puntobanco.house import (
    CLASSIC,
    MOST_OWN_BETS,
    OwnBet,
    SpotLimits,
    format_house,
    parse_house,
    stored_house,
)
from puntobanco.house.own_bets import RESERVED
from puntobanco.settlement import Chips, earned
from tests.rules.random_bets import random_bet

CORNER = """
name = "corner"
side_bets = ["red_pair", "dragon_7", "close_call"]

[bets.red_pair]
name = "Red pair"
spot = "side"
lines = ["either pair red: 8"]
limits = { maximum = 50 }

[bets.two_aces]
lines = ["player opening ranks = {A, A} or banker opening ranks = {A, A}: 50"]

[bets.close_call]
lines = ["margin = 1 and winner natural: push", "margin = 1: 2"]
"""


def test_a_defined_bet_is_offered_when_it_is_named() -> None:
    house = parse_house(CORNER)
    assert [bet.key for bet in house.side_bets] == ["red_pair", "dragon_7", "close_call"]
    assert [own.bet.key for own in house.own_bets] == ["red_pair", "two_aces", "close_call"]
    assert [house.known_bet(key).name for key in ("red_pair", "two_aces", "ox_6")] == [
        "Red pair",
        "Two aces",
        "Ox 6",
    ]
    with pytest.raises(NotationError, match="'red_piar' is not a bet"):
        house.known_bet("red_piar")


def test_the_error_for_a_defined_bet_that_is_not_offered_says_how_to_offer_it() -> None:
    with pytest.raises(BetNotOffered) as refused:
        parse_house(CORNER).bet("two_aces")
    assert refused.value.__notes__ == [
        "The house defines two_aces. List it in side_bets to offer it."
    ]


def test_the_error_for_an_offered_bet_that_is_not_defined_says_how_to_define_it() -> None:
    mine = Bet.parse("mine", ["tie: 8"])
    with pytest.raises(HouseError) as refused:
        replace(CLASSIC, side_bets=(mine,))
    assert refused.value.__notes__ == ["Define mine too, with OwnBet(bet) in own_bets."]
    assert replace(CLASSIC, side_bets=(mine,), own_bets=(OwnBet(mine),)).bet("mine") == mine


def test_a_defined_bet_is_settled_by_its_lines() -> None:
    bets = {bet.key: bet for bet in parse_house(CORNER).side_bets}
    red, close = Coup.parse("8h 8d / Kc 5c 2d"), Coup.parse("8h Kh / 9c Kc")
    assert earned(Chips(5_00), bets["red_pair"], red) == 40_00
    assert earned(Chips(5_00), bets["red_pair"], close) == -5_00
    assert earned(Chips(5_00), bets["close_call"], close) == 0
    assert earned(Chips(5_00), bets["close_call"], Coup.parse("7h Kh / Kc 6c")) == 10_00


def test_a_defined_bet_has_the_limits_of_the_house_or_its_own() -> None:
    house = parse_house(CORNER)
    house.check_stake(house.bet("red_pair"), Chips(50_00))
    house.check_stake(house.bet("close_call"), Chips(1_000_00))
    for key, stake, high in (("red_pair", 51_00, 50_00), ("close_call", 1_001_00, 1_000_00)):
        with pytest.raises(OutsideLimits) as refusal:
            house.check_stake(house.bet(key), Chips(stake))
        assert refusal.value.high == high


def test_a_defined_bet_may_be_a_main_bet() -> None:
    house = parse_house(
        'main_bets = ["player", "safe"]\n[bets.safe]\nspot = "banker"\n'
        'lines = ["tie: push", "banker wins with 6: push", "banker wins: 1"]'
    )
    assert house.main_bet("banker").key == "safe"
    house.check_stake(house.bet("safe"), Chips(10_000_00))


def test_any_bet_can_be_defined_and_is_read_back() -> None:
    chance = Random("definitions")
    own = tuple(OwnBet(random_bet(chance, f"own_{number}")) for number in range(30))
    house = replace(CLASSIC, name="own", own_bets=own, side_bets=tuple(each.bet for each in own))
    assert parse_house(format_house(house)) == house


X = "[bets.x]\nlines = ['tie: 8']\n"
LISTED = "the catalogue already has a bet with this key"

REFUSED = [
    ("bets = 1", "bets: 1 is not a table of definitions"),
    ("bets.x = 1", "bets.x: 1 is not a definition of a bet"),
    ("[bets.x]", "bets.x.lines: None is not a list of lines"),
    ("[bets.x]\nlines = []", "bets.x.lines: 0 lines is out of range: use 1 to 40"),
    ("[bets.x]\nlines = [1]", "bets.x.lines: 1 is not text"),
    ("[bets.x]\nlnes = []", "bets.x.lnes: not a rule of a house. Did you mean lines?"),
    ("[bets.tie]\nlines = ['tie: 8']", f"bets.tie: {LISTED}"),
    (
        "[bets.last]\nlines = ['tie: 8']",
        "bets.last: this word is reserved for strategies (before_last, best, last, opposite, ",
    ),
    ("[bets.tiger]\nlines = ['tie: 8']", f"bets.tiger: {LISTED}"),
    ("[bets.matching_dragon_a]\nlines = ['tie: 8']", f"bets.matching_dragon_a: {LISTED}"),
    ("[bets.X]\nlines = ['tie: 8']", "bets: 'X' is not a key: use a to z, 0 to 9 and _"),
    (
        f"[bets.{'a' * 41}]\nlines = ['tie: 8']",
        "bets: 'aaaaaaaaaaaaaaaaaaaaaaaa…' is not a key",
    ),
    ("[bets.x]\nlines = ['tie: push']", "bets.x: no line pays: a bet needs more than a push"),
    (
        "[bets.x]\nlines = ['tie: 8', 'banker piar: 2']",
        "bets.x.lines, line 2: column 8: 'piar' is not a hand's quantity; the nearest is pair",
    ),
    (f"{X}spot = 'top'", "bets.x.spot: 'top' is not one of 'player'"),
    (f"{X}name = ' '", "bets.x.name: '' is not one line of up to 40"),
    (
        f"{X}name = 'Plаyer'",
        "bets.x.name: 'Plаyer' mixes letters that look alike: CYRILLIC and LATIN",
    ),
    (f"{X}name = 'TIE'", "bets.x.name: 'TIE' is already the name of tie"),
    (
        "bets.x = { lines = ['tie: 8'], name = 'Ox' }\nbets.ox.lines = ['tie: 8']",
        "bets.ox.name: 'Ox' is already the name of x",
    ),
    (f"{X}limits = 3", "bets.x.limits: 3 is not a table of amounts"),
    (f"{X}limits.maximum = 0", "bets.x.limits: a maximum must not be below the minimum"),
    (
        "side_bets = ['x']\n[bets.x]\nlines = ['tie: 8']\n[pays]\nx = 9",
        "pays.x: the lines of this bet already say what it pays",
    ),
    (
        "main_bets = ['x']\n[bets.x]\nlines = ['tie: 8']",
        "main_bets: x is not one of player, banker, banker_super_6, banker_ez, tie, tie_9",
    ),
    ("side_bets = ['x']", "side_bets: 'x' is not a bet"),
]


@pytest.mark.parametrize("text, words", REFUSED)
def test_a_bad_definition_is_refused_in_one_line_with_its_place(text: str, words: str) -> None:
    with pytest.raises(HouseError) as refusal:
        parse_house(text)
    assert str(refusal.value).startswith(words)
    assert "\n" not in str(refusal.value)


def test_ten_thousand_bets_are_refused_before_one_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Bet, "__post_init__", None)
    text = "\n".join(f"[bets.x{number}]\nlines = ['tie: 8']" for number in range(10_000))
    with pytest.raises(
        HouseError, match=rf"^bets: 10,000 definitions are too many: use at most {MOST_OWN_BETS}$"
    ):
        parse_house(text)


def test_all_definitions_together_are_bounded() -> None:
    lines = [f"margin = {margin} and sum = {margin}: 2" for margin in range(10)]
    own = tuple(OwnBet(Bet.parse(f"x{number}", lines)) for number in range(51))
    assert replace(CLASSIC, own_bets=own[:50]).own_bets == own[:50]
    with pytest.raises(
        HouseError,
        match=r"^bets: too many comparisons: use at most 1,000 in all definitions together$",
    ):
        replace(CLASSIC, own_bets=own)


def test_a_house_never_offers_a_bet_that_its_text_could_not_hold() -> None:
    other = replace(PLAYER, lines=CATALOGUE["tie"].lines)
    with pytest.raises(
        HouseError, match=r"^bets\.player: the offered bet differs from its definition$"
    ):
        replace(CLASSIC, main_bets=(other,))
    with pytest.raises(
        HouseError, match=r"^bets\.x: the offered bet differs from its definition\nDefine x"
    ):
        replace(CLASSIC, side_bets=(Bet.parse("x", ["tie: 8"]),))
    with pytest.raises(HouseError, match=r"^bets\.x: this bet is defined twice$"):
        replace(CLASSIC, own_bets=(OwnBet(Bet.parse("x", ["tie: 8"])),) * 2)


@pytest.mark.parametrize("word", sorted(RESERVED))
def test_words_of_the_placement_language_are_no_keys(word: str) -> None:
    with pytest.raises(HouseError, match=f"^bets\\.{word}: this word is reserved for strategies"):
        parse_house(f"side_bets = ['{word}']\n[bets.{word}]\nlines = ['tie: 8']")


def test_a_house_that_was_written_keeps_its_bets_whatever_the_catalogue_gets() -> None:
    text = 'side_bets = ["ox_6"]\n[bets.ox_6]\nlines = ["either pair: 2"]'
    with pytest.raises(
        HouseError, match=r"^bets\.ox_6: the catalogue already has a bet with this key"
    ):
        parse_house(text)
    house = stored_house(text)
    assert str(house.bet("ox_6").lines[0]) == "either pair: 2"
    assert house.known_bet("ox_6") is house.bet("ox_6")
    assert stored_house(format_house(house)) == house


def test_limits_of_a_spot_must_make_sense() -> None:
    with pytest.raises(HouseError, match="the step must be at least one cent"):
        SpotLimits(minimum=Chips(1), maximum=Chips(2), step=Chips(0))
    with pytest.raises(
        HouseError, match="the minimum must be above zero and a multiple of the step"
    ):
        SpotLimits(minimum=Chips(3), maximum=Chips(4), step=Chips(2))
    assert Spot("side") is Spot.SIDE


def test_a_house_has_so_many_definitions_at_most() -> None:
    own = tuple(OwnBet(Bet.parse(f"x{number}", ["tie: 8"])) for number in range(MOST_OWN_BETS + 1))
    with pytest.raises(HouseError, match=rf"^bets: {len(own)} definitions are too many"):
        replace(CLASSIC, own_bets=own)
