"""Betting systems: functions that return the next stake in units.

>>> find("martingale").stakes("LLLWL")
[1, 2, 4, 8, 1, 2]
>>> find("1-3-2-6").stakes("WWWWL")
[1, 3, 2, 6, 1, 1]
"""

from __future__ import annotations

from dataclasses import dataclass, field
from difflib import get_close_matches

import numpy as np

from puntobanco.analysis.simulation import _kernels as kernels
from puntobanco.analysis.strategies._own_system import (
    Memory,
    NextStake,
    as_python,
    compiled,
    refuse_unusable,
    system_digest,
)
from puntobanco.analysis.strategies.catalogue import BUILT_IN
from puntobanco.errors import NotationError

__all__ = ["SYSTEMS", "Memory", "NextStake", "System", "find", "own"]

_RESULTS = {"W": 1, "L": -1}


@dataclass(frozen=True)
class System:
    """A way to choose the next stake, built in (by its number) or the guest's own function."""

    name: str
    description: str
    number: int = -1
    function: NextStake | None = field(default=None, repr=False)
    digest: str = field(default="", repr=False)
    """Equal for functions that do the same; empty for a built-in system."""

    @property
    def first_memory(self) -> Memory:
        """The memory before the first bet. It is zero after these numbers."""
        return np.array([0 if self.function else self.number], np.int64)

    def stakes(self, results: str, most: int | None = None) -> list[int]:
        """Return the stakes in units around results such as ``WLLT``; T is a push.

        A stake above `most` is cut to it.
        """
        memory = np.zeros(kernels.MEMORY, np.int64)
        memory[:1] = self.first_memory
        next_stake = as_python(self.function) if self.function else kernels.next_stake
        stakes = [_cut(int(next_stake(memory, 0)), most)]
        for result in results:
            stake = stakes[-1]
            if result in _RESULTS:
                memory[kernels.PLACED] = stake
                stake = _cut(int(next_stake(memory, _RESULTS[result])), most)
            stakes.append(stake)
        return stakes

    @property
    def engine(self) -> str:
        """How it runs, in words."""
        if self.function is None:
            return "built in, compiled"
        if compiled(self.function) is None:
            return "the guest's own, as plain Python: it cannot be compiled, so it runs slowly"
        return "the guest's own, compiled"


SYSTEMS = {
    name: System(name, description, number)
    for number, (name, description) in enumerate(BUILT_IN.items())
}
"""The built-in systems by name."""


def find(name: str) -> System:
    """Return a built-in system. Case, spaces, accents and apostrophes don't matter."""
    folded = name.casefold().translate(_FOLD)
    folded = _ALIASES.get(folded, folded)
    try:
        return SYSTEMS[folded]
    except KeyError:
        near = get_close_matches(folded, SYSTEMS, n=1)
        hint = f"; the nearest is {near[0]}" if near else ""
        raise NotationError(
            name, expected=f"a betting system: {', '.join(SYSTEMS)}, or FILE.py:FUNCTION{hint}"
        ) from None


_FOLD = str.maketrans({" ": "", "'": "", "’": "", "_": "", "è": "e", "é": "e"})
_ALIASES = {
    "1326": "1-3-2-6",
    "d-alembert": "dalembert",
    "oscarsgrind": "oscar",
    "oscars-grind": "oscar",
}


def own(function: NextStake, name: str | None = None, *, source: bytes | None = None) -> System:
    """Return the guest's own system. Raise `AnalysisError` unless its stakes are whole units.

    `source` is the content of the file that holds the function, where there is one: a checkpoint
    is resumed only by a system of the same source. Without it, the function's code is compared.
    """
    called = name or str(getattr(function, "__name__", function))
    refuse_unusable(function, called)
    description = function.__doc__ or "the guest's own"
    digest = system_digest(function, called, source)
    return System(called, description, function=function, digest=digest)


def _cut(stake: int, most: int | None) -> int:
    return stake if most is None else min(stake, most)
