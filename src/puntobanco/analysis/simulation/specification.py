"""The subject of a simulation (a house, a number of shoes, the bets to price) and its jobs."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256

import numpy as np
import numpy.typing as npt

from puntobanco.analysis._exact_sums import Integers
from puntobanco.analysis.simulation import _kernels as kernels
from puntobanco.analysis.simulation._features import faces
from puntobanco.analysis.simulation._kernels import Procedure, Words16
from puntobanco.analysis.simulation._line_tables import LineTables
from puntobanco.analysis.simulation.blocks import (
    MOST_GROUPS,
    VERSION,
    Job,
    Tally,
    block_seed,
    block_size,
)
from puntobanco.analysis.simulation.recorded import Knowledge, RecordedShoes
from puntobanco.bets import LOSE, SCORE_BETS, Bet, Part
from puntobanco.cards import DECK
from puntobanco.coup import LARGEST_COUP, SCORES, Naturals
from puntobanco.errors import AnalysisError
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


@dataclass(frozen=True)
class ShoesJob:
    """Shoes of points.

    It counts the scores of the coups that are always dealt, of the others, and the coups per shoe.
    """

    rules: KernelRules
    seed: str
    shoes: int

    @property
    def fingerprint(self) -> str:
        """All that decides what is counted; checkpoints store it."""
        return f"{type(self).__name__} {VERSION} {self.rules.digest} {self.shoes} {self.seed}"

    @property
    def shoes_per_block(self) -> int:
        """The number of shoes in a block. The last block may be smaller."""
        return block_size(self.shoes)

    @property
    def blocks(self) -> int:
        """The number of blocks."""
        return -(-self.shoes // self.shoes_per_block)

    def size(self, block: int) -> int:
        """Return the number of shoes in a block."""
        return min(self.shoes_per_block, self.shoes - block * self.shoes_per_block)

    def compile_kernels(self) -> None:
        """Compile the kernels by dealing one shoe."""
        replace(self, shoes=1).play(0)

    @np.errstate(over="ignore")  # without compilation, wrapping integers would warn
    def play(self, block: int) -> Tally:
        """Return the histograms of a block."""
        seed = block_seed(self.seed, "shoes", block, kernels.SEED_WORDS)
        arguments = (*self.rules.arguments, self.rules.always_dealt)
        counts = kernels.count_scores(seed, self.size(block), *arguments)
        return dict(zip(("always", "later", "coups"), counts, strict=True))


@dataclass(frozen=True)
class CardsJob(ShoesJob):
    """Shoes of ranks and suits: how often each line of some bets decides."""

    bets: tuple[Bet, ...]
    naturals: Naturals

    @property
    def fingerprint(self) -> str:
        """All that decides what is counted; checkpoints store it."""
        lines = (f"{bet.key} {line}" for bet in self.bets for line in bet.lines)
        texts = [self.naturals.value, *lines]
        return f"{super().fingerprint} {sha256(chr(10).join(texts).encode()).hexdigest()}"

    @cached_property
    def _deciding(self) -> LineTables:
        return LineTables.of(self.bets, self.naturals)

    @np.errstate(over="ignore")  # as above
    def play(self, block: int) -> Tally:
        """Return how often each line of each bet decides in a block, and last none."""
        deciding = self._deciding
        seed = block_seed(self.seed, "cards", block, 4)
        counts = np.zeros(deciding.classes, np.int64)
        kernels.count_classes(card_dealer(self.rules, seed, deciding), self.size(block), counts)
        return {lines_entry(bet): deciding.count(bet, counts) for bet in self.bets}


@dataclass(frozen=True, eq=False)
class RecordedJob(CardsJob):
    """Counts the scores of recorded shoes, and how often each line of some bets decides."""

    recorded: RecordedShoes

    @property
    def fingerprint(self) -> str:
        """All that decides what is counted; checkpoints store it."""
        return f"{super().fingerprint} {self.recorded.digest}"

    @property
    def shoes_per_block(self) -> int:
        """The number of shoes in a block. The last block may be smaller."""
        return -(-self.shoes // MOST_GROUPS)

    def compile_kernels(self) -> None:
        """Do nothing: counting needs no compiled code."""

    def play(self, block: int) -> Tally:
        """Return the histograms of a block."""
        begin = block * self.shoes_per_block
        shoes, rules = self.recorded.part(begin, begin + self.size(block)), self.rules
        lengths = np.diff(shoes.first)
        number = np.arange(shoes.coups) - np.repeat(shoes.first[:-1], lengths)
        is_early = number < rules.always_dealt
        return {
            "always": np.bincount(shoes.score[is_early], minlength=len(SCORES)),
            "later": np.bincount(shoes.score[~is_early], minlength=len(SCORES)),
            "coups": np.bincount(lengths, minlength=rules.most_coups + 1),
            **self._lines(shoes),
        }

    def _lines(self, shoes: RecordedShoes) -> Tally:
        if not self.bets:
            return {}
        deciding = self._deciding
        dealer = card_dealer(self.rules, np.zeros(4, np.uint64), deciding)
        classes = kernels.classes_of(dealer, shoes.cards, shoes.score)
        found = np.zeros(deciding.classes, np.int64)
        for column, first in enumerate(deciding.tables.first_class.tolist()):
            np.add.at(found, first + classes[:, column].astype(np.int64), 1)
        return {lines_entry(bet): deciding.count(bet, found) for bet in self.bets}


def card_dealer(
    rules: KernelRules, seed: kernels.Words64, deciding: LineTables
) -> kernels.CardDealer:
    """Return a dealer of whole cards for kernels."""
    _, tableau_bits, procedure = rules.arguments
    return kernels.CardDealer(
        np.concatenate((seed, np.zeros(kernels.BUFFERED, np.uint64))),
        rules.deck(),
        tableau_bits,
        procedure,
        faces(),
        deciding.tables,
        coup=np.zeros(LARGEST_COUP, np.uint8),
        features=np.zeros(kernels.FEATURES + len(deciding.tables.first_cell), np.uint32),
    )


def deal_to_record(house: House, shoes: int, seed: str) -> RecordedShoes:
    """Deal shoes of whole cards."""
    rules = KernelRules.at(house)
    words = block_seed(seed, "recorded", 0, 4)
    dealer = card_dealer(rules, words, LineTables.of((), house.naturals))
    with np.errstate(over="ignore"):  # as above
        return RecordedShoes(house, Knowledge.CARDS, *kernels.deal_cards(dealer, shoes))


def lines_entry(bet: Bet) -> str:
    """Return the entry of a tally that counts the lines of a bet."""
    return f"lines of {bet.key}"


def line_pays(bet: Bet, tally: Tally) -> dict[float, int]:
    """Return how often one unit earned each pay, best first, from the tally of a `CardsJob`."""
    pays = np.array([*(float(line.pays) for line in bet.lines), float(LOSE)])
    return count_pays(pays, tally[lines_entry(bet)])


MOST_SHOES = 10**11
"""More shoes would keep ten cores busy for hours."""


@dataclass(frozen=True)
class Specification:
    """The subject of a simulation: a house, a number of shoes, and the bets to price."""

    house: House
    shoes: int
    bets: tuple[Bet, ...] = ()
    """By default, every bet on the score."""
    recorded: RecordedShoes | None = None
    """The shoes to count, instead of dealing them."""

    @classmethod
    def of(cls, recorded: RecordedShoes, bets: tuple[Bet, ...] = ()) -> Specification:
        """Return the specification of recorded shoes."""
        return cls(recorded.house, recorded.shoes, bets, recorded)

    def __post_init__(self) -> None:
        if not 1 <= self.shoes <= MOST_SHOES:
            raise AnalysisError(f"{self.shoes} shoes is out of range: use 1 to {MOST_SHOES:,}")
        if self.recorded is not None:
            self.recorded.refuse(self.bets)

    @property
    def priced(self) -> tuple[Bet, ...]:
        """The bets to price, as the house pays them, those that it offers first."""
        if self.bets:
            return self.bets
        offered = {bet.key: bet for bet in self.house.bets if bet.part is Part.SCORE}
        every = (*offered.values(), *(bet for bet in SCORE_BETS if bet.key not in offered))
        if self.recorded is None:
            return every
        return tuple(bet for bet in every if self.recorded.lacking(bet) is None)

    @property
    def on_cards(self) -> tuple[Bet, ...]:
        """The bets that look at more than the score."""
        return tuple(bet for bet in self.priced if bet.part is not Part.SCORE)

    def jobs(self, seed: str) -> tuple[Job, ...]:
        """Return the jobs to run. The first counts the scores."""
        _check_seed(seed)
        shoes = (KernelRules.at(self.house), seed, self.shoes)
        bets = (self.on_cards, self.house.naturals)
        if self.recorded is not None:
            return (RecordedJob(*shoes, *bets, self.recorded),)
        return (ShoesJob(*shoes), *([CardsJob(*shoes, *bets)] if self.on_cards else []))


def _check_seed(seed: object) -> None:
    """Raise `TypeError` for a number, which would deal the same shoes as its digits."""
    if not isinstance(seed, str):
        raise TypeError(f"a seed is a text such as 'docs', not {seed!r}")


def count_pays(pays: Pays, times: Integers) -> dict[float, int]:
    """Return how often one unit earned each pay, best first, from how often each case occurred."""
    counts: dict[float, int] = {}
    for pay, count in zip(pays.tolist(), times.tolist(), strict=True):
        if count:
            counts[pay] = counts.get(pay, 0) + count
    return dict(sorted(counts.items(), reverse=True))


Pays = npt.NDArray[np.float64]
"""What one unit earns in each case, such as each of the 400 scores."""
