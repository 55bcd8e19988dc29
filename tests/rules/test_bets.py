"""Every bet against a plain statement of what it pays."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from random import Random

import pytest

from puntobanco import DECK, Bet, Card, Coup, Hand, Naturals, Score, Shoe, Suit, deal
from puntobanco.bets import CATALOGUE, Detail, Part, Spot, find
from puntobanco.cards import parse_cards
from puntobanco.coup import SCORES
from puntobanco.errors import HouseError, NotationError

Pays = Callable[[str, int, int, int, int], object]
"""Return what one unit earns, given the winner's letter, both totals and both card counts."""

CoupPays = Callable[[Coup, Naturals], object]
"""Return what one unit earns, given a coup and the rule for two naturals."""


def banker_with(total: int, two: int | None, three: int | None) -> Pays:
    def pays(won: str, _p: int, b: int, _pc: int, bc: int) -> object:
        return {2: two, 3: three}[bc] if won == "B" and b == total else None

    return pays


def player_with(total: int, two: int | None, three: int | None) -> Pays:
    def pays(won: str, p: int, _b: int, pc: int, _bc: int) -> object:
        return {2: two, 3: three}[pc] if won == "P" and p == total else None

    return pays


def dragon_bonus(side: str) -> Pays:
    def pays(won: str, p: int, b: int, pc: int, bc: int) -> object:
        mine, other = ((p, pc), (b, bc)) if side == "P" else ((b, bc), (p, pc))
        natural = [cards == 2 and total >= 8 for total, cards in (mine, other)]
        if won == "T":
            return 0 if all(natural) else None
        if won != side:
            return None
        margins = [None, None, None, None, 1, 2, 4, 6, 10, 30]
        return 1 if natural[0] else margins[mine[0] - other[0]]

    return pays


def heavenly_9(_won: str, p: int, b: int, pc: int, bc: int) -> object:
    return (None, 10, 75)[((p, pc) == (9, 3)) + ((b, bc) == (9, 3))]


def quik(_won: str, p: int, b: int, _pc: int, _bc: int) -> object:
    return {0: 50, 1: 1, 2: 1, 3: 1, 15: 1, 16: 1, 17: 1, 18: 25}.get(p + b)


def two_card(side: str, total: int) -> Pays:
    def pays(_won: str, p: int, b: int, pc: int, bc: int) -> object:
        return 9 if ((p, pc) if side == "P" else (b, bc)) == (total, 2) else None

    return pays


def tied_on(total: int, pay: int) -> Pays:
    return lambda _won, p, b, _pc, _bc: pay if p == b == total else None


def parity(side: str, odd: int, pay: str) -> Pays:
    return lambda _won, p, b, _pc, _bc: pay if (p if side == "P" else b) % 2 == odd else None


SCORE_PAYS: dict[str, Pays] = {
    "player": lambda won, *_: {"P": 1, "T": 0}.get(won),
    "banker": lambda won, *_: {"B": "19/20", "T": 0}.get(won),
    "tie": lambda won, *_: 8 if won == "T" else None,
    "tie_9": lambda won, *_: 9 if won == "T" else None,
    "banker_super_6": lambda won, _p, b, _pc, _bc: {"B": "1/2" if b == 6 else 1, "T": 0}.get(won),
    "banker_ez": lambda won, _p, b, _pc, bc: {"B": int((b, bc) != (7, 3)), "T": 0}.get(won),
    "super_6": banker_with(6, 12, 12),
    "lucky_6": banker_with(6, 12, 20),
    "small_tiger": banker_with(6, 22, None),
    "big_tiger": banker_with(6, None, 50),
    "tiger_tie": tied_on(6, 35),
    "dragon_7": banker_with(7, None, 40),
    "panda_8": player_with(8, None, 25),
    "ox_6": player_with(6, None, 40),
    "lucky_7": player_with(7, 6, 15),
    "heavenly_9": heavenly_9,
    "blazing_7s": lambda _won, p, b, pc, bc: (
        {(2, 2): 50, (3, 3): 200}.get((pc, bc)) if p == b == 7 else None
    ),
    "dragon_bonus_player": dragon_bonus("P"),
    "dragon_bonus_banker": dragon_bonus("B"),
    "big": lambda _won, _p, _b, pc, bc: "0.54" if pc + bc in (5, 6) else None,
    "small": lambda _won, _p, _b, pc, bc: "1.5" if pc + bc == 4 else None,
    **{
        f"egalite_{total}": tied_on(total, pay)
        for total, pay in enumerate((150, 215, 225, 200, 120, 110, 45, 45, 80, 80))
    },
    "natural_8_player": two_card("P", 8),
    "natural_9_player": two_card("P", 9),
    "natural_8_banker": two_card("B", 8),
    "natural_9_banker": two_card("B", 9),
    "bad_beat": lambda won, p, b, pc, bc: (
        50 if won != "T" and {p, b} == {8, 9} and pc == bc == 2 else None
    ),
    "both_8_or_9": lambda _won, p, b, _pc, _bc: 20 if p >= 8 and b >= 8 else None,
    "quik": quik,
    "player_even": parity("P", 0, "0.86"),
    "player_odd": parity("P", 1, "0.9"),
    "banker_even": parity("B", 0, "0.86"),
    "banker_odd": parity("B", 1, "0.86"),
    "three_card_player": lambda won, _p, _b, pc, _bc: 4 if (won, pc) == ("P", 3) else None,
    "three_card_banker": lambda won, _p, _b, _pc, bc: 5 if (won, bc) == ("B", 3) else None,
}


def unit(pays: object) -> Fraction:
    return Fraction(-1) if pays is None else Fraction(str(pays))


@pytest.mark.parametrize("key", SCORE_PAYS)
def test_a_score_bet_pays_what_it_says_on_all_400_scores(key: str) -> None:
    bet = CATALOGUE[key]
    assert bet.part is Part.SCORE
    for naturals in Naturals:
        for score in SCORES:
            stated = SCORE_PAYS[key](score.outcome(naturals).letter, *score)
            assert bet.pays(score, naturals) == unit(stated), (naturals, score)


def first_two(coup: Coup) -> list[tuple[Card, Card]]:
    return [(hand.cards[0], hand.cards[1]) for hand in (coup.player, coup.banker)]


def pairs(coup: Coup) -> list[bool]:
    return [a.rank == b.rank for a, b in first_two(coup)]


def tiger_pair(coup: Coup) -> object:
    ranks = {card.rank for two in first_two(coup) for card in two}
    return (None, 4, 100 if len(ranks) == 1 else 20)[sum(pairs(coup))]


def royal_match(coup: Coup) -> object:
    best = None
    for a, b in first_two(coup):
        if sorted((a.rank.letter, b.rank.letter)) == ["K", "Q"]:
            best = max(best or 0, 75 if a.suit == b.suit else 30)
    return best


def is_tie(coup: Coup, naturals: Naturals) -> bool:
    both = all(len(hand.cards) == 2 and hand.total >= 8 for hand in (coup.player, coup.banker))
    return coup.player.total == coup.banker.total or (naturals is Naturals.TIE and both)


def super_tie(coup: Coup, naturals: Naturals) -> object:
    if not is_tie(coup, naturals):
        return None
    if len(coup.cards) < 6 or coup.player.total < 6:
        return 7
    return 100 if len({card.suit.is_red for card in coup.cards}) == 1 else 25


def matching(letter: str) -> CoupPays:
    pays = (None, 1, 3, 20, 40, 60, 100)
    return lambda coup, _: pays[[card.rank.letter for card in coup.cards].count(letter)]


def highest(coup: Coup) -> int:
    return max(card.points for card in coup.cards)


COUP_PAYS: dict[str, CoupPays] = {
    "player_pair": lambda coup, _: 11 if pairs(coup)[0] else None,
    "banker_pair": lambda coup, _: 11 if pairs(coup)[1] else None,
    "either_pair": lambda coup, _: 5 if any(pairs(coup)) else None,
    "perfect_pair": lambda coup, _: 25 if any(a == b for a, b in first_two(coup)) else None,
    "perfect_pair_player": lambda coup, _: 25 if len(set(first_two(coup)[0])) == 1 else None,
    "perfect_pair_banker": lambda coup, _: 25 if len(set(first_two(coup)[1])) == 1 else None,
    "perfect_pair_250": lambda coup, _: (None, 25, 250)[sum(a == b for a, b in first_two(coup))],
    "tiger_pair": lambda coup, _: tiger_pair(coup),
    "royal_match": lambda coup, _: royal_match(coup),
    "three_giving_8": lambda coup, _: (
        200
        if coup.player.third
        and coup.player.third.points == 8
        and sum(card.points for card in coup.banker.cards[:2]) % 10 == 3
        else None
    ),
    "low_tie_max": lambda coup, rule: 55 if is_tie(coup, rule) and highest(coup) <= 5 else None,
    "high_tie_max": lambda coup, rule: 10 if is_tie(coup, rule) and highest(coup) >= 6 else None,
    "all_red": lambda coup, _: (
        22 if {card.suit for card in coup.cards} <= {Suit.DIAMONDS, Suit.HEARTS} else None
    ),
    "all_black": lambda coup, _: (
        24 if {card.suit for card in coup.cards} <= {Suit.CLUBS, Suit.SPADES} else None
    ),
    "super_tie": super_tie,
    **{f"matching_dragon_{letter}": matching(letter) for letter in "A23456789TJQK"},
}


def test_every_bet_of_the_catalogue_is_stated_here() -> None:
    stated = {**SCORE_PAYS, **COUP_PAYS}
    assert stated.keys() == CATALOGUE.keys()
    assert all((key in SCORE_PAYS) is (CATALOGUE[key].part is Part.SCORE) for key in stated)


def dealt_coups() -> list[Coup]:
    """Return coups from ordinary shoes, and from few cards, so that rare bets win."""
    random = Random(2026)
    few = ("Kh Qh Kc 8d", "8d 3s 6h 6d", "6h 6d Ah Td Th", "Ks 3s 8d")
    sources = [DECK, DECK[13:39], *map(parse_cards, few)]
    return [
        deal(Shoe(tuple(random.choices(source, k=6))))[0] for source in sources for _ in range(400)
    ]


COUPS = dealt_coups()


@pytest.mark.no_cover
@pytest.mark.parametrize("key", COUP_PAYS)
def test_a_bet_on_cards_pays_what_it_says(key: str) -> None:
    bet = CATALOGUE[key]
    for naturals in Naturals:
        for coup in COUPS:
            assert bet.decide(coup, naturals) == unit(COUP_PAYS[key](coup, naturals)), coup


@pytest.mark.no_cover
def test_the_rare_lines_are_among_the_coups() -> None:
    seen = {key: {CATALOGUE[key].decide(coup) for coup in COUPS} for key in COUP_PAYS}
    for key in ("tiger_pair", "royal_match", "perfect_pair_250", "super_tie", "three_giving_8"):
        assert seen[key] >= {Fraction(pay) for pay in CATALOGUE[key].pay_table}, key


def test_a_bet_is_found_by_its_key_or_alias() -> None:
    assert all(find(key) is bet for key, bet in CATALOGUE.items())
    assert find("tiger") is CATALOGUE["lucky_6"]
    with pytest.raises(NotationError, match=r"^'dragn_7' is not a bet; the nearest is dragon_7$"):
        find("dragn_7")


@pytest.mark.parametrize("key", ["Picture pair", "picture pair", "7s", "", "ä", "a" * 41, "a\n"])
def test_a_key_that_no_house_could_define_is_refused_as_there(key: str) -> None:
    with pytest.raises(
        HouseError, match=r"^bets: '.*' is not a key: use a to z, 0 to 9 and _"
    ) as bad:
        Bet.parse(key, ["tie: 8"])
    assert bad.value.code == "house_key"


def test_bets_say_what_detail_they_need() -> None:
    needs = {key: bet.detail for key, bet in CATALOGUE.items()}
    assert all(needs[key] is Detail.POINTS for key in SCORE_PAYS)
    assert needs["player_pair"] is needs["matching_dragon_K"] is Detail.RANKS
    assert needs["all_red"] is needs["super_tie"] is Detail.COLOURS
    assert needs["perfect_pair"] is needs["royal_match"] is Detail.CARDS


def test_a_bet_reads_as_on_the_felt() -> None:
    assert [line.text for line in find("banker_ez").lines] == [
        "tie: push",
        "Banker wins with a three-card 7: push",
        "Banker wins: 1 to 1",
    ]
    assert find("lucky_6").pays_text == "20 or 12 to 1"
    assert find("banker").pays_text == "19 to 20"
    assert find("dragon_bonus_player").pays_text == "30, 10, 6, 4, 2 or 1 to 1"
    assert find("banker_super_6").pays_text == "1 to 1 or 1 to 2"
    names = [find(key).name for key in ("egalite_0", "blazing_7s", "dragon_7", "banker_super_6")]
    assert names == ["Égalité 0", "Blazing 7s", "Dragon 7", "Banker"]


def test_other_pays_replace_the_winning_lines_only() -> None:
    bet = find("banker_super_6").with_pays(Fraction(2, 3), Fraction(3, 2))
    six, eight = Score(5, 6, 2, 3), Score(5, 8, 2, 3)
    assert bet.part is Part.SCORE
    assert [bet.pays(score) for score in (six, eight, Score(5, 5, 2, 2))] == [
        Fraction(2, 3),
        Fraction(3, 2),
        0,
    ]
    for pays in ((Fraction(1),), (Fraction(1), Fraction(0))):
        with pytest.raises(HouseError, match=r"^pays\.banker_super_6: "):
            find("banker_super_6").with_pays(*pays)


def test_a_ten_does_not_pair_a_jack() -> None:
    coup = Coup(Hand.parse("Td Jd"), Hand.parse("Td Th"))
    assert find("player_pair").decide(coup) == -1
    assert find("banker_pair").decide(coup) == 11


def test_every_side_bet_has_a_code_that_no_other_has() -> None:
    sides = [bet for bet in CATALOGUE.values() if bet.spot is Spot.SIDE]
    assert {bet.code: bet.key for bet in sides} == dict(CATALOGUE.codes)
    assert len(CATALOGUE.codes) == len(sides)
    assert all(code.isalnum() and code.islower() and code[0].isalpha() for code in CATALOGUE.codes)


def test_a_code_stays_when_a_house_pays_otherwise() -> None:
    assert CATALOGUE["panda_8"].with_pays(Fraction(30)).code == "pa8"
