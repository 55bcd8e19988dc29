"""Counting systems as data: a tag for each kind of card, a start, and when to bet.

>>> COUNTS["dragon_7_simple"].text
'dragon_7_simple on dragon_7: A0 20 30 4-1 5-1 6-1 7-1 8+2 9+2 T0, at a true count of 4'
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

from puntobanco.cards import DECK, Card, Rank
from puntobanco.errors import AnalysisError, NotationError

_BY_POINTS = tuple("A23456789T")
"""T stands for all cards of ten points."""
_BY_RANK = tuple(rank.letter for rank in Rank)
_BY_CARD = tuple(map(str, DECK))
_LABELS = {len(labels): labels for labels in (_BY_POINTS, _BY_RANK, _BY_CARD)}
"""The labels of the tags, by their number."""

_LINE = re.compile(
    r"(?P<name>\w[\w-]*) on (?P<bet>\w+): (?P<tags>[^,]+?)(, from (?P<start>-?[0-9]{1,6}))?, "
    r"at a (?P<type>true|running) count of (?P<trigger>-?[0-9]{1,6}(\.[0-9]{1,6})?)"
)
_TAG = re.compile(r"[+-]?[0-9]{1,3}", re.ASCII)


class CountType(Enum):
    """The number that is compared with the trigger."""

    TRUE = "true"
    """The count divided by the unseen decks."""
    RUNNING = "running"


@dataclass(frozen=True)
class Count:
    """A counting system: tags by points, by rank or by card, and when to bet."""

    name: str
    bet: str
    tags: tuple[int, ...]
    """For ace, 2 … 9 and T (all of ten points), for the 13 ranks, or for the 52 cards of `DECK`.
    A tag is added when a card is seen."""
    trigger: float
    type: CountType = CountType.TRUE
    start: int = 0

    def __post_init__(self) -> None:
        if len(self.tags) not in _LABELS:
            raise AnalysisError(
                f"{self.name}: a tag for each of {' '.join(_BY_POINTS)} is needed, "
                f"or for each of 13 ranks or 52 cards, not {len(self.tags)} tags"
            )

    @classmethod
    def parse(cls, text: str) -> Count:
        """Read a line as `text` returns it."""
        match = _LINE.fullmatch(text.strip())
        tags = _read_tags(match["tags"].split()) if match else None
        if match is None or tags is None:
            example = COUNTS["dragon_7_simple"].text
            expected = f"a count such as {example!r}, with 10 tags, 13 (to K) or 52 (Ac to Ks)"
            raise NotationError(text, expected=expected)
        start, trigger = int(match["start"] or 0), float(match["trigger"])
        return cls(match["name"], match["bet"], tags, trigger, CountType(match["type"]), start)

    @property
    def text(self) -> str:
        """The system in one line, which `parse` reads back."""
        tags = " ".join(
            f"{label}{tag:+d}" if tag else f"{label}0"
            for label, tag in zip(_LABELS[len(self.tags)], self.tags, strict=True)
        )
        begins = f", from {self.start}" if self.start else ""
        trigger = f"at a {self.type.value} count of {self.trigger:g}"
        return f"{self.name} on {self.bet}: {tags}{begins}, {trigger}"

    @property
    def is_by_points(self) -> bool:
        """Whether cards of the same points have the same tag."""
        return len(self.tags) == len(_BY_POINTS)

    @property
    def by_points(self) -> tuple[int, ...]:
        """The tags of points 0 to 9, of a count by points."""
        *others, ten = self.tags
        return (ten, *others)

    @property
    def by_card(self) -> tuple[int, ...]:
        """The tags of the 52 cards of `DECK`."""
        tags = dict(zip(_LABELS[len(self.tags)], self.tags, strict=True))
        return tuple(tags[_label(card, tags)] for card in DECK)


def _label(card: Card, tags: dict[str, int]) -> str:
    labels = (str(card), card.rank.letter, "T")
    return next(label for label in labels if label in tags)


def _read_tags(words: list[str]) -> tuple[int, ...] | None:
    """Return the tags of words such as ``A+1``, or None if they are not in order."""
    labels = _LABELS.get(len(words), ())
    pairs = list(zip(words, labels, strict=False))
    if not labels or not all(
        word.startswith(label) and _TAG.fullmatch(word, len(label)) for word, label in pairs
    ):
        return None
    return tuple(int(word[len(label) :]) for word, label in pairs)


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
"""The built-in counts. Their tags follow the exact effects of removing one card of eight decks."""

PERFECT = "perfect"
"""The name of perfect play: every bet whenever its exact expectation is above zero."""


def find_count(name: str) -> Count:
    """Return the built-in count with this name, or the guest's own as a line of text."""
    if ":" in name:
        return Count.parse(name)
    try:
        return COUNTS[name]
    except KeyError:
        expected = f"a count: {', '.join(COUNTS)}, {PERFECT} or a line of tags"
        raise NotationError(name, expected=expected) from None
