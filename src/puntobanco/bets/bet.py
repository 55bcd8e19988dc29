"""A bet: lines of a condition and a pay, read from the top as on the felt."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from enum import Enum
from fractions import Fraction
from functools import cached_property, reduce
from itertools import combinations_with_replacement, product
from math import gcd
from operator import or_
from typing import TypeVar

from puntobanco._html import html_table
from puntobanco.bets.conditions import Comparison, Condition, comparisons
from puntobanco.bets.grammar import parse_condition
from puntobanco.bets.phrases import describe, with_capitals
from puntobanco.bets.quantities import DIFFERENT_RANKS, Detail, Part, Quantity, Seen
from puntobanco.cards import DECK, Card, Hand
from puntobanco.coup import Coup, Naturals, Score, deal
from puntobanco.errors import BetTextError, HouseError, shown
from puntobanco.shoe import Shoe
from puntobanco.tableau import Side
from puntobanco.words import english


class Odds(Fraction):
    """The payout of a winning bet for one unit. The stake comes back too.

    >>> Odds(19, 20).text, Odds(40).text, Odds(27, 50).text
    ('19 to 20', '40 to 1', '0.54 to 1')
    """

    __slots__ = ()

    @property
    def text(self) -> str:
        """The odds as a croupier says them."""
        return english().odds(self)


LARGEST_PAY = 1_000_000
"""The largest numerator or denominator of a pay."""

PUSH = Odds(0)
"""The stake comes back."""

LOSE = Odds(-1)
"""The stake is collected."""

_PAY = re.compile(r"(\d{1,12}(?:\.\d{1,12})?)(?:(?: */ *| +to +)(\d{1,12}))?", re.ASCII)


def parse_pay(text: str, place: int = 1) -> Odds:
    """Read ``40``, ``40 to 1``, ``19/20``, ``19 to 20``, ``0.54`` or ``push``.

    >>> parse_pay("19 to 20"), parse_pay("push") == PUSH
    (Odds(19, 20), True)
    """
    word = text.strip()
    place += len(text) - len(text.lstrip())
    if word.casefold() == "push":
        return PUSH
    found = _PAY.fullmatch(word)
    if found is None:
        expected = "a pay such as 40, 40 to 1, 19/20, 0.54 or push"
        raise BetTextError(word, expected=expected, place=place)
    above, below = found.groups()
    pay = Odds(Fraction(above) / int(below or 1)) if below is None or int(below) else PUSH
    if pay == PUSH:
        expected = "a pay: a winning bet must pay more than zero, and a push is written push"
        raise BetTextError(word, expected=expected, place=place)
    if max(pay.numerator, pay.denominator) > LARGEST_PAY:
        expected = f"a pay: a fraction of whole numbers up to {LARGEST_PAY:,}"
        raise BetTextError(word, expected=expected, place=place)
    return pay


def format_pay(pay: Odds) -> str:
    """Return a pay in the shortest exact form. `parse_pay` is the inverse."""
    return str(Fraction(pay)) if pay else "push"


MOST_LINES = 40
"""The most lines of a bet."""

_KEY = re.compile(r"[a-z][a-zA-Z0-9_]{0,39}")
"""Any key. Capitals name ranks in keys of the catalogue. New keys have none."""


class Spot(Enum):
    """A place on the felt for bets."""

    PLAYER = "player"
    BANKER = "banker"
    TIE = "tie"
    SIDE = "side"


@dataclass(frozen=True)
class Line:
    """One line of a pay table.

    >>> line = Line.parse("Banker wins with a three-card 7: 40")
    >>> str(line)
    'banker wins and banker total = 7 and banker cards = 3: 40'
    >>> line.text
    'Banker wins with a three-card 7: 40 to 1'
    """

    condition: Condition
    pays: Odds

    @classmethod
    def parse(cls, text: str) -> Line:
        """Read a condition, a colon and a pay."""
        condition, colon, pay = text.partition(":")
        if not colon:
            expected = "a line: a condition, a colon and a pay"
            raise BetTextError(text, expected=expected, place=len(text.rstrip()) + 1)
        return cls(parse_condition(condition), parse_pay(pay, len(condition) + 2))

    @cached_property
    def words(self) -> str:
        """The condition as printed on the felt."""
        return describe(self.condition)

    @property
    def text(self) -> str:
        """The line as printed on the felt."""
        return f"{self.words}: {self.pays.text}"

    def __str__(self) -> str:
        return f"{self.condition}: {format_pay(self.pays)}"


@dataclass(frozen=True)
class Bet:
    """A bet. The first line that applies decides; if none does, the bet loses."""

    key: str
    lines: tuple[Line, ...]
    name: str = field(default="", kw_only=True)
    spot: Spot = field(default=Spot.SIDE, kw_only=True)
    code: str = field(default="", kw_only=True, compare=False)
    """A short code to type, as on a dealer's slip: ``dbp``."""

    def __post_init__(self) -> None:
        if not _KEY.fullmatch(self.key):
            raise no_key(self.key)
        if not self.name:
            object.__setattr__(self, "name", _name(self.key))
        if not self.code:
            object.__setattr__(self, "code", code_of(self.key))
        if not any(line.pays for line in self.lines):
            raise HouseError(f"bets.{self.key}", code="house_no_pay")

    @classmethod
    def parse(
        cls,
        key: str,
        lines: Iterable[str],
        *,
        name: str = "",
        spot: Spot = Spot.SIDE,
        code: str = "",
    ) -> Bet:
        """Read a bet's lines."""
        return cls(key, tuple(map(Line.parse, lines)), name=name, spot=spot, code=code)

    def __repr__(self) -> str:
        spot = "" if self.spot is Spot.SIDE else f", spot={self.spot}"
        code = "" if self.code == code_of(self.key) else f", code={self.code!r}"
        lines = tuple(map(str, self.lines))
        return f"Bet.parse({self.key!r}, {lines!r}, name={self.name!r}{spot}{code})"

    def _repr_html_(self) -> str:
        rows = [(line.words, line.pays.text) for line in self.lines]
        return html_table(self.name, ("line", "pays"), rows)

    @cached_property
    def quantities(self) -> frozenset[Quantity]:
        """Every quantity in its conditions."""
        return frozenset(each.quantity for each in self.comparisons)

    @cached_property
    def comparisons(self) -> tuple[Comparison, ...]:
        """The different comparisons of its lines."""
        every = (each for line in self.lines for each in comparisons(line.condition))
        return tuple(dict.fromkeys(every))

    @cached_property
    def part(self) -> Part:
        """The part of a coup that it looks at."""
        parts = frozenset[Part]().union(*(each.parts for each in self.comparisons))
        return next(iter(parts)) if len(parts) == 1 else Part.CARDS

    @cached_property
    def detail(self) -> Detail:
        """How much of a card it depends on."""
        return reduce(or_, (quantity.detail for quantity in self.quantities), Detail.POINTS)

    def line(self, seen: Seen) -> int | None:
        """Return the index of the first line that applies, or None."""
        return next((at for at, line in enumerate(self.lines) if line.condition.holds(seen)), None)

    def pays(self, score: Score, naturals: Naturals = Naturals.HIGHER_WINS) -> Odds:
        """Return what one unit earns on a score, for a bet that depends on nothing else."""
        return self.earns(Seen(score, score.outcome(naturals)))

    def decide(self, coup: Coup, naturals: Naturals = Naturals.HIGHER_WINS) -> Odds:
        """Return what one unit earns on a coup, by the house's rule for two naturals."""
        return self.earns(Seen.of(coup, naturals))

    def earns(self, seen: Seen) -> Odds:
        """Return what one unit earns: the pay of the first line that applies, else `LOSE`."""
        at = self.line(seen)
        return LOSE if at is None else self.lines[at].pays

    @property
    def pay_table(self) -> tuple[Odds, ...]:
        """The pays of the winning lines, from the top."""
        return tuple(line.pays for line in self.lines if line.pays != PUSH)

    @property
    def winning_lines(self) -> tuple[str, ...]:
        """The conditions of the winning lines in words, in the order of the pay table."""
        return tuple(line.words for line in self.lines if line.pays != PUSH)

    @property
    def pays_text(self) -> str:
        """The different pays in one phrase, best first: ``20 or 12 to 1``."""
        return english().pays(self.pay_table)

    def with_pays(self, *pays: Fraction) -> Bet:
        """Return the bet with other pays for its winning lines."""
        if len(pays) != len(self.pay_table):
            lines = ", ".join(self.winning_lines)
            raise HouseError(
                f"pays.{self.key}",
                code="house_pays",
                count=len(self.pay_table),
                shown=len(pays),
                text=lines,
            )
        if min(pays) <= 0:
            raise HouseError(f"pays.{self.key}", code="house_pays_nothing")
        if max(max(pay.numerator, pay.denominator) for pay in pays) > LARGEST_PAY:
            raise HouseError(f"pays.{self.key}", code="house_fraction", most=LARGEST_PAY)
        new = iter(pays)
        repaid = (
            line if line.pays == PUSH else replace(line, pays=Odds(next(new)))
            for line in self.lines
        )
        return replace(self, lines=tuple(repaid))


def no_key(text: str) -> HouseError:
    """Return the error for a text that can't be the key of a bet."""
    typed = repr(shown(text))
    return HouseError("bets", code="house_key", typed=typed)


def _name(key: str) -> str:
    """Return the default name of a key: ``dragon_bonus_player`` is Dragon bonus Player."""
    text = with_capitals(key.replace("_", " "))
    return text[:1].upper() + text[1:]


def code_of(key: str) -> str:
    """Return the default code of a key: the first letter of each word, and its numbers.

    >>> [code_of(key) for key in ("dragon_bonus_player", "dragon_7", "natural_8_banker")]
    ['dbp', 'd7', 'n8b']
    """
    return "".join(word if word.isdigit() else word[:1] for word in key.lower().split("_"))


MOST_COUPS = 100_000
"""The most openings and coups to try for all bets together: about two seconds."""

Thing = TypeVar("Thing")


def unreachable_lines(
    bets: Iterable[Bet], naturals: Naturals, *, within: int = MOST_COUPS
) -> Iterator[tuple[Bet, int]]:
    """Yield each bet and the index of a line that no coup reaches, after up to `within` coups.

    This deals a coup of every kind that a bet can distinguish, until each line has decided one.
    Two coups are of one kind if the bet sees no difference in each hand's first two cards, in all
    four, and in each third card.

    >>> bet = Bet.parse("own", ["tie: 8", "tie and margin = 0: 9", "all red and all black: 50"])
    >>> [place for _, place in unreachable_lines([bet], Naturals.HIGHER_WINS)]
    [1, 2]
    """
    for bet in bets:
        missing: set[int | None] = {*range(len(bet.lines))}
        for coup in _coups(bet):
            within -= 1
            if within < 0:
                return
            missing.discard(bet.line(Seen.of(coup, naturals)) if coup else None)
            if not missing:
                break
        yield from ((bet, place) for place in range(len(bet.lines)) if place in missing)


def _coups(bet: Bet) -> Iterator[Coup | None]:
    """Yield a coup of every kind that the bet can distinguish, and None for a known opening."""
    cards = _one_of_each(DECK, _CARD_VIEWS[bet.detail])
    thirds = _one_of_each(cards, lambda card: (card.points, _whole(bet, Hand((card, card)))))
    pairs = map(Hand, combinations_with_replacement(cards, 2))
    hands = _one_of_each(
        pairs, lambda hand: (_hand(bet, hand), _whole(bet, hand), _ranks(bet, hand))
    )
    kinds = [(hand, _hand(bet, hand)) for hand in hands]
    known: set[Hashable] = set()
    for (player, of_player), (banker, of_banker) in _spread(list(product(kinds, kinds))):
        kind = of_player, of_banker, _whole(bet, player, banker)
        if kind in known:
            yield None
        else:
            known.add(kind)
            yield from _dealt(Coup(player, banker), thirds)


def _dealt(opening: Coup, thirds: tuple[Card, ...]) -> Iterator[Coup]:
    for fifth in thirds:
        left = 0
        for sixth in thirds:
            coup, rest = deal(Shoe((*opening.cards, fifth, sixth)))
            yield coup
            left = rest.left
            if left:
                break
        if left == 2:
            return


# --- what a bet can distinguish -------------------------------------------------------------------


_CARD_VIEWS: dict[Detail, Callable[[Card], Hashable]] = {
    Detail.POINTS: lambda card: card.points,
    Detail.COLOURS: lambda card: (card.points, card.suit.is_red),
    Detail.RANKS: lambda card: card.rank,
    Detail.CARDS: lambda card: card,
}
"""The part of a card that a bet sees, by the bet's detail."""


def _hand(bet: Bet, hand: Hand) -> Hashable:
    """Return what the bet sees of the first two cards of one hand."""
    seen = Seen.of(Coup(hand, hand), Naturals.HIGHER_WINS)
    asked = (each for each in bet.comparisons if each.quantity.of_hand)
    return hand.total, *(each.quantity.read(seen, Side.PLAYER) in each.values for each in asked)


def _whole(bet: Bet, player: Hand, banker: Hand | None = None) -> Hashable:
    """Return what the bet sees of all these cards together. Third cards only add to it."""
    seen = Seen.of(Coup(player, banker or player), Naturals.HIGHER_WINS)
    asked = (each for each in bet.quantities if each.part is not Part.SCORE and not each.of_hand)
    return tuple(each.read(seen, Side.PLAYER) for each in asked)


def _ranks(bet: Bet, hand: Hand) -> Hashable:
    """Return the ranks of a hand, if the bet compares them with the other hand's."""
    return frozenset(card.rank for card in hand.cards) if DIFFERENT_RANKS in bet.quantities else ()


def _one_of_each(things: Iterable[Thing], kind: Callable[[Thing], Hashable]) -> tuple[Thing, ...]:
    return tuple({kind(thing): thing for thing in things}.values())


def _spread(things: list[Thing]) -> Iterator[Thing]:
    """Yield the items in leaps, so that different ones come early."""
    leap = max(1, len(things) * 5 // 8)
    while gcd(leap, len(things)) > 1:
        leap += 1
    return (things[place * leap % len(things)] for place in range(len(things)))
