"""Templates of what is said of stakes and of what they come to.

They come by the thousand, so the page is sent the templates once and fills in the facts itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from puntobanco.announcer.words import catalogue
from puntobanco.table.events import Fate


class Pattern(NamedTuple):
    """The sentences for the guest and for everyone else, and the fact alone where it is listed.

    >>> BET.first.own, BET.first.others
    ('Bet: {stake} on {bet}.', '{name}, bet: {stake} on {bet}.')
    """

    own: str
    others: str = ""
    fact: str = ""

    @classmethod
    def of(cls, id_: str) -> Pattern:
        """The templates of an id."""
        texts = catalogue("en").texts
        return cls(texts[id_], texts.get(f"{id_}.others", ""), texts.get(f"{id_}.each", ""))


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
    several: str
    """A few stakes, listed."""


BET = StakePatterns(
    first=Pattern.of("stake.placed"),
    added=Pattern.of("stake.added"),
    left=Pattern.of("stake.left"),
    many=Pattern.of("stake.placed.many"),
    several=Pattern.of("stake.placed.several").own,
)
TAKEN_BACK = StakePatterns(
    first=Pattern.of("stake.taken_back"),
    added=Pattern.of("stake.taken_back"),
    left=None,
    many=Pattern.of("stake.taken_back.many"),
    several=Pattern.of("stake.taken_back.several").own,
)

SETTLED = {
    Fate.LOST: Pattern.of("settled.lost"),
    Fate.WON: Pattern.of("settled.won"),
    Fate.RETURNED: Pattern.of("settled.returned"),
    Fate.STANDS: Pattern.of("settled.stands"),
}
"""What a stake came to."""

SETTLED_IN_FULL = {**SETTLED, Fate.WON: Pattern.of("settled.won_at")}
"""The same at the full level."""

BANKROLL = Pattern.of("bankroll")
"""All of a guest's money, after the last change of it."""
