"""What an own placement may know: everything that a guest at the table sees, and no more."""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property

from puntobanco.analysis.counting.counts import find_count
from puntobanco.analysis.strategies import _kernels as kernels
from puntobanco.analysis.strategies._arrays import WholeShoes
from puntobanco.cards import DECK, Card
from puntobanco.coup import SCORES
from puntobanco.errors import AnalysisError
from puntobanco.roads import Roads
from puntobanco.roads.good_roads import good_roads


class GuestView:
    """The table before a coup, as a guest sees it."""

    def __init__(  # noqa: PLR0917 - made for every coup
        self,
        shoes: WholeShoes,
        letters: str,
        shoe: int,
        coup: int,
        known: kernels.Counts,
        unit: int,
    ) -> None:
        self._shoes, self._letters, self._shoe = shoes, letters, shoe
        self._coups = slice(int(shoes.first[shoe]), coup)
        self.coup = int(known[kernels.COUP])
        """The number of the coming coup, from 1."""
        self._cards_left = int(known[kernels.CARDS_LEFT])
        self.streak = int(known[kernels.STREAK])
        """How often in a row the same side has won, ties left out."""
        self.wins = int(known[kernels.WINS])
        """How many bets in a row were won."""
        self.losses = int(known[kernels.LOSSES])
        """How many bets in a row were lost."""
        latest = int(known[kernels.LATEST]) if known[kernels.BET_BEFORE] else None
        self.won, self.lost, self.pushed = latest == 1, latest == -1, latest == 0
        self.bankroll = Fraction(int(known[kernels.BANKROLL]), unit)
        """The money, in units."""
        self.profit = Fraction(int(known[kernels.PROFIT]), unit)
        """The profit since the session began, in units. Negative after a loss."""

    @property
    def cards_left(self) -> int:
        """Cards in the shoe."""
        if self._shoes.cards is None:
            raise AnalysisError("the recorded shoes have no cards")
        return self._cards_left

    @property
    def outcomes(self) -> str:
        """The outcomes of this shoe as letters P, B and T, oldest first."""
        return self._letters[self._coups]

    @property
    def totals(self) -> list[tuple[int, int]]:
        """The totals of Player and Banker in each coup of this shoe, oldest first."""
        if not self._shoes.has_totals:
            raise AnalysisError("the recorded shoes have no totals")
        scores = (SCORES[code] for code in self._shoes.score[self._coups].tolist())
        return [(score.player_total, score.banker_total) for score in scores]

    @property
    def cards(self) -> list[Card]:
        """Every card seen in this shoe, oldest first."""
        if self._shoes.cards is None or self._shoes.shown is None:
            raise AnalysisError("the recorded shoes have no cards")
        codes = [int(self._shoes.shown[self._shoe])]
        codes += self._shoes.cards[self._coups].ravel().tolist()
        return [DECK[code] for code in codes if code < len(DECK)]

    @cached_property
    def roads(self) -> Roads:
        """The scoreboards of this shoe."""
        return Roads.parse(self.outcomes)

    @property
    def good_road(self) -> str | None:
        """The good road that spans most coups, if there is one."""
        return next(iter(good_roads(self.roads)), None)

    def count(self, name: str) -> int:
        """Return the running count of a counting system."""
        count = find_count(name)
        tags = dict(zip(DECK, count.by_card, strict=True))
        return count.start + sum(tags[card] for card in self.cards)

    def true_count(self, name: str) -> Fraction:
        """Return the running count, divided by the decks not seen yet."""
        return Fraction(52 * self.count(name), int(self._shoes.full.sum()) - len(self.cards))
