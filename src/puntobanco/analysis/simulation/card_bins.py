"""The histograms of the kernel that carries ranks and suits, and the pays that follow from them."""

from __future__ import annotations

from functools import cache, lru_cache

import numpy as np
import numpy.typing as npt

from puntobanco.analysis.odds._hand_scenes import HandFacts
from puntobanco.analysis.simulation import _kernels as kernels
from puntobanco.analysis.simulation.blocks import Tally
from puntobanco.analysis.simulation.progress import EXAMPLES
from puntobanco.bets import Bet, Part, parse_condition
from puntobanco.bets.conditions import Comparison, comparisons
from puntobanco.bets.quantities import ALL_BLACK, ALL_RED, COPIES, Seen
from puntobanco.cards import DECK, Hand, Rank
from puntobanco.coup import Coup, Naturals, deal
from puntobanco.errors import AnalysisError
from puntobanco.shoe import Shoe

BINS = {
    "openings": kernels.OPENING_BINS,
    "colours": kernels.COLOUR_BINS,
    "points": kernels.POINT_BINS,
    "copies": kernels.COPY_BINS,
}
"""The histograms and their sizes, in the order of the kernel."""


@cache
def hand_kinds() -> npt.NDArray[np.uint8]:
    """The kind of each opening hand of two cards, by their places in `DECK`."""
    return np.array([_kind(Hand((one, other))) for one in DECK for other in DECK], np.uint8)


def _kind(hand: Hand) -> int:
    first, second = hand.cards
    if first.rank is second.rank:
        return 2 if first == second else 1
    if {first.rank, second.rank} == {Rank.KING, Rank.QUEEN}:
        return 4 if first.suit is second.suit else 3
    return 0


def card_pays(bet: Bet, naturals: Naturals, tally: Tally) -> dict[float, int]:
    """How often one unit on a bet on ranks or suits earned each pay, the best first.

    Each bin is paid as its example: a coup that fell into it.
    """
    found = bins_of(bet)
    if found is None:
        raise AnalysisError(f"{bet.key} looks at what no histogram distinguishes")
    name, bins = found
    start = sum(size for each, size in list(BINS.items())[: list(BINS).index(name)])
    examples = tally[EXAMPLES][start : start + BINS[name]]
    counts: dict[float, int] = {}
    for at in bins:
        if count := int(tally[name][at]):
            pay = float(bet.decide(_example_coup(int(examples[at])), naturals))
            counts[pay] = counts.get(pay, 0) + count
    return dict(sorted(counts.items(), reverse=True))


@lru_cache(maxsize=256)
def bins_of(bet: Bet) -> tuple[str, range] | None:
    """The histogram that distinguishes all that a bet looks at, and its bins, if there is one."""
    finer = {each for each in bet.comparisons if each.quantity.part is not Part.SCORE}
    quantities = {each.quantity for each in finer}
    if bet.part is Part.OPENING and _is_decided_by_kinds(bet):
        return "openings", range(BINS["openings"])
    if quantities <= {ALL_RED, ALL_BLACK}:
        return "colours", range(BINS["colours"])
    if finer <= _HIGHEST or _meets_only(bet, finer):
        return "points", range(BINS["points"])
    if bet.quantities <= set(COPIES.values()) and len(quantities) == 1:
        rank = list(COPIES.values()).index(quantities.pop())
        return "copies", range(7 * rank, 7 * rank + 7)
    return None


_HIGHEST = {
    each
    for text in ("highest points <= 5", "highest points >= 6")
    for each in comparisons(parse_condition(text))
}
_MET = parse_condition("Banker holds 3 and Player draws an 8")


def _meets_only(bet: Bet, finer: set[Comparison]) -> bool:
    """Whether all but the score that a bet looks at is Banker's 3 against Player's 8."""
    lines = (line.condition for line in bet.lines)
    return finer == set(comparisons(_MET)) and all(
        condition == _MET or finer.isdisjoint(comparisons(condition)) for condition in lines
    )


def _is_decided_by_kinds(bet: Bet) -> bool:
    """Whether the kinds of both hands and four cards of one rank decide a bet on openings."""
    hands = [Hand((one, other)) for one in DECK for other in DECK]
    facts = HandFacts.of(bet)
    alike = {(kind, facts.look(hand)): hand for kind, hand in zip(hand_kinds(), hands, strict=True)}
    lines: dict[tuple[int, int, bool], int | None] = {}
    for (one, _), player in alike.items():
        for (other, _), banker in alike.items():
            ranks = {card.rank for card in (*player.cards, *banker.cards)}
            line = bet.line(Seen.of(Coup(player, banker), Naturals.HIGHER_WINS))
            if lines.setdefault((one, other, len(ranks) == 1), line) != line:
                return False
    return True


def _example_coup(example: int) -> Coup:
    """The coup that a kernel packed into bits as the example of a bin."""
    bits = kernels.EXAMPLE_BITS
    cards = (
        DECK[example >> bits * at & (1 << bits) - 1]
        for at in range(1, 1 + (example & (1 << bits) - 1))
    )
    return deal(Shoe(tuple(cards)))[0]
