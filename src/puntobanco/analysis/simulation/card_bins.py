"""The histograms of the kernel that carries ranks and suits, and the pays that follow from them."""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt

from puntobanco.analysis.simulation import _kernels as kernels
from puntobanco.analysis.simulation.blocks import Tally
from puntobanco.analysis.simulation.progress import EXAMPLES
from puntobanco.bets import AnyBet, CardsBet, Detail, OpeningBet
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


def card_pays(bet: AnyBet, naturals: Naturals, tally: Tally) -> dict[float, int]:
    """How often one unit on a bet on ranks or suits earned each pay, the best first.

    Each bin is paid as its example: a coup that fell into it.
    """
    name, bins = _bins_of(bet)
    start = sum(size for each, size in list(BINS.items())[: list(BINS).index(name)])
    examples = tally[EXAMPLES][start : start + BINS[name]]
    counts: dict[float, int] = {}
    for at in bins:
        if count := int(tally[name][at]):
            pay = float(bet.decide(_example_coup(int(examples[at])), naturals))
            counts[pay] = counts.get(pay, 0) + count
    return dict(sorted(counts.items(), reverse=True))


def _bins_of(bet: AnyBet) -> tuple[str, range]:
    """The histogram that distinguishes all that a bet looks at, and its bins."""
    match bet:
        case OpeningBet():
            name = "openings"
        case CardsBet(detail=Detail.COLOURS):
            name = "colours"
        case CardsBet(detail=Detail.RANKS):
            rank = next(at for at, rank in enumerate(Rank) if bet.key.endswith(f"_{rank.letter}"))
            return "copies", range(7 * rank, 7 * rank + 7)
        case CardsBet(detail=Detail.POINTS):
            name = "points"
        case _:
            raise AnalysisError(f"{bet.key} looks at what no kernel counts")
    return name, range(BINS[name])


def _example_coup(example: int) -> Coup:
    """The coup that a kernel packed into bits as the example of a bin."""
    bits = kernels.EXAMPLE_BITS
    cards = (
        DECK[example >> bits * at & (1 << bits) - 1]
        for at in range(1, 1 + (example & (1 << bits) - 1))
    )
    return deal(Shoe(tuple(cards)))[0]
