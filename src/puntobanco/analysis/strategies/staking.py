"""Staking: how many units to bet, from how the bets before went.

>>> Staking.parse("martingale").units("LLLWL")
[1, 2, 4, 8, 1, 2]
>>> str(Staking.parse("Martingale, max_steps=6, at_cap=hold"))
'martingale, max_steps=6, at_cap=hold'
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from enum import Enum
from fractions import Fraction

import numpy as np

from puntobanco.analysis.counting.counts import find_count
from puntobanco.analysis.strategies import _kernels as kernels
from puntobanco.analysis.strategies._own import Memory, NextStake, compiled_stake, plain_stake
from puntobanco.analysis.strategies.catalogue import STAKINGS
from puntobanco.errors import AnalysisError, NotationError

__all__ = ["AtCap", "Reset", "Staking", "named"]

MOST_STEPS = 1_000
MOST_VIRTUAL = 1_000
MOST_RAMP = 50
MOST_RAMP_UNITS = 1_000_000

_RESULTS = {"W": 1, "L": -1}
_RAMP = re.compile(r"ramp\s+(?P<count>[\w-]+)(?P<steps>(\s+-?[0-9.]+:[0-9]+)+)")


class AtCap(Enum):
    """What to do when a progression would take one step more than `max_steps`."""

    RESET = "reset"
    """Start again with the first stake."""
    HOLD = "hold"
    """Repeat the highest stake until the progression itself asks for less."""
    LEAVE = "leave"
    """End the session."""


class Reset(Enum):
    """When a progression starts again by itself."""

    SESSION = "session"
    SHOE = "shoe"


@dataclass(frozen=True, kw_only=True)
class Staking:
    """How many units to bet: a built-in progression, a ramp by a count, or an own function."""

    name: str = "flat"
    max_steps: int | None = None
    """How often the stake may be raised in a row."""
    at_cap: AtCap = AtCap.RESET
    virtual: int = 0
    """Wait for so many losses in a row, without betting, before the first real bet."""
    reset: Reset = Reset.SESSION
    count: str = ""
    """The count of a ramp."""
    ramp: tuple[tuple[Fraction, int], ...] = ()
    """From a true count on, bet so many units. Below the first, don't bet."""
    function: NextStake | None = field(default=None, repr=False)
    digest: str = field(default="", repr=False)
    """Equal for own functions that do the same; empty for a built-in progression."""

    def __post_init__(self) -> None:
        if self.max_steps is not None and not 1 <= self.max_steps <= MOST_STEPS:
            raise AnalysisError(f"max_steps must be from 1 to {MOST_STEPS:,}")
        if not 0 <= self.virtual <= MOST_VIRTUAL:
            raise AnalysisError(f"virtual must be from 0 to {MOST_VIRTUAL:,}")
        if self.ramp:
            self._check_ramp()

    def _check_ramp(self) -> None:
        find_count(self.count)
        at = [start for start, _ in self.ramp]
        if at != sorted(set(at)) or len(at) > MOST_RAMP:
            raise AnalysisError(f"a ramp has up to {MOST_RAMP} counts, each above the one before")
        if not all(1 <= units <= MOST_RAMP_UNITS for _, units in self.ramp):
            raise AnalysisError(f"a step of a ramp must be from 1 to {MOST_RAMP_UNITS:,} units")
        if self.max_steps is not None or self.virtual:
            raise AnalysisError("a ramp takes neither max_steps nor virtual")

    @classmethod
    def parse(cls, text: str) -> Staking:
        """Read a staking: its name, then options such as ``max_steps=6``."""
        name, *options = (part.strip() for part in text.split(","))
        found: dict[str, str] = {}
        for option in options:
            key, equals, value = (part.strip() for part in option.partition("="))
            if not equals or key in found:
                raise NotationError(option, expected=f"an option of a staking: {_OPTIONS}")
            found[key] = value
        return named(name, found)

    def __str__(self) -> str:
        parts = [self.name]
        if self.ramp:
            parts[0] += f" {self.count} " + " ".join(
                f"{float(start):g}:{units}" for start, units in self.ramp
            )
        if self.max_steps is not None:
            parts += [f"max_steps={self.max_steps}", f"at_cap={self.at_cap.value}"]
        if self.virtual:
            parts.append(f"virtual={self.virtual}")
        if self.reset is not Reset.SESSION:
            parts.append(f"reset={self.reset.value}")
        return ", ".join(parts)

    @property
    def first_memory(self) -> Memory:
        """The memory before the first bet; the rest of it is zero."""
        numbers = {name: number for number, name in enumerate(STAKINGS)}
        return np.array([numbers.get(self.name, 0)], np.int64)

    def units(self, results: str, most: int | None = None) -> list[int]:
        """Return the units before, between and after results such as ``WLLT``; T is a push.

        A stake above `most` is cut to it. Options aren't applied.
        """
        memory = np.zeros(kernels.MEMORY, np.int64)
        memory[:1] = self.first_memory
        next_stake = plain_stake(self.function) if self.function else kernels.next_stake
        units = [_cut(int(next_stake(memory, 0)), most)]
        for result in results:
            stake = units[-1]
            if result in _RESULTS:
                memory[kernels.PLACED] = stake
                stake = _cut(int(next_stake(memory, _RESULTS[result])), most)
            units.append(stake)
        return units

    @property
    def engine(self) -> str:
        """How it runs, in words; empty for a built-in progression."""
        if self.function is None:
            return ""
        if compiled_stake(self.function) is None:
            return "staking in plain Python: it can't be compiled, so it runs slowly"
        return "staking compiled"


def _cut(stake: int, most: int | None) -> int:
    return stake if most is None else min(stake, most)


_OPTIONS = "max_steps=N, at_cap=reset|hold|leave, virtual=N, reset=shoe|session"
_FOLD = str.maketrans({" ": "", "'": "", "’": "", "_": "", "è": "e", "é": "e"})
_ALIASES = {
    "1326": "1-3-2-6",
    "d-alembert": "dalembert",
    "oscarsgrind": "oscar",
    "oscars-grind": "oscar",
}


def named(name: str, options: Mapping[str, str] | None = None) -> Staking:
    """Return a built-in staking by its name; case, spaces and apostrophes don't matter."""
    settings = _settings(options or {})
    if match := _RAMP.fullmatch(name.casefold()):
        steps = (step.split(":") for step in match["steps"].split())
        try:
            ramp = tuple((Fraction(start), int(units)) for start, units in steps)
        except ValueError:
            raise NotationError(name, expected="a ramp such as 'ramp dragon_7 4:1 6:3'") from None
        return Staking(name="ramp", count=match["count"], ramp=ramp, **settings)  # type: ignore[arg-type] # checked one by one
    folded = name.casefold().translate(_FOLD)
    folded = _ALIASES.get(folded, folded)
    if folded not in STAKINGS:
        near = get_close_matches(folded, STAKINGS, n=1)
        hint = f"; the nearest is {near[0]}" if near else ""
        known = f"{', '.join(STAKINGS)}, 'ramp COUNT 0:1 2:2 …', or FILE.py:FUNCTION"
        raise NotationError(name, expected=f"a staking: {known}{hint}")
    return Staking(name=folded, **settings)  # type: ignore[arg-type] # checked one by one


def _settings(options: Mapping[str, str]) -> dict[str, object]:
    """Return the options of a staking as its fields, or refuse them."""
    found: dict[str, object] = {}
    for key, value in options.items():
        match key:
            case "max_steps" | "virtual" if re.fullmatch(r"[0-9]{1,6}", value):
                found[key] = int(value)
            case "at_cap" if value in {each.value for each in AtCap}:
                found[key] = AtCap(value)
            case "reset" if value in {each.value for each in Reset}:
                found[key] = Reset(value)
            case _:
                raise NotationError(
                    f"{key}={value}", expected=f"an option of a staking: {_OPTIONS}"
                )
    if "at_cap" in found and "max_steps" not in found:
        raise NotationError("at_cap", expected="an option without max_steps=N")
    return found
