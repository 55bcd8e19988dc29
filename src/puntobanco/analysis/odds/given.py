"""Cards of a coup that are already on the table, or known in the shoe before they are dealt."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

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
    ahead: tuple[tuple[int, Card], ...] = field(default=(), kw_only=True)
    """Cards still in the shoe, each with its place among the six, from 0 to 5.

    The fifth and the sixth card may be left over, and go to whoever draws them.
    """

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

    def knowing(self, cards: Mapping[int, Card]) -> Given:
        """Return these cards and others that are known in the shoe, by their place from 0 to 5."""
        for place in cards:
            if place in self._seen_places or place not in range(2 * (_HAND + 1)):
                raise AnalysisError(f"card {place + 1} is already seen, or none of the coup's six")
        return Given(self.player, self.banker, ahead=tuple(sorted(cards.items())))

    @property
    def cards(self) -> tuple[Card, ...]:
        """Every card seen or known."""
        return self.player + self.banker + tuple(card for _, card in self.ahead)

    @property
    def opening(self) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
        """The known cards among the first two of each hand. Their order doesn't matter."""
        ahead = dict(self.ahead)
        player, banker = (
            (*hand[:_HAND], *(ahead[place] for place in places if place in ahead))
            for hand, places in ((self.player, (0, 2)), (self.banker, (1, 3)))
        )
        return player, banker

    @property
    def thirds(self) -> tuple[Card | None, Card | None]:
        """The fifth and the sixth card, as far as they are known."""
        known = dict(self.places())
        return known.get(4), known.get(5)

    @property
    def may_stay(self) -> bool:
        """Whether a known card may be left over after the coup."""
        return any(place >= 2 * _HAND for place, _ in self.ahead)

    def check(self, tableau: Tableau = PUNTO_BANCO) -> None:
        """Raise `AnalysisError` for a third card that the tableau doesn't deal."""
        if len(self.player + self.banker) <= 2 * _HAND:
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
        """Yield each card with its place among the six in dealing order: P, B, P, B, thirds.

        A hand that is known to hold a card holds it first.
        """
        player, banker = self.opening
        yield from zip((0, 2), player, strict=False)
        yield from zip((1, 3), banker, strict=False)
        yield from zip(self._third_places, self.player[_HAND:] + self.banker[_HAND:], strict=False)
        yield from (each for each in self.ahead if each[0] >= 2 * _HAND)

    @property
    def _third_places(self) -> tuple[int, ...]:
        return (4, 5) if len(self.player) > _HAND else (4,)

    @property
    def _seen_places(self) -> set[int]:
        thirds = self._third_places[: len(self.player[_HAND:] + self.banker[_HAND:])]
        return {*(0, 2)[: len(self.player)], *(1, 3)[: len(self.banker)], *thirds}

    def __str__(self) -> str:
        return f"{format_cards(self.player)} / {format_cards(self.banker)}".strip()

    def __repr__(self) -> str:
        ahead = f".knowing({dict(self.ahead)})" if self.ahead else ""
        return f"Given.parse('{self}'){ahead}"


NOTHING = Given()
"""No card seen yet."""
