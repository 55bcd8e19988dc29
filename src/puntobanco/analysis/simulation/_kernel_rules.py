"""A house's rules as the arrays that kernels take."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256

import numpy as np
import numpy.typing as npt

from puntobanco.analysis._exact_sums import Integers
from puntobanco.analysis.simulation._kernels import Procedure, Words16
from puntobanco.cards import DECK
from puntobanco.coup import LARGEST_COUP
from puntobanco.house import Burning, FixedBurn, House, NoCutCard
from puntobanco.shoe import AfterCut
from puntobanco.tableau import HOLDINGS, POINTS, PUNTO_BANCO, Tableau

_MORE_THAN_ANY_SHOE = 65535


@dataclass(frozen=True)
class KernelRules:
    """The rules of a house, ready for a kernel or a cluster."""

    cumulative_counts: Words16
    """The number of cards of a full shoe with at most 0, 1 … 9 points."""
    tableau_bits: Words16
    """The tableau as bits: Player's row, Banker's when Player stood, Banker's eight others."""
    procedure: Procedure
    always_dealt: int
    """The number of coups that every shoe deals, whatever its cards."""

    @classmethod
    def at(cls, house: House, tableau: Tableau = PUNTO_BANCO) -> KernelRules:
        """Return the rules of a house, played by a tableau."""
        counts = np.bincount([card.points for card in DECK], minlength=10) * house.decks
        return cls(
            cumulative_counts=np.cumsum(counts).astype(np.uint16),
            tableau_bits=_bits(tableau),
            procedure=_procedure(house),
            always_dealt=_always_dealt(house),
        )

    @property
    def arguments(self) -> tuple[Words16, Words16, Procedure]:
        """What most kernels take: the cumulative counts, the tableau and the procedure."""
        return self.cumulative_counts, self.tableau_bits, self.procedure

    @property
    def digest(self) -> str:
        """Equal for equal rules."""
        counts, bits, procedure = self.arguments
        parts = (counts, bits, np.array(procedure, np.int64))
        return sha256(b"".join(array.tobytes() for array in parts)).hexdigest()

    @property
    def cards(self) -> int:
        """The number of cards in a full shoe."""
        return int(self.cumulative_counts[-1])

    @property
    def counts(self) -> Integers:
        """The number of cards of 0, 1 … 9 points in a full shoe."""
        cumulative = self.cumulative_counts.astype(np.int64)
        return cumulative - np.concatenate(([0], cumulative[:-1]))

    @property
    def most_coups(self) -> int:
        """More coups than any shoe deals."""
        return self.cards // 4 + 1

    def deck(self) -> npt.NDArray[np.uint8]:
        """Return every card of a full shoe as its place in `DECK`."""
        return np.tile(np.arange(len(DECK), dtype=np.uint8), self.cards // len(DECK))


def _procedure(house: House) -> Procedure:
    after, before = _cards_to_go_on(house)
    suspect = (house.cards * (house.cards - 1)) >> 16
    return Procedure(after, before, suspect, _burns(house.burn))


def _burns(burn: Burning | FixedBurn) -> int:
    """Return the burn as a number."""
    if isinstance(burn, FixedBurn):
        return 1 + burn.cards if burn.first_shown else -burn.cards
    return int(burn is Burning.FIRST_CARD)


def _cards_to_go_on(house: House) -> tuple[int, int]:
    """Return the fewest cards after a coup, and before it, that allow another coup."""
    match house.cut_card:
        case NoCutCard.EVERY_COUP:
            return _MORE_THAN_ANY_SHOE, 0
        case NoCutCard.WHEN_SHORT:
            return LARGEST_COUP, 0
        case behind if house.after_cut_card is AfterCut.LAST_COUP:
            return behind, 0
        case behind:
            return 0, behind + 1


def _always_dealt(house: House) -> int:
    """Count the coups of the shortest shoe: six cards each, after the largest burn."""
    match house.cut_card:
        case NoCutCard.EVERY_COUP:
            return 1
        case NoCutCard.WHEN_SHORT:
            behind = LARGEST_COUP
        case behind:
            pass
    return max(1, (house.cards - behind - house.largest_burn) // LARGEST_COUP)


def _bits(tableau: Tableau) -> Words16:
    """Return the rows of the tableau as bits, the lowest for the first square."""
    rows = [
        [tableau.player_draws(holding) for holding in HOLDINGS],
        [tableau.banker_draws(holding, None) for holding in HOLDINGS],
        *([tableau.banker_draws(holding, third) for third in POINTS] for holding in HOLDINGS),
    ]
    return np.array([sum(draws << at for at, draws in enumerate(row)) for row in rows], np.uint16)
