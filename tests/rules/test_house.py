from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings

from puntobanco import DECK, Naturals
from puntobanco.bets import BANKER, CATALOGUE, DRAGON_7, PLAYER, SUPER_6, TIE, Odds
from puntobanco.errors import BetNotOffered, HouseError, NotationError, OutsideLimits
from puntobanco.house import (
    CLASSIC,
    CLASSROOM,
    EZ,
    HOUSES,
    Burning,
    FixedBurn,
    House,
    Limits,
    NoCutCard,
    format_house,
    named_house,
    parse_house,
)
from puntobanco.settlement import Chips, Rounding
from puntobanco.shoe import Burn, Shoe
from tests.rules.strategies import houses

PAIRS, BONUSES = "player_pair banker_pair either_pair", "dragon_bonus_player dragon_bonus_banker"
SIDES = f"{PAIRS} perfect_pair {BONUSES} big small"
BURTS_SIDES = f"{PAIRS} perfect_pair_player perfect_pair_banker {BONUSES}"
IN_CLASS = "1 deck, none, shuffle every coup, last coup, push: player banker + "

RULES = {
    "classic": f"8 decks, first card, 7, last coup, stand: player banker tie + {SIDES}",
    "six_decks": f"6 decks, first card, 7, last coup, stand: player banker tie + {SIDES}",
    "classroom": IN_CLASS,
    "classroom_naturals_tie": IN_CLASS,
    "burt": f"8 decks, first card, 7, last coup, push: player banker tie + {BURTS_SIDES}",
    "burt_easy": "8 decks, first card, 7, last coup, push: player banker_ez tie + "
    f"dragon_7 panda_8 {BONUSES}",
    "ez": "8 decks, first card, 14, one more, push: player banker_ez tie + dragon_7 panda_8",
    "super_6": "8 decks, first card, 14, one more, push: player banker_super_6 tie + "
    "super_6 player_pair banker_pair",
}
"""Decks, burn, cut card, what follows it, ties, main bets and side bets of each house."""


@pytest.mark.parametrize("name", RULES)
def test_the_named_houses_play_by_their_rules(name: str) -> None:
    house = HOUSES[name]
    assert isinstance(house.burn, Burning)
    decks = f"{house.decks} deck{'s' * (house.decks > 1)}"
    cut_card = house.cut_card.value if isinstance(house.cut_card, NoCutCard) else house.cut_card
    after, ties = house.after_cut_card.value, house.ties.value
    main, side = (" ".join(bet.key for bet in bets) for bets in (house.main_bets, house.side_bets))
    said = f"{decks}, {house.burn.value}, {cut_card}, {after}, {ties}: {main} + {side}"
    assert said == RULES[name]
    is_burts = name.startswith("burt")
    is_tie = name == "classroom_naturals_tie"
    assert house.naturals is (Naturals.TIE if is_tie else Naturals.HIGHER_WINS)
    assert house.rounding is (Rounding.WHOLE if is_burts else Rounding.DOWN)
    if name.startswith("classroom"):
        assert house.limits is None
    else:
        assert house.limits == Limits(
            minimum=Chips(1_00),
            maximum=Chips(10_000_00),
            side_maximum=Chips(10_000_00 if is_burts else 1_000_00),
            step=Chips(1_00),
        )


def test_houses_are_found_by_name() -> None:
    assert list(HOUSES) == list(RULES)
    assert all(named_house(name) is house for name, house in HOUSES.items())
    with pytest.raises(
        NotationError, match=r"^'ritz' is not a house: choose from classic, six_decks, "
    ):
        named_house("ritz")


@settings(max_examples=60)
@given(houses())
def test_a_house_is_its_text(house: House) -> None:
    assert parse_house(format_house(house)) == house


@pytest.mark.parametrize("house", HOUSES.values(), ids=HOUSES)
def test_a_named_house_is_its_text(house: House) -> None:
    assert parse_house(format_house(house)) == house


def test_what_a_text_does_not_say_is_as_in_the_house_it_is_based_on() -> None:
    assert parse_house("") == replace(CLASSIC, name="custom")
    based = parse_house('based_on = "ez"\nname = "corner"\ndecks = 6')
    assert based == replace(EZ, name="corner", decks=6)


def test_commission_and_tie_pays_are_short_for_pays() -> None:
    short = parse_house('commission = "4%"\ntie_pays = 9')
    long = parse_house('[pays]\nbanker = "24/25"\ntie = 9')
    assert short == long
    assert short.commission == Fraction(1, 25)
    assert parse_house("commission = 0.025").commission == Fraction(1, 40)
    assert parse_house("commission = 0").commission == 0
    assert (CLASSIC.commission, EZ.commission) == (Fraction(1, 20), None)


@pytest.mark.parametrize(
    "text, burn, largest",
    [
        ("", Burning.FIRST_CARD, 11),
        ('burn = "first card"', Burning.FIRST_CARD, 11),
        ('burn = "none"', Burning.NONE, 0),
        ("burn = 8", FixedBurn(8), 8),
        ("burn = 8\nburn_shown = false", FixedBurn(8), 8),
        ("burn = 3\nburn_shown = true", FixedBurn(3, first_shown=True), 3),
    ],
)
def test_a_house_burns_by_the_first_card_a_fixed_number_or_none(
    text: str, burn: Burning | FixedBurn, largest: int
) -> None:
    house = parse_house(text)
    assert (house.burn, house.largest_burn) == (burn, largest)
    written = [line for line in format_house(house).splitlines() if line.startswith("burn")]
    assert written == (text.removesuffix("\nburn_shown = false") or 'burn = "first card"').split(
        "\n"
    )


def test_a_fixed_burn_takes_its_cards_whatever_they_are() -> None:
    shoe = Shoe(DECK)
    burn, left = House(decks=1, burn=FixedBurn(3)).open_shoe(shoe)
    assert burn == Burn(None, DECK[:3])
    assert (left.place, left.cut) == (3, 52 - 7)
    burn, left = House(decks=1, burn=FixedBurn(1, first_shown=True)).open_shoe(shoe)
    assert burn == Burn(DECK[0], ())
    assert left.place == 1


def test_two_naturals_may_tie() -> None:
    assert parse_house("both_naturals_tie = true").naturals is Naturals.TIE
    assert parse_house("both_naturals_tie = false").naturals is Naturals.HIGHER_WINS


def test_every_pay_may_be_overridden() -> None:
    house = parse_house('side_bets = ["lucky_6"]\n[pays]\nlucky_6 = [10, "41/2"]\nplayer = 0.9')
    assert house.bet("lucky_6").pay_table == (Odds(10), Odds(41, 2))
    assert house.bet("player").pay_table == (Odds(9, 10),)


NOT_WHOLE = "is not a whole number below 1,000,000,000,000"
NO_NUMBER = "is not a number such as 8, '19/20' or '5%'"


def no_cut_card(count: int, allowed: str, after: str = "last coup") -> str:
    return f"cut_card: {count} cards behind it is out of range: use {allowed} (after it: {after})"


REFUSED = [
    ("deks = 6", "deks: not a rule of a house. Did you mean decks?"),
    ("decks = 0", "decks: 0 is out of range: use 1 to 12"),
    ("decks = 13", "decks: 13 is out of range: use 1 to 12"),
    ('decks = "six"', f"decks: 'six' {NOT_WHOLE}"),
    ("decks = true", f"decks: True {NOT_WHOLE}"),
    ("decks = 6.5", f"decks: 6.5 {NOT_WHOLE}"),
    (f"decks = 0x{'f' * 5000}", f"decks: a number this large {NOT_WHOLE}"),
    ('name = ""', "name: '' is not text"),
    ('name = "two\\nlines"', r"name: 'two\nlines' is not text"),
    ("cut_card = 5", no_cut_card(5, "6 to 405")),
    ("cut_card = 406", no_cut_card(406, "6 to 405")),
    ('cut_card = 10\nafter_cut_card = "one more"', no_cut_card(10, "11 to 405", "one more")),
    ('cut_card = 53\ndecks = 1\nburn = "none"', no_cut_card(53, "6 to 52")),
    (
        'cut_card = "none"',
        "cut_card: 'none' is not one of 'shuffle every coup', 'shuffle when short'",
    ),
    (
        'after_cut_card = "two more"',
        "after_cut_card: 'two more' is not one of 'last coup', 'one more'",
    ),
    ('ties = "lose"', "ties: 'lose' is not one of 'stand', 'locked', 'push'"),
    ('rounding = "bank"', "rounding: 'bank' is not one of 'down', 'nearest', 'up', 'whole'"),
    ("both_naturals_tie = 1", "both_naturals_tie: 1 is neither true nor false"),
    (
        'main_bets = ["player", "big"]',
        "main_bets: big is not one of player, banker, banker_super_6, banker_ez, tie, tie_9",
    ),
    (
        'main_bets = ["banker", "banker_ez"]',
        "main_bets: only one bet per spot: player, banker, tie",
    ),
    ('side_bets = ["big", "big"]', "side_bets: big is offered twice"),
    ('side_bets = ["dragon7"]', "side_bets: 'dragon7' is not a bet. Did you mean dragon_7?"),
    ('side_bets = "big"', "side_bets: 'big' is not a list of bets"),
    ("side_bets = [7]", "side_bets: 7 is not text"),
    ('based_on = "ritz"', f"based_on: 'ritz' is not a house: choose from {', '.join(HOUSES)}"),
    ("based_on = 3", "based_on: 3 is not text"),
    ("burn = 0", "burn: 0 cards is out of range: use 1 to 20, or 'none'"),
    ("burn = 21", "burn: 21 cards is out of range: use 1 to 20"),
    ("burn = -3", "burn: -3 cards is out of range: use 1 to 20"),
    (
        'burn = "three"',
        "burn: 'three' is not one of 'first card', 'none' or a number up to 20",
    ),
    ("burn = 3\nburn_shown = 1", "burn_shown: 1 is neither true nor false"),
    (
        "burn_shown = true",
        "burn_shown: this needs a number of cards to burn, but burn is 'first card'",
    ),
    (
        'burn = "none"\nburn_shown = false',
        "burn_shown: this needs a number of cards to burn, but burn is 'none'",
    ),
    ("decks = 1\nburn = 20\ncut_card = 33", no_cut_card(33, "6 to 32")),
    ('commission = "100%"', "commission: '100%' is out of range: use 0 to below 100%"),
    (
        'commission = "4.9999999999%"',
        "commission: a pay must be a fraction of whole numbers up to 1,000,000",
    ),
    ("commission = -0.01", "commission: -0.01 is out of range: use 0 to below 100%"),
    ('commission = "much"', f"commission: 'much' {NO_NUMBER}"),
    ("commission = nan", f"commission: NaN {NO_NUMBER}"),
    ("tie_pays = 1e999999999", f"tie_pays: 1E+999999999 {NO_NUMBER}"),
    ("commission = true", f"commission: True {NO_NUMBER}"),
    ('tie_pays = "1/0"', f"tie_pays: '1/0' {NO_NUMBER}"),
    ("tie_pays = 0", "tie_pays: a winning bet must pay more than zero"),
    (
        'commission = "4%"\n[pays]\nbanker = 1',
        "commission: conflicts with pays.banker: keep one of the two",
    ),
    ("pays = 3", "pays: 3 is not a table of pays"),
    ("[pays]\npanda_8 = 25", "pays.panda_8: panda_8 is not offered at this house"),
    ('based_on = "ez"\ncommission = "4%"', "commission: banker is not offered at this house"),
    ('based_on = "ez"\n[pays]\nbanker = 1', "pays.banker: banker is not offered at this house"),
    ('main_bets = ["player"]\ntie_pays = 9', "tie_pays: tie is not offered at this house"),
    ("[pays]\nplayer = [1, 2]", "pays.player: needs 1 pay, not 2: Player wins"),
    ("[pays]\nplayer = []", "pays.player: needs 1 pay, not 0: Player wins"),
    ("limits = 5", "limits: 5 is neither 'no wagers' nor a table of amounts"),
    (
        "[limits]\nmaximun = 5",
        "limits.maximun: not a rule of a house. Did you mean maximum?",
    ),
    ("[limits]\nminimum = 0", "limits: the minimum must be above zero and a multiple of the step"),
    (
        "[limits]\nminimum = 1.5",
        "limits: the minimum must be above zero and a multiple of the step",
    ),
    ("[limits]\nmaximum = 0.5", "limits: a maximum must not be below the minimum"),
    ("[limits]\nstep = 0", "limits: the step must be at least one cent"),
    (
        "[limits]\nstep = 0.005",
        "limits.step: 0.005 dollars is not a whole number of cents",
    ),
]


@pytest.mark.parametrize("text, line", REFUSED)
def test_a_rule_that_no_table_can_be_run_by_is_refused_with_the_reason(
    text: str, line: str
) -> None:
    with pytest.raises(HouseError) as caught:
        parse_house(text)
    assert str(caught.value) == line


@pytest.mark.parametrize(
    "text, line",
    [
        ("decks = ", 1),
        ("decks = 8\nx y\n", 2),
        ("a = 1\nb = [", 2),
        ("decks = 6\ndecks = 8", 2),
        ("a = " + "[" * 100_000, 1),
        (f"decks = 1{'0' * 5000}", 1),
    ],
    ids=["half a line", "no sign", "no end", "twice", "endless", "huge"],
)
def test_a_text_that_is_not_toml_is_refused_with_its_line(text: str, line: int) -> None:
    with pytest.raises(HouseError, match=r"^house file: not TOML: ") as refused:
        parse_house(text)
    assert refused.value.facts["at_line"] == line


def test_a_house_has_a_name() -> None:
    with pytest.raises(HouseError, match=r"^name: "):
        House(name="")


def test_a_house_takes_stakes_within_its_limits() -> None:
    limits = Limits(minimum=Chips(5_00), maximum=Chips(100_00), side_maximum=Chips(20_00))
    house = House(side_bets=(SUPER_6,), limits=limits)
    for stake in (5_00, 6_00, 100_00):
        house.check_stake(PLAYER, Chips(stake))
    house.check_stake(SUPER_6, Chips(20_00))
    for bet, stake, high in (
        (PLAYER, 4_00, 100_00),
        (PLAYER, 5_50, 100_00),
        (PLAYER, 101_00, 100_00),
        (SUPER_6, 21_00, 20_00),
    ):
        with pytest.raises(OutsideLimits) as caught:
            house.check_stake(bet, Chips(stake))
        assert caught.value.facts == {
            "bet": bet.key,
            "stake": stake,
            "low": 5_00,
            "high": high,
            "step": 1_00,
        }
    with pytest.raises(BetNotOffered):
        CLASSROOM.check_stake(PLAYER, Chips(1_00))


def test_a_house_knows_its_bets() -> None:
    assert EZ.bets == EZ.main_bets + EZ.side_bets
    assert EZ.bet("dragon_7") is DRAGON_7
    assert (EZ.main_bet("banker").key, CLASSIC.main_bet("banker")) == ("banker_ez", BANKER)
    assert CLASSIC.main_bet("tie") is TIE
    with pytest.raises(BetNotOffered) as caught:
        CLASSROOM.bet("big")
    assert caught.value.offered == ("player", "banker")
    with pytest.raises(BetNotOffered):
        CLASSROOM.main_bet("tie")


def test_every_bet_of_the_catalogue_may_be_a_side_bet() -> None:
    main = {"player", "banker", "tie"}
    keys = ", ".join(f'"{key}"' for key in CATALOGUE if key not in main)
    house = parse_house(f"side_bets = [{keys}]")
    assert len(house.bets) == len(CATALOGUE)


def test_a_house_is_refused_by_its_length_before_it_is_read() -> None:
    with pytest.raises(HouseError, match="longer than 1,048,576 characters"):
        parse_house("# " + "x" * (1 << 20))


def test_a_key_of_as_many_parts_as_it_may_have_is_named() -> None:
    with pytest.raises(HouseError, match=r"a: not a rule"):
        parse_house("a.b.c.d.e.f.g.h = 1")
    for deeper in ("a.b.c.d.e.f.g.h.i = 1", "x = {'a' . " + "b . " * 7 + "c = 1}"):
        with pytest.raises(HouseError, match="more than 8 parts"):
            parse_house(deeper)
    assert parse_house('name = "a.b.c.d"\n').name == "a.b.c.d"
