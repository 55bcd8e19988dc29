"""Stakes and what they come to in sentences, as patterns with names in braces.

They come by the thousand, so the page is sent the patterns once and fills in the facts itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from puntobanco.table.events import Fate


class Pattern(NamedTuple):
    """A key word and its fact.

    >>> Pattern("Bet", "{stake} on {bet}").own, Pattern("Bet", "{stake} on {bet}").others
    ('Bet: {stake} on {bet}.', '{name}, bet: {stake} on {bet}.')
    """

    word: str
    fact: str

    @property
    def own(self) -> str:
        """The sentence for the guest."""
        return f"{self.word}: {self.fact}."

    @property
    def others(self) -> str:
        """The sentence for everyone else."""
        return f"{{name}}, {self.word.lower()}: {self.fact}."


@dataclass(frozen=True, slots=True)
class StakePatterns:
    """What is said of one kind of stake."""

    first: Pattern
    """On a spot that was empty."""
    added: Pattern
    """On a spot with a stake."""
    left: Pattern | None
    """What is left to bet, at the full level."""
    many: Pattern
    """More stakes than are listed, summed up."""

    @property
    def several(self) -> str:
        """A few stakes, listed."""
        return Pattern(self.first.word, "{stakes}").own


BET = StakePatterns(
    first=Pattern("Bet", "{stake} on {bet}"),
    added=Pattern("Bet", "{stake} on {bet}, {total} in all"),
    left=Pattern("Left to bet", "{available}"),
    many=Pattern("Bet", "{sum} on {count} spots"),
)
TAKEN_BACK = StakePatterns(
    first=Pattern("Taken back", "{stake} from {bet}"),
    added=Pattern("Taken back", "{stake} from {bet}"),
    left=None,
    many=Pattern("Taken back", "{sum} from {count} spots"),
)

SETTLED = {
    Fate.LOST: Pattern("Lost", "{stake} on {bet}"),
    Fate.WON: Pattern("Won", "{earned} on {bet}"),
    Fate.RETURNED: Pattern("Returned", "{stake} on {bet}"),
    Fate.STANDS: Pattern("Standing", "{stake} on {bet}"),
}
"""What a stake came to."""

SETTLED_IN_FULL = {**SETTLED, Fate.WON: Pattern("Won", "{earned} on {bet}, {stake} at {pays}")}
"""The same at the full level."""

BANKROLL = Pattern("Bankroll", "{bankroll}")
"""All of a guest's money, after the last change of it."""
