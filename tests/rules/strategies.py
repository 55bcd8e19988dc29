"""Hypothesis strategies for the values of the game."""

from __future__ import annotations

import string
from fractions import Fraction
from functools import cache

from hypothesis import strategies as st

from puntobanco import DECK, Card, Coup, Hand, Shoe, deal
from puntobanco.bets import CATALOGUE, Bet
from puntobanco.coup import LARGEST_COUP, Naturals
from puntobanco.house import FIXED_BURNS, Burning, FixedBurn, House, Limits, NoCutCard, Ties
from puntobanco.settlement import Chips, Rounding
from puntobanco.shoe import AfterCut
from puntobanco.tableau import SQUARES, Tableau

cards = st.sampled_from(DECK)
hands = st.builds(Hand, st.lists(cards, min_size=2, max_size=3).map(tuple))
orders = st.lists(cards, min_size=6, max_size=80).map(tuple)
tableaus = st.sets(st.sampled_from(SQUARES)).map(Tableau.where)


def _dealt(order: tuple[Card, ...], tableau: Tableau) -> Coup:
    coup, _ = deal(Shoe(order), tableau)
    return coup


coups = st.builds(_dealt, orders, tableaus)
stakes = st.integers(1, 10_000_00).map(Chips)
catalogue = st.sampled_from(tuple(CATALOGUE.values()))


@st.composite
def shoes(draw: st.DrawFn) -> Shoe:
    order = draw(orders)
    place = draw(st.integers(0, len(order)))
    return Shoe(order, place, draw(st.none() | st.integers(0, len(order))))


@st.composite
def limits(draw: st.DrawFn) -> Limits:
    step = draw(st.integers(1, 500))
    low = step * draw(st.integers(1, 100))
    high, side = draw(st.integers(low, 10**9)), draw(st.integers(low, 10**9))
    return Limits(
        minimum=Chips(low), maximum=Chips(high), side_maximum=Chips(side), step=Chips(step)
    )


# A strategy takes longer to make than to draw from, so they are made once.

_pay = st.fractions(Fraction(1, 100), 500, max_denominator=100)


@cache
def _pays(lines: int) -> st.SearchStrategy[list[Fraction]]:
    return st.lists(_pay, min_size=lines, max_size=lines)


@st.composite
def repaid(draw: st.DrawFn, bet: Bet) -> Bet:
    return bet.with_pays(*draw(_pays(len(bet.pay_table))))


fixed_burns = st.builds(FixedBurn, st.sampled_from(FIXED_BURNS), first_shown=st.booleans())
burns = st.sampled_from(Burning) | fixed_burns


@cache
def cut_cards(
    decks: int, burn: Burning | FixedBurn, after: AfterCut
) -> st.SearchStrategy[int | NoCutCard]:
    """Draw a legal place of the cut card, often an extreme one, or none."""
    least = 2 * LARGEST_COUP - 1 if after is AfterCut.ONE_MORE else LARGEST_COUP
    most = 52 * decks - House(decks=12, burn=burn).largest_burn
    extremes = st.sampled_from((least, least + 1, most - 1, most))
    return extremes | st.integers(least, most) | st.sampled_from(NoCutCard)


_main = st.tuples(
    st.sampled_from((None, "player")),
    st.sampled_from((None, "banker", "banker_ez", "banker_super_6")),
    st.sampled_from((None, "tie", "tie_9")),
)
_spots = {"player", "banker", "banker_ez", "banker_super_6", "tie", "tie_9"}
_side = st.sets(st.sampled_from(sorted(CATALOGUE.keys() - _spots)), max_size=6)
_decks = st.integers(1, 12)
_names = st.text(string.ascii_letters + " \\\"'#é☃", min_size=1, max_size=12)
_after, _ties = st.sampled_from(AfterCut), st.sampled_from(Ties)
_naturals, _roundings = st.sampled_from(Naturals), st.sampled_from(Rounding)
_limits = st.none() | limits()
_repaid = {key: repaid(bet) for key, bet in CATALOGUE.items()}


@st.composite
def houses(draw: st.DrawFn) -> House:
    main, side, decks = draw(_main), draw(_side), draw(_decks)
    burn, after = draw(burns), draw(_after)
    return House(
        name=draw(_names),
        decks=decks,
        burn=burn,
        cut_card=draw(cut_cards(decks, burn, after)),
        after_cut_card=after,
        ties=draw(_ties),
        naturals=draw(_naturals),
        rounding=draw(_roundings),
        main_bets=tuple(draw(_repaid[key]) for key in main if key),
        side_bets=tuple(draw(_repaid[key]) for key in sorted(side)),
        limits=draw(_limits),
    )
