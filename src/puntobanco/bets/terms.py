"""What a bet is made of: lines of (when, pays), read from the top as on the felt."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import Enum
from fractions import Fraction
from typing import Generic, Self, TypeVar

from puntobanco.coup import Coup, Naturals, Opening, Score
from puntobanco.errors import HouseError

Seen = TypeVar("Seen", Score, Opening, Coup)


class Odds(Fraction):
    """What a winning bet pays for one staked; the stake comes back as well.

    >>> Odds(19, 20).text, Odds(40).text, Odds(27, 50).text
    ('19 to 20', '40 to 1', '0.54 to 1')
    """

    __slots__ = ()

    @property
    def text(self) -> str:
        """The odds as a croupier says them."""
        if self.denominator in (1, 2, 20):
            return f"{self.numerator} to {self.denominator}"
        return f"{float(self):g} to 1"


LARGEST_PAY = 1_000_000
"""No pay has a larger number above or below its bar."""

PUSH = Odds(0)
"""The stake comes back."""

LOSE = Odds(-1)
"""The stake is collected."""


class Detail(Enum):
    """How much of a card a bet must be able to tell."""

    POINTS = "points"
    COLOURS = "points and colour"
    RANKS = "rank"
    CARDS = "rank and suit"


@dataclass(frozen=True)
class When(Generic[Seen]):
    """A condition and its words; ``a & b`` holds when both do, and reads on."""

    text: str
    test: Callable[[Seen, Naturals], bool]

    def __and__(self, other: When[Seen]) -> When[Seen]:
        def both(seen: Seen, naturals: Naturals) -> bool:
            return self.test(seen, naturals) and other.test(seen, naturals)

        return When(f"{self.text} {other.text}", both)


@dataclass(frozen=True)
class Line(Generic[Seen]):
    """One line of a pay table."""

    when: When[Seen]
    pays: Odds

    @property
    def text(self) -> str:
        """The line as it is printed on the felt."""
        return f"{self.when.text}: {self.pays.text if self.pays else 'push'}"


@dataclass(frozen=True)
class Bet(ABC, Generic[Seen]):
    """A bet: the first line that applies decides, and what matches none loses."""

    key: str
    lines: tuple[Line[Seen], ...]
    detail: Detail = field(default=Detail.POINTS, kw_only=True)
    name: str = field(default="", kw_only=True)

    def __post_init__(self) -> None:
        if not self.name:
            object.__setattr__(self, "name", self.key.replace("_", " ").capitalize())

    def __repr__(self) -> str:
        return f"find({self.key!r}).with_pays({', '.join(map(repr, self.pay_table))})"

    @abstractmethod
    def see(self, coup: Coup) -> Seen:
        """The part of a coup that this bet looks at."""

    def pays(self, seen: Seen, naturals: Naturals = Naturals.HIGHER_WINS) -> Odds:
        """What one unit earns: the pay of the first line that applies, else `LOSE`."""
        for line in self.lines:
            if line.when.test(seen, naturals):
                return line.pays
        return LOSE

    def decide(self, coup: Coup, naturals: Naturals = Naturals.HIGHER_WINS) -> Odds:
        """What one unit earns on a coup."""
        return self.pays(self.see(coup), naturals)

    @property
    def pay_table(self) -> tuple[Odds, ...]:
        """The pays of the winning lines, from the top."""
        return tuple(line.pays for line in self.lines if line.pays != PUSH)

    @property
    def winning_lines(self) -> tuple[str, ...]:
        """What each winning line is for, in the order of the pay table."""
        return tuple(line.when.text for line in self.lines if line.pays != PUSH)

    @property
    def pays_text(self) -> str:
        """The different pays in one phrase, best first: ``20 or 12 to 1``."""
        different = sorted(set(self.pay_table), reverse=True)
        if any(pays.denominator > 1 for pays in different):
            return " or ".join(pays.text for pays in different)
        *head, last = (str(pays.numerator) for pays in different)
        return f"{', '.join(head)} or {last} to 1" if head else f"{last} to 1"

    def with_pays(self, *pays: Fraction) -> Self:
        """The same bet with another pay for each winning line."""
        if len(pays) != len(self.pay_table):
            lines = ", ".join(self.winning_lines)
            wanted = f"{len(self.pay_table)} pay{'s' * (len(self.pay_table) != 1)}"
            reason = f"needs {wanted}, not {len(pays)}: {lines}"
            raise HouseError(f"pays.{self.key}", reason)
        if min(pays) <= 0:
            raise HouseError(f"pays.{self.key}", "a winning bet pays more than nothing")
        if max(max(pay.numerator, pay.denominator) for pay in pays) > LARGEST_PAY:
            reason = f"a pay is a fraction of whole numbers up to {LARGEST_PAY:,}"
            raise HouseError(f"pays.{self.key}", reason)
        new = iter(pays)
        repaid = (
            line if line.pays == PUSH else replace(line, pays=Odds(next(new)))
            for line in self.lines
        )
        return replace(self, lines=tuple(repaid))


class ScoreBet(Bet[Score]):
    """A bet that looks only at totals and card counts."""

    def see(self, coup: Coup) -> Score:
        """The score."""
        return coup.score


class OpeningBet(Bet[Opening]):
    """A bet that looks at the first two cards of each hand."""

    def see(self, coup: Coup) -> Opening:
        """The first four cards."""
        return coup.opening


class CardsBet(Bet[Coup]):
    """A bet that looks at every card of the coup."""

    def see(self, coup: Coup) -> Coup:
        """The coup itself."""
        return coup


AnyBet = ScoreBet | OpeningBet | CardsBet
