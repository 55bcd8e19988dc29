r"""Recorded shoes as arrays, checked, and what they lack.

>>> from puntobanco.house import CLASSIC
>>> shoes = RecordedShoes.parse("BPTB\nPPB", CLASSIC)
>>> shoes.shoes, shoes.coups, shoes.known.value, shoes.lacking(CLASSIC.bet("player_pair"))
(2, 7, 'results', 'cards')
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache, cached_property
from hashlib import sha256

import numpy as np
import numpy.typing as npt

from puntobanco.analysis._exact_sums import Integers
from puntobanco.analysis.composition import Composition
from puntobanco.analysis.odds import Price, counts, price
from puntobanco.analysis.odds._point_coups import played
from puntobanco.analysis.shoe_files import NO_CARD, PER_COUP, RecordedShoe, read_shoes
from puntobanco.bets import PUSH, Bet, Part
from puntobanco.cards import DECK
from puntobanco.coup import SCORES, Naturals, Outcome
from puntobanco.errors import AnalysisError
from puntobanco.house import House
from puntobanco.tableau import PUNTO_BANCO

Words16 = npt.NDArray[np.uint16]
Bytes = npt.NDArray[np.uint8]

_LETTERS = "PBT"
_NO_RESULT, _NO_TOTAL = "?", 255
_CODES = NO_CARD + 1
_MANY = 100
"""This many coups without a tie happen once in twenty thousand times."""
_POINTS = np.array([*(card.points for card in DECK), 0])


class Knowledge(Enum):
    """How much of each coup is known."""

    CARDS = "cards"
    TOTALS = "totals"
    RESULTS = "results"


@dataclass(frozen=True, eq=False)
class RecordedShoes:
    """Shoes of a file, checked against the rules of a house."""

    house: House
    known: Knowledge
    first: Integers
    """The index of each shoe's first coup, and at the end the number of coups."""
    score: Words16
    """The score of each coup. If it isn't known, any score with the same totals or outcome."""
    left: Words16
    """The number of cards in the shoe before each coup; zero if cards aren't known."""
    cards: Bytes
    """Rows of six places in `DECK`; no rows if cards aren't known."""
    shown: Bytes
    """The card that each shoe's burn showed."""
    has_ties: bool = True
    notes: tuple[str, ...] = ()
    """Remarks about these shoes."""

    @classmethod
    def of(
        cls,
        shoes: Sequence[RecordedShoe],
        house: House,
        *,
        has_ties: bool = True,
        notes: tuple[str, ...] = (),
    ) -> RecordedShoes:
        """Return shoes as arrays, or refuse coups that the house's rules can't have dealt."""
        if not shoes:
            raise AnalysisError("there is no coup in these shoes")
        coups = _Coups(shoes, house)
        known, score = coups.known, coups.scores()
        is_tie = np.array(outcome_letters(house.naturals))[score] == "T"
        if not has_ties:
            coups.refuse(is_tie, "this is a tie, but --ties says that they are unknown")
        elif len(score) >= _MANY and not is_tie.any():
            notes += ("No coup is a tie. If the file leaves ties out, use --ties unknown.",)
        is_complete = known is Knowledge.CARDS
        return cls(
            house,
            known,
            coups.first,
            score,
            coups.left() if is_complete else np.zeros(len(score), np.uint16),
            coups.cards if is_complete else coups.cards[:0],
            coups.shown,
            has_ties,
            notes,
        )

    @classmethod
    def parse(cls, text: str, house: House, *, has_ties: bool = True) -> RecordedShoes:
        """Read results or CSV."""
        return cls.of(read_shoes(text.splitlines()), house, has_ties=has_ties)

    def __repr__(self) -> str:
        known = self.known.value
        return f"<{self.shoes:,} recorded shoes, {self.coups:,} coups, {known} known>"

    @property
    def shoes(self) -> int:
        """The number of shoes."""
        return len(self.first) - 1

    @property
    def coups(self) -> int:
        """The number of coups."""
        return len(self.score)

    @property
    def has_cards(self) -> bool:
        """Whether every card that left the shoe is known, but for the burn."""
        return self.known is Knowledge.CARDS and self.has_ties

    @cached_property
    def digest(self) -> str:
        """Equal for equal shoes."""
        arrays = (self.first, self.score, self.left, self.cards, self.shown)
        facts = f"{self.known.value} {self.has_ties}".encode()
        return sha256(facts + b"".join(array.tobytes() for array in arrays)).hexdigest()

    def part(self, begin: int, end: int) -> RecordedShoes:
        """Return some consecutive shoes."""
        coups = slice(int(self.first[begin]), int(self.first[end]))
        return replace(
            self,
            first=self.first[begin : end + 1] - self.first[begin],
            score=self.score[coups],
            left=self.left[coups],
            cards=self.cards[coups],
            shown=self.shown[begin:end],
        )

    def groups_for(self, coups: int) -> int:
        """Return how many shoes every session needs for so many coups, or one more than all."""
        for size in range(1, self.shoes + 1):
            ends = self.first[: self.shoes // size * size + 1 : size]
            if np.diff(ends).min() >= coups:
                return size
        return self.shoes + 1

    def lacking(self, bet: Bet) -> str | None:
        """Return what these shoes lack to settle a bet, or None."""
        if not self.has_ties and not _ignores_ties(bet, self.house):
            return "ties"
        if self.known is Knowledge.CARDS:
            return None
        if bet.part is not Part.SCORE:
            return "cards"
        if _is_decided(bet, self.house, totals=False):
            return None
        if not _is_decided(bet, self.house, totals=True):
            return "the number of cards"
        return "totals" if self.known is Knowledge.RESULTS else None

    def refuse(self, bets: Sequence[Bet]) -> None:
        """Refuse bets that need what these shoes lack, by name."""
        for bet in bets:
            if (lacks := self.lacking(bet)) is not None:
                raise AnalysisError(f"{bet.key} needs {lacks}, which the recorded shoes lack")

    def price(self, bet: Bet) -> Price:
        """Return the exact price on a full shoe: of decided coups, if ties aren't known."""
        house = self.house
        shoe = Composition.of_decks(house.decks)
        found = price(bet, shoe, naturals=house.naturals)
        if self.has_ties:
            return found
        ties = counts(shoe).outcomes(house.naturals)[Outcome.TIE]
        ways = ((pay, orders - ties * (pay == PUSH)) for pay, orders in found.ways)
        decided = tuple((pay, orders) for pay, orders in ways if orders)
        return replace(found, orders=found.orders - ties, ways=decided)

    @property
    def power(self) -> str:
        """How many coups it takes to tell an edge from zero, in one sentence."""
        house = self.house
        bets = (house.main_bet("banker"), house.main_bet("player"))
        bet = next((each for each in bets if self.lacking(each) is None), bets[1])
        exact = self.price(bet)
        coups = (2 * exact.sd / float(exact.edge)) ** 2
        scale = 10 ** (len(str(round(coups))) - 1)
        return (
            f"Telling the edge of {bet.name} ({exact.edge_percent:.2f} %) from zero takes about "
            f"{round(coups / scale) * scale:,} coups; these shoes have {self.coups:,}."
        )

    def json(self) -> dict[str, object]:
        """Return what is known, for machines."""
        return {
            "known": self.known.value,
            "ties": self.has_ties,
            "power": self.power,
            "notes": list(self.notes),
        }

    def files(self) -> Iterator[RecordedShoe]:
        """Yield each shoe as a file has it."""
        codes = np.array(outcome_letters(self.house.naturals))
        totals = np.array([score[:2] for score in SCORES], np.uint8)
        for shoe in range(self.shoes):
            coups = slice(int(self.first[shoe]), int(self.first[shoe + 1]))
            shown = int(self.shown[shoe])
            hidden = self.house.cards - int(self.left[coups.start]) - (shown < NO_CARD)
            scores = self.score[coups]
            yield RecordedShoe(
                "".join(codes[scores].tolist()),
                b"" if self.known is Knowledge.RESULTS else totals[scores].tobytes(),
                self.cards[coups].tobytes(),
                shown,
                hidden if self.known is Knowledge.CARDS else 0,
            )


@cache
def _possible(decks: int) -> list[int]:
    orders = counts(Composition.of_decks(decks)).by_score
    return [code for code, each in enumerate(orders) if each]


def _is_decided(bet: Bet, house: House, *, totals: bool) -> bool:
    """Return whether the outcome, or the outcome and the totals, decide what a bet pays."""
    pays: dict[object, object] = {}
    for score in (SCORES[code] for code in _possible(house.decks)):
        known = (score.outcome(house.naturals), score[:2] if totals else None)
        pay = bet.pays(score, house.naturals)
        if pays.setdefault(known, pay) != pay:
            return False
    return True


def _ignores_ties(bet: Bet, house: House) -> bool:
    """Return whether a bet is always a push at a tie."""
    ties = (SCORES[code] for code in _possible(house.decks))
    return bet.part is Part.SCORE and all(
        bet.pays(score, house.naturals) == PUSH
        for score in ties
        if score.outcome(house.naturals) is Outcome.TIE
    )


class _Coups:
    """The coups of shoes, one after another, to be checked against the rules of a house."""

    def __init__(self, shoes: Sequence[RecordedShoe], house: House) -> None:
        self.house = house
        lengths = [shoe.coups for shoe in shoes]
        if max(lengths) > house.cards // 4:
            at = next(at for at, each in enumerate(lengths) if each > house.cards // 4)
            raise AnalysisError(
                f"shoe {at + 1:,} has {lengths[at]:,} coups, "
                f"more than a shoe of {house.cards} cards deals"
            )
        self.first = np.cumsum([0, *lengths]).astype(np.int64)
        self.shoe = np.repeat(np.arange(len(shoes)), lengths)
        cards = (shoe.cards or bytes((NO_CARD,)) * PER_COUP * shoe.coups for shoe in shoes)
        totals = (shoe.totals or bytes((_NO_TOTAL,)) * 2 * shoe.coups for shoe in shoes)
        results = (shoe.results or _NO_RESULT * shoe.coups for shoe in shoes)
        self.cards = np.frombuffer(b"".join(cards), np.uint8).reshape(-1, PER_COUP)
        self.totals = np.frombuffer(b"".join(totals), np.uint8).reshape(-1, 2)
        self.results = np.frombuffer("".join(results).encode(), np.uint8)
        self.shown = np.array([shoe.shown for shoe in shoes], np.uint8)
        self.hidden = np.array([shoe.hidden for shoe in shoes], np.int64)
        self.has_cards = self.cards[:, 0] != NO_CARD
        self.has_totals = self.totals[:, 0] != _NO_TOTAL
        self.has_results = self.results != ord(_NO_RESULT)

    @property
    def known(self) -> Knowledge:
        if self.has_cards.all():
            return Knowledge.CARDS
        return Knowledge.TOTALS if (self.has_cards | self.has_totals).all() else Knowledge.RESULTS

    def refuse(self, wrong: npt.NDArray[np.bool_], reason: str) -> None:
        if wrong.any():
            coup = int(wrong.argmax())
            shoe = int(self.shoe[coup])
            number = coup - int(self.first[shoe]) + 1
            raise AnalysisError(f"shoe {shoe + 1:,}, coup {number}: {reason}")

    def scores(self) -> Words16:
        """Return the score of each coup, or any that fits; contradictions are refused."""
        of_cards = self._of_cards()
        player, banker = self.totals.astype(np.int64).T
        wrong = (of_cards // 40 != player) | (of_cards // 4 % 10 != banker)
        self.refuse(
            self.has_cards & self.has_totals & wrong, "the totals aren't those of the cards"
        )
        outcomes = np.array(list(map(ord, outcome_letters(self.house.naturals))))
        results = np.where(player > banker, ord("P"), np.where(player < banker, ord("B"), ord("T")))
        results = np.where(self.has_results, self.results, results)
        wrong = outcomes[of_cards] != results
        self.refuse(self.has_cards & self.has_results & wrong, "the winner isn't that of the cards")
        with_totals, with_result = self._examples()
        places = np.array([_LETTERS.find(chr(code)) for code in range(128)])[results]
        similar = with_totals[player.clip(0, 9), banker.clip(0, 9), places]
        similar = np.where(self.has_totals, similar, with_result[places])
        score = np.where(self.has_cards, of_cards, similar)
        self.refuse(score < 0, "the winner doesn't follow from the totals")
        return score.astype(np.uint16)

    def _examples(self) -> tuple[Integers, Integers]:
        """Return a score with these totals and outcome, and one with this outcome, or -1."""
        with_totals, with_result = np.full((10, 10, 3), -1), np.full(3, -1)
        letters = outcome_letters(self.house.naturals)
        for code in reversed(_possible(self.house.decks)):
            result = _LETTERS.index(letters[code])
            with_totals[SCORES[code].player_total, SCORES[code].banker_total, result] = code
            with_result[result] = code
        return with_totals, with_result

    def _of_cards(self) -> Integers:
        """Return the scores of the cards; third cards must follow the rules."""
        *opening, player_third, banker_third = _POINTS[self.cards].T
        player_drew, banker_drew = (self.cards[:, 4:] != NO_CARD).T
        fifth = np.where(player_drew, player_third, banker_third)
        score, _ = played(np.array((*opening, fifth, banker_third)), PUNTO_BANCO)
        wrong = score % 4 != 2 * player_drew + banker_drew
        self.refuse(self.has_cards & wrong, "the third cards don't follow the rules")
        return score

    def left(self) -> Words16:
        """Return the cards in the shoe before each coup; more than it holds are refused."""
        decks, shoes = self.house.decks, len(self.shown)
        codes = (self.shoe[:, None] * _CODES + self.cards).ravel()
        codes = np.concatenate([codes, np.arange(shoes) * _CODES + self.shown])
        copies = np.bincount(codes, minlength=shoes * _CODES).reshape(shoes, _CODES)[:, :NO_CARD]
        if copies.max() > decks:
            shoe, card = (int(each) for each in np.unravel_index(copies.argmax(), copies.shape))
            raise AnalysisError(
                f"shoe {shoe + 1:,} has {DECK[card]} {copies.max()} times, but {self.house.name} "
                f"has {decks} deck{'s' * (decks > 1)}"
            )
        used = (self.cards != NO_CARD).sum(axis=1)
        before = np.cumsum(used) - used
        start = self.house.cards - self.hidden - (self.shown != NO_CARD) + before[self.first[:-1]]
        left = np.repeat(start, np.diff(self.first)) - before
        self.refuse(left < used, f"{decks} decks don't have so many cards")
        before_coups: Words16 = left.astype(np.uint16)
        return before_coups


def outcome_letters(naturals: Naturals) -> list[str]:
    """Return the letter of each score's outcome."""
    return [score.outcome(naturals).letter for score in SCORES]
