"""What kernels need to deal at a house, and the seeds of their blocks."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256

import numpy as np
import numpy.typing as npt

from puntobanco.analysis.simulation._kernels import Counts, Words16, Words64
from puntobanco.cards import DECK
from puntobanco.coup import LARGEST_COUP
from puntobanco.house import LARGEST_BURN, Burning, House, NoCutCard
from puntobanco.shoe import AfterCut
from puntobanco.tableau import HOLDINGS, POINTS, PUNTO_BANCO, Tableau

_NEVER = 65535


@dataclass(frozen=True)
class Dealing:
    """The rules of a house as arrays: what a kernel is given, and what a cluster is sent."""

    start: Words16
    """Cumulative counts of the points 0 to 9 in a full shoe."""
    rules: Words16
    """The tableau as bits: Player's row, Banker's when Player stood, Banker's eight others."""
    plan: Counts
    """When to stop after and before a coup, which draws are suspect, whether to burn."""
    always: int
    """How many coups every shoe deals."""

    @classmethod
    def at(cls, house: House, tableau: Tableau = PUNTO_BANCO) -> Dealing:
        """The rules of a house, played by a tableau."""
        counts = np.bincount([card.points for card in DECK], minlength=10) * house.decks
        after, before = _stops(house)
        burns = house.burn is Burning.FIRST_CARD
        suspect = (house.cards * (house.cards - 1)) >> 16
        return cls(
            start=np.cumsum(counts).astype(np.uint16),
            rules=_bits(tableau),
            plan=np.array([after, before, suspect, int(burns)], np.int64),
            always=_always(house),
        )

    @property
    def digest(self) -> str:
        """Equal for equal rules."""
        arrays = (self.start, self.rules, self.plan)
        return sha256(b"".join(array.tobytes() for array in arrays)).hexdigest()

    @property
    def cards(self) -> int:
        """How many cards a full shoe holds."""
        return int(self.start[-1])

    @property
    def full(self) -> Counts:
        """How many cards of the points 0 to 9 a full shoe holds."""
        cumulative = self.start.astype(np.int64)
        return cumulative - np.concatenate((cumulative[:0], [0], cumulative[:-1]))

    @property
    def longest(self) -> int:
        """More coups than any shoe deals."""
        return self.cards // 4 + 1

    def deck(self) -> npt.NDArray[np.uint8]:
        """Every card of a full shoe as its place in `DECK`."""
        return np.tile(np.arange(len(DECK), dtype=np.uint8), self.cards // len(DECK))


def _stops(house: House) -> tuple[int, int]:
    """The fewest cards after a coup, and before it, with which another may follow."""
    match house.cut_card:
        case NoCutCard.EVERY_COUP:
            return _NEVER, 0
        case NoCutCard.WHEN_SHORT:
            return LARGEST_COUP, 0
        case behind if house.after_cut_card is AfterCut.LAST_COUP:
            return behind, 0
        case behind:
            return 0, behind + 1


def _always(house: House) -> int:
    """How many coups are dealt whatever the cards: every coup of six, after the largest burn."""
    match house.cut_card:
        case NoCutCard.EVERY_COUP:
            return 1
        case NoCutCard.WHEN_SHORT:
            behind = LARGEST_COUP
        case behind:
            pass
    burned = LARGEST_BURN if house.burn is Burning.FIRST_CARD else 0
    return max(1, (house.cards - behind - burned) // LARGEST_COUP)


def _bits(tableau: Tableau) -> Words16:
    """Rows of the picture as bits, the lowest for the first square."""
    rows = [
        [tableau.player_draws(holding) for holding in HOLDINGS],
        [tableau.banker_draws(holding, None) for holding in HOLDINGS],
        *([tableau.banker_draws(holding, third) for third in POINTS] for holding in HOLDINGS),
    ]
    return np.array([sum(draws << at for at, draws in enumerate(row)) for row in rows], np.uint16)


def block_seed(seed: str, stream: str, block: int, words: int) -> Words64:
    """The random words that seed a block: Philox, keyed by the seed, counting blocks."""
    digest = sha256(f"{seed}\n{stream}".encode()).digest()
    key = np.frombuffer(digest[:16], "<u8").astype(np.uint64)
    counter = np.array([0, block, 0, 0], np.uint64)
    found: Words64 = np.random.Philox(key=key, counter=counter).random_raw(words)
    return found
