"""What one run of a circuit showed, press by press, and the first rule that it broke."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from puntobanco.cards import Rank
from puntobanco.hardware.interface import Interface
from puntobanco.tableau import Side, Square, Tableau

MOST_PRESSES = 32
"""A coup that takes longer never ends. One card may take several presses."""

Cards = tuple[Rank | None, ...]
"""The six places in dealing order."""


class CircuitFault(Enum):
    """The ways in which a circuit can be wrong."""

    ILLEGIBLE = "a display shows something that isn't a card"
    RESET = "cards or lights remain after a reset"
    MOVED = "something changed after the end"
    CHANGED = "a card on the table changed"
    MISPLACED = "a card appeared in the wrong place"
    EARLY_LIGHT = "a light is on, but another card is due"
    SCORE = "a score is wrong at the end"
    LIGHTS = "the lights are wrong at the end"
    NO_LIGHT = "all cards are dealt, but no light comes on"
    NO_END = "the coup never ends"
    UNKNOWN = "a pin is neither 0 nor 1"
    NEVER_DEALT = "the card counter never deals some rank"


class Doubt(Enum):
    """Why a circuit without a fault so far may still have one."""

    COUNTER_LONG = "its card counter, or one beside it, takes too long to wrap around"
    COUNTER_WIDE = "its card counter wraps around, but has too many moments to try"
    COUNTER_PRESSED = "a press changes what its card counter does next"
    COUNTER_SAMPLED = "it samples the key between two steps of a divided card counter"
    MOMENT = "it remembers when a press came that dealt no card"
    MEMORY = "its registers don't return to one state: for example, it counts its presses"
    UNDRIVEN = "it reads an undriven signal, which counts as 0"
    INPUTS = "it reads keys or switches of the board that nobody pressed"
    SIMULATED = "it was only simulated, because yosys could not read it"


COUNTER_DOUBTS = frozenset(doubt for doubt in Doubt if doubt.name.startswith("COUNTER"))
"""Doubts that mean some orders may not have been played."""


@dataclass(frozen=True, slots=True)
class Observation:
    """Everything that a board shows after a press."""

    codes: tuple[int, ...]
    """Of the six displays, in dealing order."""
    scores: tuple[int, int]
    lights: tuple[bool, bool]
    is_reset: bool = False
    """Whether the reset was held."""

    @classmethod
    def of(cls, values: Iterable[int], *, is_reset: bool = False) -> Observation:
        """Return what these numbers show: six codes, two scores and two lights."""
        *codes, player, banker, player_light, banker_light = values
        lights = bool(player_light), bool(banker_light)
        return cls(tuple(codes), (player, banker), lights, is_reset)

    def cards(self, interface: Interface) -> tuple[Rank | int | None, ...]:
        """Return what the displays show: a rank, None, or an unknown code."""
        meant = dict(zip(interface.codes, Rank, strict=True))
        return tuple(
            None if code == interface.blank else meant.get(code, code) for code in self.codes
        )


@dataclass(frozen=True, slots=True)
class Finding:
    """A broken rule, and the run up to it."""

    fault: CircuitFault
    run: tuple[Observation, ...]
    side: Side | None = None
    """The side whose score is wrong."""
    right: int | None = None
    """The correct score."""
    place: int | None = None
    """The place of the fault, counted from 0 in dealing order."""
    wanted: int | None = None
    """The correct place for the next card."""
    square: Square | None = None
    """The square of the tableau that decided."""
    rank: Rank | None = None
    """The rank that is never dealt."""
    pin: str = ""
    """The pin that is neither 0 nor 1."""


def first_fault(
    run: Sequence[Observation], interface: Interface, tableau: Tableau
) -> Finding | None:
    """Return the first broken rule of a run that begins with a reset."""
    over_for = 0
    for number in range(1, len(run) + 1):
        so_far = tuple(run[:number])
        finding = _last_fault(so_far, interface, tableau)
        if finding:
            return finding
        is_over = next_place(_legible(so_far[-1], interface), tableau) is None
        over_for = over_for + 1 if is_over and not any(so_far[-1].lights) else 0
        if over_for > interface.most_late:
            return Finding(CircuitFault.NO_LIGHT, so_far)
    if len(run) > MOST_PRESSES and not any(run[-1].lights):
        return Finding(CircuitFault.NO_END, tuple(run))
    return None


def _last_fault(
    run: tuple[Observation, ...], interface: Interface, tableau: Tableau
) -> Finding | None:
    """Return the rule that the last press of a run broke, or None."""
    now, before = run[-1], run[-2] if len(run) > 1 else None
    for place, card in enumerate(now.cards(interface)):
        if isinstance(card, int):
            return Finding(CircuitFault.ILLEGIBLE, run, place=place)
    cards = _legible(now, interface)
    if now.is_reset:
        remains = any(cards) or any(now.lights)
        return Finding(CircuitFault.RESET, run) if remains else None
    if before and any(before.lights) and not before.is_reset:
        is_same = replace(now, is_reset=before.is_reset) == before
        return None if is_same else Finding(CircuitFault.MOVED, run)
    moved = _moved(run, _legible(before, interface), cards, tableau) if before else None
    return moved or (_lit(run, cards, tableau) if any(now.lights) else None)


def _moved(
    run: tuple[Observation, ...], before: Cards, now: Cards, tableau: Tableau
) -> Finding | None:
    """Return what is wrong with the new cards, or None."""
    laid = list(before)
    for place, (was, card) in enumerate(zip(before, now, strict=True)):
        if was is not None and card is not was:
            return Finding(CircuitFault.CHANGED, run, place=place)
    for place, (was, card) in enumerate(zip(before, now, strict=True)):
        if was is None and card is not None:
            wanted = next_place(tuple(laid), tableau)
            if wanted != place:
                decided = place if wanted is None else min(place, wanted)
                square = _square(tuple(laid), decided)
                return Finding(
                    CircuitFault.MISPLACED, run, place=place, wanted=wanted, square=square
                )
            laid[place] = card
    return None


def _lit(run: tuple[Observation, ...], cards: Cards, tableau: Tableau) -> Finding | None:
    """Return what is wrong while a light is on, or None."""
    now = run[-1]
    wanted = next_place(cards, tableau)
    if wanted is not None:
        return Finding(CircuitFault.EARLY_LIGHT, run, wanted=wanted, square=_square(cards, wanted))
    totals = tuple(total(cards[side::2]) for side in (0, 1))
    for side, score, right in zip(Side, now.scores, totals, strict=True):
        if score != right:
            return Finding(CircuitFault.SCORE, run, side=side, right=right)
    player, banker = totals
    if now.lights != (player >= banker, banker >= player):
        return Finding(CircuitFault.LIGHTS, run)
    return None


def next_place(cards: Cards, tableau: Tableau) -> int | None:
    """Return the place of the next card, or None if the coup is over."""
    for place in range(4):
        if cards[place] is None:
            return place
    player, banker = total(cards[0:4:2]), total(cards[1:4:2])
    if max(player, banker) >= 8:
        return None
    third = cards[4]
    if third is None and tableau.player_draws(player):
        return 4
    draws = tableau.banker_draws(banker, None if third is None else third.points)
    return 5 if draws and cards[5] is None else None


def total(cards: Cards) -> int:
    """Return the last digit of the sum of the points. An empty place counts as 0."""
    return sum(card.points for card in cards if card) % 10


def _square(cards: Cards, place: int) -> Square | None:
    """Return the square that decides on a third card; None for other cards or after a natural."""
    if place < 4 or None in cards[:4]:
        return None
    player, banker = total(cards[0:4:2]), total(cards[1:4:2])
    if max(player, banker) >= 8:
        return None
    if place == 4:
        return Square(Side.PLAYER, player)
    return Square(Side.BANKER, banker, cards[4].points if cards[4] else None)


def _legible(shown: Observation, interface: Interface) -> Cards:
    return tuple(card if isinstance(card, Rank) else None for card in shown.cards(interface))
