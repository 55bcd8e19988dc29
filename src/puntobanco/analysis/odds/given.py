"""Cards of a coup that are already on the table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from puntobanco.cards import Card, format_cards, parse_cards
from puntobanco.coup import Coup, deal
from puntobanco.errors import AnalysisError, NotationError, ShoeExhausted
from puntobanco.shoe import Shoe
from puntobanco.tableau import PUNTO_BANCO, Tableau

_HAND = 2
"""The cards of a hand before any third card."""


@dataclass(frozen=True, slots=True, repr=False)
class Given:
    """The known cards of a coup: those that Player's and Banker's hands begin with.

    >>> Given.parse("9h 6c / Kd")
    Given.parse('9h 6c / Kd')
    >>> Given.parse("9h 6c").banker
    ()
    """

    player: tuple[Card, ...] = ()
    banker: tuple[Card, ...] = ()

    def __post_init__(self) -> None:
        sizes = len(self.player), len(self.banker)
        if max(sizes) > _HAND + 1:
            raise AnalysisError(f"a hand has at most three cards, not {max(sizes)}")
        if max(sizes) > _HAND and min(sizes) < _HAND:
            raise AnalysisError("a third card is seen only after the first two of both hands")

    @classmethod
    def parse(cls, text: str) -> Given:
        """Read Player's cards, a ``/``, and Banker's; either may be missing."""
        hands = text.split("/")
        if len(hands) > len(("player", "banker")):
            raise NotationError(text, expected="two hands with / between them")
        return cls(*map(parse_cards, hands))

    @property
    def cards(self) -> tuple[Card, ...]:
        """Every card seen."""
        return self.player + self.banker

    def check(self, tableau: Tableau = PUNTO_BANCO) -> None:
        """Raise `AnalysisError` for a third card that the tableau doesn't deal."""
        if len(self.cards) <= 2 * _HAND:
            return
        (p1, p2, *player), (b1, b2, *banker) = self.player, self.banker
        try:
            coup, _ = deal(Shoe((p1, b1, p2, b2, *player, *banker)), tableau)
        except ShoeExhausted:
            return
        if not self.fits(coup):
            raise AnalysisError(f"{self} cannot be dealt: those cards give {coup}")

    def fits(self, coup: Coup) -> bool:
        """Return whether a coup begins with the seen cards."""
        player, banker = coup.player.cards, coup.banker.cards
        return (player[: len(self.player)], banker[: len(self.banker)]) == (
            self.player,
            self.banker,
        )

    def places(self) -> Iterator[tuple[int, Card]]:
        """Yield each card with its place among the six in dealing order: P, B, P, B, thirds."""
        yield from zip((0, 2, 4), self.player, strict=False)
        yield from zip((1, 3, 5 if len(self.player) > _HAND else 4), self.banker, strict=False)

    def __str__(self) -> str:
        return f"{format_cards(self.player)} / {format_cards(self.banker)}".strip()

    def __repr__(self) -> str:
        return f"Given.parse('{self}')"


NOTHING = Given()
"""No card seen yet."""
