"""Strategies: a placement and a staking.

>>> Strategy.parse("streak 3", staking="martingale")
Strategy.parse('streak >= 3: last', staking='martingale')
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from difflib import get_close_matches
from types import FunctionType

from puntobanco.analysis.simulation.recorded import RecordedShoes
from puntobanco.analysis.strategies._own import (
    NextStake,
    check_stake_function,
    digest_of,
)
from puntobanco.analysis.strategies.catalogue import PLACEMENTS
from puntobanco.analysis.strategies.placement import Placement, PlacementError
from puntobanco.analysis.strategies.staking import Staking
from puntobanco.analysis.strategies.view import GuestView
from puntobanco.errors import AnalysisError, NotationError

PlaceFunction = Callable[[GuestView], dict[str, int]]
"""From what a guest may know to units on bets by their keys."""


@dataclass(frozen=True)
class OwnPlacement:
    """A function of a guest's own that places bets."""

    name: str
    function: PlaceFunction = field(repr=False, compare=False)
    digest: str = field(repr=False)
    """Equal for functions that do the same."""

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, repr=False)
class Strategy:
    """Which bets to make, and how many units to put on them."""

    placement: Placement | OwnPlacement
    staking: Staking = Staking()  # noqa: RUF009 - frozen
    name: str = ""

    def __post_init__(self) -> None:
        if not self.name:
            object.__setattr__(self, "name", str(self.placement).replace("\n", "; "))

    @classmethod
    def parse(cls, text: str, staking: str | Staking = "flat", *, name: str = "") -> Strategy:
        """Read a placement, or the name of one, and a staking.

        A text with a colon is a placement; anything else is a name such as ``follow`` or
        ``always banker``.
        """
        if isinstance(staking, str):
            staking = Staking.parse(staking)
        if ":" in text:
            return cls(Placement.parse(text), staking, name)
        return cls(named_placement(text), staking, name or " ".join(text.split()))

    @classmethod
    def own(
        cls,
        function: PlaceFunction,
        staking: str | Staking = "flat",
        *,
        name: str = "",
        source: bytes | None = None,
    ) -> Strategy:
        """Return a strategy whose placement is a function.

        `source` is the content of the function's file, if it has one. A checkpoint can be resumed
        only with the same source.
        """
        called = name or str(getattr(function, "__name__", function))
        if not isinstance(function, FunctionType):
            raise AnalysisError(f"the strategy {called} is not a function")
        if isinstance(staking, str):
            staking = Staking.parse(staking)
        placement = OwnPlacement(called, function, digest_of(function, called, source))
        return cls(placement, staking, called)

    def __repr__(self) -> str:
        if isinstance(self.placement, OwnPlacement):
            return f"Strategy.own({self.placement.name}, staking={str(self.staking)!r})"
        return f"Strategy.parse({str(self.placement)!r}, staking={str(self.staking)!r})"


def own_staking(function: NextStake, name: str = "", *, source: bytes | None = None) -> Staking:
    """Return a staking that is a function, refused unless it returns whole units of 1 or more."""
    called = name or str(getattr(function, "__name__", function))
    check_stake_function(function, called)
    return Staking(name=called, function=function, digest=digest_of(function, called, source))


def named_placement(text: str) -> Placement:
    """Return the placement with a name, such as ``oppose``, ``streak 3`` or ``always banker``."""
    name, _, argument = text.strip().partition(" ")
    name, argument = name.casefold().replace("-", "_"), argument.strip()
    named = PLACEMENTS.get(name)
    if named is None:
        near = get_close_matches(name, PLACEMENTS, n=1)
        hint = f"; the nearest is {near[0]}" if near else ""
        expected = f"a strategy: {', '.join(PLACEMENTS)}, or a text such as 'streak >= 3: last'"
        raise NotationError(text, expected=expected + hint)
    if bool(argument) != bool(named.argument) or not re.fullmatch(r"\w*", argument):
        example = f"{name} {named.example}".strip()
        raise NotationError(text, expected=f"written like '{example}'")
    try:
        return Placement.parse(named.text(argument))
    except PlacementError as error:
        example = f"{name} {named.example}".strip()
        raise NotationError(text, expected=f"written like '{example}'") from error


NEED_CARDS = ("count", "true_count", "edge", "cards_left", "decks_left", "best", "ramp")
"""Words of a strategy that need every card of a shoe."""


def refuse_unknown(strategy: Strategy, placement: Placement, recorded: RecordedShoes) -> None:
    """Refuse a strategy with a word that needs cards or ties, which recorded shoes lack."""
    words = {*(check.quantity for check in placement.checks)}
    words |= {choice.word for choice in placement.choices} & {"best"}
    words |= {"ramp"} if strategy.staking.ramp else set()
    patterns = {str(check.value) for check in placement.checks if check.quantity == "last"}
    lacks = {} if recorded.has_cards else dict.fromkeys(NEED_CARDS, "cards")
    if not recorded.has_ties:
        lacks |= dict.fromkeys((*NEED_CARDS, "coup"), "ties")
        words |= {f"last = {each}" for each in patterns if "t" in each}
        lacks |= {word: "ties" for word in words if word.startswith("last =")}
    for word in sorted(words & lacks.keys()):
        raise AnalysisError(
            f"{strategy.name}: {word} needs {lacks[word]}, which the recorded shoes lack"
        )
