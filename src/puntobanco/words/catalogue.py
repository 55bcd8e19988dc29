"""Catalogues: the words of a language, and its forms of cards, money, names and lists.

This module imports nothing of the game. A card is its text, ``9h``, and sides, outcomes and
roads are members of any enum.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial
from typing import TYPE_CHECKING, Any, Protocol

from puntobanco.words.message import FACT_KINDS, GuestFact, Kind, ListOf, Message, Named
from puntobanco.words.template import Formats, Template, parsed, plural_rule

if TYPE_CHECKING:
    from enum import Enum
    from fractions import Fraction

LANGUAGES = ("en", "fr", "es", "zh-Hant", "zh-Hans")
"""The languages that have a catalogue."""


class CurrencyLike(Protocol):
    """The unit of money."""

    @property
    def named(self) -> str | None:
        """The sign that a house defines, or None for dollars."""

    @property
    def place(self) -> Enum:
        """Whether the sign comes ``before`` or ``after`` the amount."""

    @property
    def chips(self) -> int:
        """Chips in one unit."""

    def amount(self, chips: int, *, grouped: Callable[[int], str], decimal: str) -> str:
        """Return an amount of chips, without the sign."""


class Catalogue:
    """The templates of one language, by id. Each is parsed on first use.

    Amounts are in one currency. Without a currency they are numbers of chips, as in the text of
    an error.
    """

    def __init__(
        self, language: str, texts: Mapping[str, str], currency: CurrencyLike | None = None
    ) -> None:
        self.language = language
        self.texts = texts
        self.currency = currency
        self.category = plural_rule(language)
        self._templates: dict[str, Template] = {}
        self.formats: Formats = {name: self._format(kind) for name, kind in FACT_KINDS.items()}
        self._choices: dict[str, frozenset[str]] = {}
        self._cards: dict[str, str] = {}
        self._around_amount = self._money_text().split("{amount}")
        self._grouped_from = 10 ** (int(texts["number.least"]) - 1)
        self._separators = (texts["number.group"], texts["number.decimal"])

    def render(self, message: Message) -> str:
        """Render a message."""
        try:
            return self.template(message.id).filled(message.facts, self.formats, self.category)
        except KeyError as error:
            raise ValueError(f"{message.id} in {self.language}: {error} is missing") from error

    def template(self, id_: str) -> Template:
        """Return the template of an id."""
        found = self._templates.get(id_)
        if found is None:
            found = self._templates[id_] = parsed(self.texts[id_], id_)
        return found

    def number(self, number: int) -> str:
        """Return a whole number, with its digits grouped if there are enough."""
        if abs(number) < self._grouped_from:
            return str(number)
        text, group = f"{number:,}", self._separators[0]
        return text if group == "," else text.replace(",", group)

    def money(self, chips: int) -> str:
        """Return an amount of money, with cents only if there are some."""
        if self.currency is None:
            return self.number(chips)
        decimal = self._separators[1]
        amount = self.currency.amount(chips, grouped=self.number, decimal=decimal)
        before, after = self._around_amount
        text = f"{before}{amount}{after}"
        return self._of("money.minus", amount=text) if chips < 0 else text

    def _money_text(self) -> str:
        if self.currency is None or self.currency.named is None:
            return self.texts["money"]
        text = self.texts[f"money.{self.currency.place.value}"]
        return text.replace("{sign}", self.currency.named)

    def currency_name(self, sign: str | None) -> str:
        """Return the unit that a guest types: the sign of the house's currency, or dollars."""
        return self.texts["currency.dollars"] if sign is None else sign

    def balance(self, earned: int) -> str:
        """Return an amount won or lost."""
        if not earned:
            return self.texts["balance.even"]
        return self._of("balance.won" if earned > 0 else "balance.lost", chips=abs(earned))

    def odds(self, odds: Fraction) -> str:
        """Return odds as a croupier says them. If only the stake comes back, it is a push."""
        if not odds:
            return self.texts["odds.push"]
        if odds.denominator == 1 or str(odds.denominator) in self.choices("odds.fractions"):
            return self._of("odds", above=str(odds.numerator), below=str(odds.denominator))
        above = f"{float(odds):g}".replace(".", self._separators[1])
        return self._of("odds", above=above, below="1")

    def pays(self, pays: Sequence[Fraction]) -> str:
        """Return several odds in one phrase, best first: ``20 or 12 to 1``."""
        pays = sorted(set(pays), reverse=True)
        if any(each.denominator > 1 for each in pays):
            return self.joined(map(self.odds, pays), "list.or", between="list.or")
        above = self.joined([str(each.numerator) for each in pays], "list.or")
        return self._of("odds", above=above, below="1")

    def card(self, card: object) -> str:
        """Return a card in words."""
        return self._card("card", "rank", "suit", card)

    def short_card(self, card: object) -> str:
        """Return a card in two characters, or an empty place."""
        if card is None:
            return self.texts["card.none"]
        return self._card("card.short", "rank.short", "suit.short", card)

    def _card(self, template: str, rank: str, suit: str, card: object) -> str:
        """Return a card, composed once: there are only 52."""
        letters = str(card)
        id_ = f"{template}.{letters}"
        if id_ not in self._cards:
            words = self.texts[f"{rank}.{letters[0]}"]
            of = self.texts[f"{suit}.{letters[1]}"]
            self._cards[id_] = self._of(template, rank=words, suit=of)
        return self._cards[id_]

    def outcome(self, outcome: Enum) -> str:
        """Return an outcome as a letter."""
        return self.texts[f"letter.{outcome.value}"]

    def first_road(self, road: Enum) -> str:
        """Return the name of a derived road at the start of a sentence."""
        return self.texts[f"road.first.{road.name.lower()}"]

    def bet(self, bet: Named | str) -> str:
        """Return the name of a bet. An error has only its key."""
        if isinstance(bet, str):
            return self.texts.get(f"bet.{bet}", bet)
        return self.texts.get(f"bet.{bet.key}", bet.name)

    def house(self, house: Named) -> str:
        """Return the name of a house."""
        return self.texts.get(f"house.{house.key}", house.name)

    def guest(self, guest: GuestFact) -> str:
        """Return a guest's name, with the seat if the name alone is ambiguous."""
        if guest.name is None:
            return self._of("guest.seat", seat=guest.seat)
        if guest.is_shared or guest.name.casefold() in self.choices("guest.reserved"):
            return self._of("guest.in_seat", new_guest=guest.name, seat=guest.seat)
        return guest.name

    def key(self, key: str) -> str:
        """Return what a terminal key does. Its example stakes five of the currency."""
        return self._of(f"key.{key}", chips=5 * (self.currency.chips if self.currency else 1))

    def level(self, level: Enum) -> str:
        """Return the name of a level."""
        return self.texts[f"level.{level.value}"]

    def setting(self, name: str) -> str:
        """Return the name of a terminal setting, which is also what a guest types for it."""
        return self.texts[f"setting.{name}"]

    def percent(self, percent: float) -> str:
        """Return a percentage with four decimals."""
        return f"{percent:.4f}".replace(".", self._separators[1])

    def choices(self, id_: str) -> frozenset[str]:
        """Return the words of an entry, such as answers that count as yes or ambiguous names."""
        found = self._choices.get(id_)
        if found is None:
            found = self._choices[id_] = frozenset(self.texts[id_].split())
        return found

    def holdings(self, totals: Sequence[int]) -> str:
        """Return totals of hands: ``0 to 5``, ``6 and 7``."""
        first, last = totals[0], totals[-1]
        if len(totals) > 2 and last - first == len(totals) - 1:
            return self._of("list.range", head=str(first), last=str(last))
        return self.joined(map(str, totals), "list.and")

    def joined(self, texts: Iterable[str], joint: str, between: str = "list.comma") -> str:
        """Join texts to a list. `joint` is the id of the template before the last item."""
        *head, last = texts
        if not head:
            return last
        return f"{self._joint(between).join(head)}{self._joint(joint)}{last}"

    def _joint(self, id_: str) -> str:
        """Return the text between two items: a list's template is ``{head}…{last}``."""
        return self.texts[id_][len("{head}") : -len("{last}")]

    def _of(self, id_: str, **facts: object) -> str:
        return self.template(id_).filled(facts, self.formats, self.category)

    def _format(self, kind: Kind | ListOf) -> Callable[[Any], str]:
        if not isinstance(kind, ListOf):
            return partial(_FORMATS[kind], self)
        each, joint = partial(_FORMATS[kind.kind], self), kind.joint
        between = joint if joint in JOINED_ALIKE else "list.comma"
        return lambda facts: self.joined(map(each, facts), joint, between)


JOINED_ALIKE = ("list.all", "list.any", "list.clauses", "list.sentences", "list.space")
"""Lists that join all items with the same template."""

_FORMATS: dict[Kind, Callable[[Catalogue, Any], str]] = {
    Kind.NUMBER: Catalogue.number,
    Kind.TEXT: lambda _, text: str(text),
    Kind.CHOICE: lambda _, fact: str(fact),
    Kind.MONEY: Catalogue.money,
    Kind.CURRENCY: Catalogue.currency_name,
    Kind.BALANCE: Catalogue.balance,
    Kind.ODDS: Catalogue.odds,
    Kind.PAYS: Catalogue.pays,
    Kind.CARD: Catalogue.card,
    Kind.SHORT_CARD: Catalogue.short_card,
    Kind.SIDE: lambda words, side: words.texts[f"side.{side.value}"],
    Kind.SUBJECT: lambda words, subject: words.texts[f"subject.{subject.value}"],
    Kind.TOTAL: lambda words, total: words.texts[f"total.{total}"],
    Kind.FIRST_TOTAL: lambda words, total: words.texts[f"total.first.{total}"],
    Kind.OUTCOME: Catalogue.outcome,
    Kind.ROAD: lambda words, road: words.texts[f"road.{road.name.lower()}"],
    Kind.FIRST_ROAD: Catalogue.first_road,
    Kind.MARK: lambda words, mark: words.texts[f"mark.{mark.name.lower()}"],
    Kind.GOOD_ROAD: lambda words, key: words.texts[f"good_road.{key}"],
    Kind.BET: Catalogue.bet,
    Kind.HOUSE: Catalogue.house,
    Kind.KEY: Catalogue.key,
    Kind.LEVEL: Catalogue.level,
    Kind.SETTING: Catalogue.setting,
    Kind.PERCENT: Catalogue.percent,
    Kind.GUEST: Catalogue.guest,
    Kind.MESSAGE: Catalogue.render,
    Kind.HOLDINGS: Catalogue.holdings,
}


@cache
def texts_of(language: str) -> Mapping[str, str]:
    """Return the words of a language. Their file also has notes on some of them."""
    import json  # noqa: PLC0415 - the rules are loaded without it
    from pathlib import Path  # noqa: PLC0415 - as above

    stored: dict[str, dict[str, str]] = json.loads(
        Path(__file__).with_name(f"{language}.json").read_bytes()
    )
    return stored["words"]


@cache
def english() -> Catalogue:
    """Return the English catalogue, with money as a number of chips."""
    return Catalogue("en", texts_of("en"))


def in_english(message: Message) -> str:
    """Render a message in English, with money as a number of chips.

    >>> in_english(Message("refused.funds", {"stake": 500, "available": 75}))
    'Too much: 500 is more than the 75 left to bet.'
    """
    return english().render(message)


def clause(id_: str, facts: Mapping[str, object], words: Catalogue | None = None) -> str:
    """Render an English sentence as part of another: no capital at the start, no full stop.

    Money is a number of chips, unless `words` has a currency.

    >>> clause("refused.seat_taken", {"seat": 3})
    'seat 3 is taken'
    """
    words = words or english()
    said = words.render(Message(id_, facts)).removesuffix(".")
    starts_with_fact = words.texts[id_].startswith("{")
    return said if starts_with_fact else said[:1].lower() + said[1:]
