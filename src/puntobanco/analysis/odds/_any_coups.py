"""Any bet at all: pairs of opening hands at the bet's own detail, then third cards by kind.

Opening hands are classes: what the bet can tell of a hand, and which kinds of third cards it takes
out of the shoe. The first decides a coup, the second in how many orders it comes about.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator
from dataclasses import dataclass
from functools import cached_property
from math import perm

import numpy as np

from puntobanco.analysis.composition import Composition
from puntobanco.analysis.odds._hand_scenes import HandFacts, coup_scene
from puntobanco.analysis.odds._kinds import Ints, Kinds, opening_kinds, third_kinds
from puntobanco.analysis.odds._openings import Hands, Openings
from puntobanco.analysis.odds._scene import Places
from puntobanco.analysis.odds.given import Given
from puntobanco.bets import Bet
from puntobanco.cards import Card, Hand
from puntobanco.coup import LARGEST_COUP, Naturals
from puntobanco.errors import AnalysisError
from puntobanco.tableau import Tableau

LONGEST = 60.0
"""Seconds of one core that an exact price may take."""

Left = Collection[Card]

NO_CARD = -1
"""The kind of a third card that was not drawn."""

_SECONDS_A_LEAF = 2.5e-8
_SECONDS_A_COMPARISON = 1e-8
_CHUNK = 2_000_000


@dataclass(frozen=True)
class _Group:
    """The classes of one side's hands that have the same total, sorted by what the bet can tell."""

    classes: Ints
    starts: Ints
    """Where the classes of each look begin."""
    looks: tuple[Hand, ...]
    used: Ints
    """For each class, how many cards of each third kind it holds; none of `NO_CARD`."""


class AnyCoups:
    """The coups that one bet tells apart, prepared once and counted for any composition.

    `left` are the cards of which some may be left to be dealt.
    """

    def __init__(
        self, bet: Bet, naturals: Naturals, *, given: Given, tableau: Tableau, left: Left
    ) -> None:
        self.bet, self.naturals, self.given, self.tableau = bet, naturals, given, tableau
        self.kinds: Kinds = third_kinds(bet)
        self.facts = HandFacts.of(bet)
        self.third_cards = (*self.kinds.faces, *given.player[2:], *given.banker[2:])
        opening = opening_kinds(bet)
        self.openings = Openings.of(opening, self._class, given, opening.among(left))
        self._drawable = self.kinds.among(left)
        if self.seconds > LONGEST:
            raise AnalysisError(
                f"{bet.key} tells too many cards apart for exact odds: they would take about "
                f"{self.seconds:,.0f} seconds, more than {LONGEST:.0f}"
            )

    def _class(self, hand: Hand) -> Hashable:
        return self.facts.look(hand), tuple(sorted(map(self.kinds.kind, hand.cards)))

    @cached_property
    def seconds(self) -> float:
        """About how long one core takes to count a shoe."""
        found = 0.0
        for player, banker, thirds in self._meetings:
            pairs = len(player.classes) * len(banker.classes)
            looks = len(player.looks) * len(banker.looks)
            compared = looks * len(self.facts.comparisons) * _SECONDS_A_COMPARISON
            found += thirds.shape[1] * (pairs * _SECONDS_A_LEAF + compared)
        return found

    def count(self, unseen: Composition) -> list[int]:
        """In how many orders each line decides, and last in how many none does."""
        openings = self.openings.count(self.openings.kinds.counts(unseen))
        seen = len(self.third_cards) - len(self.kinds.faces)
        # A third card already seen comes in one way, and so does none.
        left = np.array((*self.kinds.counts(unseen), *(1,) * seen, 1))
        completions = self._completions(unseen.size)
        sums = [0] * (len(self.bet.lines) + 1)
        for player, banker, thirds in self._meetings:
            pairs = openings[np.ix_(player.classes, banker.classes)]
            size = max(1, _CHUNK // pairs.size)
            for start in range(0, thirds.shape[1], size):
                some = thirds[:, start : start + size]
                weights = _weights(player, banker, left=left, thirds=some)
                weights *= pairs[:, :, None] * completions[4 + (some != NO_CARD).sum(axis=0)]
                weights = np.add.reduceat(weights, player.starts, axis=0)
                weights = np.add.reduceat(weights, banker.starts, axis=1)
                lines = self._lines(player, banker, some)
                for line in range(len(sums)):
                    sums[line] += int(weights[lines == line].sum())
        return sums

    def _lines(self, player: _Group, banker: _Group, thirds: Ints) -> Places:
        """Which line decides, for each look of both hands and each two third cards."""
        cards = (*self.third_cards, None)
        drawn = [cards[kind] for kind in thirds[0]], [cards[kind] for kind in thirds[1]]
        scene = coup_scene(self.facts, (player.looks, banker.looks), drawn, naturals=self.naturals)
        return scene.lines(self.bet)

    def _completions(self, size: int) -> Ints:
        """By the number of the coup's cards, in how many orders the rest of six follows."""
        seen = len(self.given.cards)
        return np.array(
            [
                perm(size + seen - cards, LARGEST_COUP - cards) if cards >= seen else 0
                for cards in range(LARGEST_COUP + 1)
            ]
        )

    @cached_property
    def _meetings(self) -> list[tuple[_Group, _Group, Ints]]:
        """Groups of hands that may meet, and the third cards they may draw."""
        player = self._groups(self.openings.player, self.given.player)
        banker = self._groups(self.openings.banker, self.given.banker)
        found = []
        for mine, one in player.items():
            for theirs, other in banker.items():
                thirds = np.array(list(self._thirds(mine, theirs)), np.int64).reshape(-1, 2).T
                if thirds.size:
                    found.append((one, other, thirds))
        return found

    def _groups(self, hands: Hands, given: tuple[Card, ...]) -> dict[int, _Group]:
        """The classes of one side by their totals."""
        by_total: dict[int, dict[Hashable, list[int]]] = {}
        for place, hand in enumerate(hands.looks):
            looks = by_total.setdefault(hand.total, {})
            looks.setdefault(self.facts.seen(hand), []).append(place)
        return {
            total: self._group(hands, list(looks.values()), seen=len(given[:2]))
            for total, looks in by_total.items()
        }

    def _group(self, hands: Hands, by_look: list[list[int]], *, seen: int) -> _Group:
        classes = [place for places in by_look for place in places]
        used = np.zeros((len(classes), len(self.third_cards) + 1), np.int64)
        for row, place in enumerate(classes):
            for card in hands.looks[place].cards[seen:]:
                used[row, self.kinds.kind(card)] += 1
        return _Group(
            classes=np.array(classes),
            starts=np.cumsum([0, *map(len, by_look[:-1])]),
            looks=tuple(hands.looks[places[0]] for places in by_look),
            used=used,
        )

    def _thirds(self, player: int, banker: int) -> Iterator[tuple[int, int]]:
        """The kinds of both third cards that may follow these two-card totals."""
        kinds, none = self._drawable, (NO_CARD,)
        seen_player, seen_banker = self.given.player[2:], self.given.banker[2:]
        played_on = max(player, banker) < 8
        player_draws = played_on and self.tableau.player_draws(player)
        if player_draws < len(seen_player) or (
            player_draws and len(seen_banker) > len(seen_player)
        ):
            return  # a third that was seen was not drawn, or Banker's was the fifth card
        drawn = (len(self.kinds.faces),) if seen_player else kinds
        for mine in drawn if player_draws else none:
            against = self.third_cards[mine].points if player_draws else None
            banker_draws = played_on and self.tableau.banker_draws(banker, against)
            if banker_draws >= len(seen_banker):
                theirs = (len(self.third_cards) - 1,) if seen_banker else kinds
                yield from ((mine, each) for each in (theirs if banker_draws else none))


def _weights(player: _Group, banker: _Group, *, left: Ints, thirds: Ints) -> Ints:
    """In how many ways each two classes can be followed by each two third cards."""
    one, other = thirds
    first = left[one] - player.used[:, None, one] - banker.used[None, :, one]
    second = left[other] - player.used[:, None, other] - banker.used[None, :, other]
    found: Ints = first * (second - ((one == other) & (one != NO_CARD)))
    return found
