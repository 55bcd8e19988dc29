from __future__ import annotations

from textwrap import dedent

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puntobanco.announcer import WIDTH, Level, card_words, coup_lines, why_lines
from puntobanco.cards import DECK
from puntobanco.coup import Coup, Drew, Naturals, deal
from puntobanco.shoe import Shoe
from puntobanco.tableau import Side

SIX_CARDS = "Jd 5h 9s / Qh Qd 8h"

GOLDEN = {
    ("9s Kc / 7d Td", Level.FULL): """
        Player: nine of spades.
        Banker: seven of diamonds.
        Player: king of clubs.
        Banker: ten of diamonds.
        Call: nine Player, seven Banker.
        Natural: Player 9.
        Rule: 8 or 9 in two cards ends the coup.
        Banker stands on 7.
        Player wins, 9 over 7.
    """,
    ("4s 3c / Kd 5d 9c", Level.TERSE): """
        Cards: 4s, Kd, 3c, 5d.
        Call: 7 Player, 5 Banker.
        Player stands on 7.
        Banker draws 9c: 4.
        Player wins, 7 over 4.
    """,
}


@pytest.mark.parametrize(
    "cards,level", GOLDEN, ids=lambda each: each.value if isinstance(each, Level) else each
)
def test_a_coup_is_told_as_a_croupier_would(cards: str, level: Level) -> None:
    lines = coup_lines(Coup.parse(cards), level=level)
    assert lines == dedent(GOLDEN[cards, level]).strip().splitlines()


def test_two_naturals_tie_where_the_house_says_so() -> None:
    coup = Coup.parse("9s Kc / 8d Td")
    assert coup_lines(coup)[-1] == "Player wins, 9 over 8."
    assert coup_lines(coup, Naturals.TIE)[-1] == (
        "Tie, 9 and 8: égalité, tie bets win; in this house two naturals tie."
    )


@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize("before", range(6))
def test_the_cut_card_is_announced_where_it_comes_out(before: int, level: Level) -> None:
    coup = Coup.parse(SIX_CARDS)
    lines = coup_lines(coup, level=level, cut_after=before, is_last=True)
    (place,) = (at for at, line in enumerate(lines) if line.startswith("Cut card"))
    assert lines[place].endswith("this is the last coup of the shoe.")
    text = "\n".join(lines[:place])
    named = [card for card in coup.cards if card_words(card, level) in text]
    assert named == list(coup.cards[:before])


def test_one_more_coup_may_follow_the_cut_card() -> None:
    lines = coup_lines(Coup.parse(SIX_CARDS), cut_after=1)
    assert lines[1] == "Cut card, after 1 card: one more coup after this one."


coups = st.lists(st.sampled_from(DECK), min_size=6, max_size=6).map(
    lambda cards: deal(Shoe(tuple(cards)))[0]
)


@given(coups, st.sampled_from(Level), st.sampled_from(Naturals))
def test_every_coup_is_told_in_dealing_order_within_80_columns(
    coup: Coup, level: Level, naturals: Naturals
) -> None:
    lines = coup_lines(coup, naturals, level)
    assert all(0 < len(line) <= WIDTH and line.endswith(".") for line in lines)
    text, at = "\n".join(lines), 0
    for card in coup.cards:
        at = text.index(card_words(card, level), at) + 1


@given(coups)
def test_more_is_said_at_each_level(coup: Coup) -> None:
    lengths = [len("".join(coup_lines(coup, level=level))) for level in Level]
    assert lengths == sorted(lengths)


@given(coups)
def test_why_names_the_rule_of_every_third_card(coup: Coup) -> None:
    lines = why_lines(coup)
    assert all(len(line) <= WIDTH for line in lines)
    drew = [event for event in coup.events if isinstance(event, Drew)]
    assert sum(": drew." in line for line in lines) == len(drew)


def test_a_natural_is_why_nobody_drew() -> None:
    assert why_lines(Coup.parse("9s Kc / 8d Td")) == [
        "Natural: Player 9 and Banker 8.",
        "8 or 9 in two cards ends the coup: no third cards.",
    ]


@given(coups)
def test_a_natural_is_told_before_what_follows_from_it_and_its_rule_once(coup: Coup) -> None:
    lines = coup_lines(coup, level=Level.FULL)
    natural = [at for at, line in enumerate(lines) if line.startswith("Natural: ")]
    assert len(natural) == sum(coup.hand(side).is_natural for side in Side)
    if coup.is_natural:
        follows = [at for at, line in enumerate(lines) if " stands on " in line]
        assert len(natural) + len(follows) == 2
        assert all(at > natural[0] for at in follows)
        assert sum(line.startswith("Rule: ") for line in lines) == 1
