"""Any bet at all: pairs of opening hands at the bet's own detail, then third cards by kind.

Opening hands are classes: what the bet can tell of a hand, and which kinds of third cards it takes
out of the shoe. The first decides a coup, the second in how many orders it comes about. Two third
cards are drawn from what the four opening cards left of their kinds, in (a - u) * (b - v) ways. So
it is enough to know, for all pairs of hands of two looks, the sums of u, v and u * v.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator
from dataclasses import dataclass
from functools import cached_property
from math import perm, prod

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

_SECONDS_A_PAIR = 2.5e-8
_SECONDS_A_COUP = 2.5e-8
_SECONDS_A_COMPARISON = 1e-8
_CHUNK = 2_000_000


@dataclass(frozen=True)
class _Group:
    """The classes of one side's hands that have the same total, sorted by what the bet can tell."""

    classes: Ints
    look: Ints
    """The place of each class's look among `looks`."""
    looks: tuple[Hand, ...]
    held: Ints
    """Two rows: the third kinds of each class's two cards, `NO_CARD` for one that was seen."""

    def parts(self, most: int) -> Iterator[_Group]:
        """The same in parts of a few looks, one at least."""
        step = max(1, most)
        for first in range(0, len(self.looks), step):
            chosen = (first <= self.look) & (self.look < first + step)
            yield _Group(
                self.classes[chosen],
                self.look[chosen] - first,
                self.looks[first : first + step],
                self.held[:, chosen],
            )


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

    def check(self, shoes: int = 1) -> None:
        """Refuse what would take too long for so many shoes."""
        seconds = shoes * self.seconds
        if seconds > LONGEST:
            raise AnalysisError(
                f"{self.bet.key} tells too many cards apart for exact odds: they would take about "
                f"{seconds:,.0f} seconds, more than {LONGEST:.0f}"
            )

    def _class(self, hand: Hand) -> Hashable:
        return self.facts.look(hand), tuple(sorted(map(self.kinds.kind, hand.cards)))

    @cached_property
    def seconds(self) -> float:
        """About how long one core takes to count a shoe."""
        a_coup = _SECONDS_A_COUP + len(self.facts.comparisons) * _SECONDS_A_COMPARISON
        found = 0.0
        for player, banker, thirds in self._meetings:
            pairs = len(player.classes) * len(banker.classes)
            coups = len(player.looks) * len(banker.looks) * thirds.shape[1]
            found += pairs * _SECONDS_A_PAIR + coups * a_coup
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
            for part in player.parts(_CHUNK // (len(banker.looks) * len(left) ** 2)):
                pairs = openings[np.ix_(part.classes, banker.classes)]
                weights = _weights(part, banker, pairs, left=left, thirds=thirds)
                weights *= completions[4 + (thirds != NO_CARD).sum(axis=0)]
                lines = self._lines(part, banker, thirds)
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
        held = np.full((2, len(classes)), NO_CARD)
        for row, place in enumerate(classes):
            for at, card in enumerate(hands.looks[place].cards[seen:]):
                held[at, row] = self.kinds.kind(card)
        return _Group(
            classes=np.array(classes),
            look=np.repeat(np.arange(len(by_look)), list(map(len, by_look))),
            looks=tuple(hands.looks[places[0]] for places in by_look),
            held=held,
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


def _weights(player: _Group, banker: _Group, pairs: Ints, *, left: Ints, thirds: Ints) -> Ints:
    """In how many ways each two looks come about and are followed by each two third cards."""
    one, other = thirds
    first = left[one]
    second = left[other] - ((one == other) & (one != NO_CARD))
    number, used, products = _moments(player, banker, pairs, kinds=len(left))
    found: Ints = (first * second) * number[:, :, None]
    found -= first * used[:, :, other] + second * used[:, :, one]
    found += products[:, :, one, other]
    return found


def _moments(player: _Group, banker: _Group, pairs: Ints, *, kinds: int) -> tuple[Ints, Ints, Ints]:
    """Sums over the pairs of hands of each two looks.

    They are their number, how many opening cards they have of each kind, and the products of that
    for each two kinds.
    """
    looks = len(player.looks), len(banker.looks)
    look = player.look[:, None] * looks[1] + banker.look
    held = np.array(
        [
            np.broadcast_to(kind % kinds, pairs.shape)
            for kind in (*player.held[:, :, None], *banker.held[:, None, :])
        ]
    )
    number = _summed(look[None], pairs, *looks)
    of_kind = look * kinds + held
    used = _summed(of_kind, pairs, *looks, kinds)
    of_two = (of_kind[:, None] * kinds + held).reshape(-1, *pairs.shape)
    products = _summed(of_two, pairs, *looks, kinds, kinds)
    # A card that was seen takes nothing.
    used[:, :, NO_CARD] = products[:, :, NO_CARD] = products[:, :, :, NO_CARD] = 0
    return number, used, products


def _summed(places: Ints, pairs: Ints, *shape: int) -> Ints:
    """The sum of all pairs at each place; a pair has several places."""
    weights = np.broadcast_to(pairs, places.shape).ravel()
    # Counts of four cards, and sixteen times as many, stay far below 2^53: the sums are exact.
    return np.bincount(places.ravel(), weights, prod(shape)).reshape(shape).astype(np.int64)
