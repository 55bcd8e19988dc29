"""Counting systems as data: a tag for each rank, a start, and when to bet.

>>> COUNTS["dragon_7_simple"].text
'dragon_7_simple on dragon_7: A0 20 30 4-1 5-1 6-1 7-1 8+2 9+2 T0, at a true count of 4'
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

from puntobanco.errors import AnalysisError, NotationError

_LETTERS = "A23456789T"
_POINTS = (1, 2, 3, 4, 5, 6, 7, 8, 9, 0)

_TAGS = " ".join(f"{letter}[+-]?[0-9]{{1,3}}" for letter in _LETTERS)
_LINE = re.compile(
    rf"(?P<name>\w[\w-]*) on (?P<bet>\w+): (?P<tags>{_TAGS})(, from (?P<start>-?[0-9]{{1,6}}))?, "
    r"at a (?P<type>true|running) count of (?P<trigger>-?[0-9]{1,6}(\.[0-9]{1,6})?)"
)


class CountType(Enum):
    """What is compared with the trigger."""

    TRUE = "true"
    """The count divided by the decks not seen yet."""
    RUNNING = "running"


@dataclass(frozen=True)
class Count:
    """A counting system: a tag for each rank (T stands for all of ten points), and when to bet."""

    name: str
    bet: str
    tags: tuple[int, ...]
    """Of ace, 2 … 9 and T, added as the card is seen."""
    trigger: float
    type: CountType = CountType.TRUE
    start: int = 0

    def __post_init__(self) -> None:
        if len(self.tags) != len(_LETTERS):
            raise AnalysisError(f"{self.name}: a tag for each of {' '.join(_LETTERS)} is needed")

    @classmethod
    def parse(cls, text: str) -> Count:
        """Read the line that `text` gives."""
        match = _LINE.fullmatch(text.strip())
        if match is None:
            example = COUNTS["dragon_7_simple"].text
            raise NotationError(text, expected=f"a count such as {example!r}")
        tags = tuple(int(word[1:]) for word in match["tags"].split())
        start, trigger = int(match["start"] or 0), float(match["trigger"])
        return cls(match["name"], match["bet"], tags, trigger, CountType(match["type"]), start)

    @property
    def text(self) -> str:
        """The system in one line; `parse` reads it back."""
        tags = " ".join(
            f"{letter}{tag:+d}" if tag else f"{letter}0"
            for letter, tag in zip(_LETTERS, self.tags, strict=True)
        )
        begins = f", from {self.start}" if self.start else ""
        trigger = f"at a {self.type.value} count of {self.trigger:g}"
        return f"{self.name} on {self.bet}: {tags}{begins}, {trigger}"

    @property
    def by_points(self) -> tuple[int, ...]:
        """The tags of points 0 to 9."""
        tags = dict(zip(_POINTS, self.tags, strict=True))
        return tuple(tags[points] for points in range(10))


COUNTS = {
    count.name: count
    for count in (
        Count("player", "player", (-1, -2, -2, -4, 3, 4, 3, 2, 1, -1), 55),
        Count("banker", "banker", (1, 2, 2, 4, -3, -4, -3, -2, -1, 1), 48),
        Count("tie", "tie", (0, -1, -1, -1, -1, -4, -4, 2, 2, 2), 66),
        Count("small", "small", (1, 1, 1, 1, 1, -1, 0, -4, -4, 1), 7.5),
        Count("dragon_7", "dragon_7", (0, -1, -1, -2, -2, -3, -3, 4, 4, 1), 8),
        Count("dragon_7_simple", "dragon_7", (0, 0, 0, -1, -1, -1, -1, 2, 2, 0), 4),
        Count("panda_8", "panda_8", (1, 1, -2, -2, -2, -1, -1, -2, 4, 1), 11),
        Count("lucky_6", "lucky_6", (0, 0, -1, 0, 0, -4, 4, 3, 2, -1), 20),
        Count("egalite_7", "egalite_7", (1, 0, 0, 0, 0, 0, -3, 1, 1, 0), 2),
        Count("natural_9", "natural_9_player", (0, 0, 0, 0, 0, 0, 0, 0, -4, 1), 3),
    )
}
"""The built-in counts; their tags follow the exact effects of removing one card of eight decks."""

PERFECT = "perfect"
"""The name of perfect play: every bet whenever its exact expectation is above zero."""


def find_count(name: str) -> Count:
    """The built-in count with this name, or the guest's own as a line of text."""
    if ":" in name:
        return Count.parse(name)
    try:
        return COUNTS[name]
    except KeyError:
        expected = f"a count: {', '.join(COUNTS)}, {PERFECT} or a line of tags"
        raise NotationError(name, expected=expected) from None
