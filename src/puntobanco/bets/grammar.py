"""The parser of the language of bets: ``banker wins and banker total = 7: 40``.

    line        condition ":" pay
    condition   all { "or" all }
    all         part { "and" part }
    part        "not" part | "(" condition ")" | phrase | comparison
    comparison  [subject] fact | [subject] quantity relation value
    relation    "=" | "<" | ">" | "<=" | ">=" | "in"
    value       number | outcome | "{" value { "," value } "}"

Case does not matter. Texts are limited in length and depth. Nothing in them is ever executed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache, lru_cache
from operator import ge, gt, le, lt
from typing import Any, NoReturn

from puntobanco.bets.conditions import (
    Comparison,
    Condition,
    Not,
    Subject,
    all_of,
    any_of,
    comparisons,
    depth,
)
from puntobanco.bets.phrases import SIGN, TOKEN, folded, read_phrase
from puntobanco.bets.quantities import COPIES, OUTCOME, QUANTITIES, Quantity, Value
from puntobanco.coup import Outcome
from puntobanco.errors import BetTextError

MOST_CHARACTERS = 8_000
"""More than any condition's canonical text has, so that all of them can be read back."""
MOST_COMPARISONS = 40
DEEPEST = 16
"""How deeply conditions may be nested."""

_ORDERS: dict[str, Callable[[Any, Any], bool]] = {"<": lt, ">": gt, "<=": le, ">=": ge}
_RELATIONS = ("=", *_ORDERS, "in")
_SUBJECTS = {subject.value: subject for subject in Subject if subject is not Subject.COUP}


def parse_condition(text: str) -> Condition:
    """Read a condition. `str` is the inverse.

    >>> print(parse_condition("Banker wins with a three-card 7"))
    banker wins and banker total = 7 and banker cards = 3
    >>> parse_condition("banker piar")
    Traceback (most recent call last):
    puntobanco.errors.BetTextError: column 8: 'piar' is not a hand's quantity; the nearest is pair
    """
    if len(text) > MOST_CHARACTERS:
        expected = f"a condition of up to {MOST_CHARACTERS:,} characters"
        raise BetTextError(text, expected=expected, place=MOST_CHARACTERS + 1)
    reader = _BetReader(text, *_words(text))
    condition = reader.condition()
    if reader.at < len(reader.words):
        reader.refuse("the end; conditions are joined by and, or")
    if depth(condition) > DEEPEST:
        expected = f"a condition nested up to {DEEPEST} deep"
        raise BetTextError(text, expected=expected, place=1)
    if sum(1 for _ in comparisons(condition)) > MOST_COMPARISONS:
        expected = f"a condition of up to {MOST_COMPARISONS} comparisons"
        raise BetTextError(text, expected=expected, place=1)
    return condition


_meaning = lru_cache(maxsize=1_024)(parse_condition)
"""Phrases have few different meanings."""


def _words(text: str) -> tuple[list[str], list[int]]:
    """Return the words of a text and their columns, counted from 1."""
    words, places = [], []
    for found in SIGN.finditer(text):
        word = found[0]
        if not TOKEN.fullmatch(word):
            expected = f"part of a condition, but U+{ord(word):04X}: use A-Z 0-9 = < > {{ }} ( ) ,"
            raise BetTextError(word, expected=expected, place=found.start() + 1)
        words.append(folded(word))
        places.append(found.start() + 1)
    return words, places


@dataclass(slots=True)
class _BetReader:
    """A recursive-descent parser over the words of a text."""

    text: str
    words: list[str]
    places: list[int]
    at: int = 0
    nested: int = 0
    read: int = 0
    """The number of comparisons and phrases so far."""

    @property
    def word(self) -> str:
        """The word at this place, empty at the end."""
        return self.words[self.at] if self.at < len(self.words) else ""

    def takes(self, word: str) -> bool:
        """Skip this word if it is next. Return whether it was."""
        is_here = self.word == word
        self.at += is_here
        return is_here

    def needs(self, word: str) -> None:
        """Skip this word, which must be next."""
        if not self.takes(word):
            self.refuse(word)

    def refuse(self, expected: str) -> NoReturn:
        """Raise an error that says what was expected here."""
        start = self.places[self.at] if self.word else len(self.text) + 1
        end = self.places[self.at + 1] - 1 if self.at + 1 < len(self.places) else None
        raise BetTextError(self.text[start - 1 : end].strip(), expected=expected, place=start)

    def condition(self) -> Condition:
        """Read parts joined by `or`."""
        either = [self.every()]
        while self.takes("or"):
            either.append(self.every())
        return any_of(*either)

    def every(self) -> Condition:
        """Read parts joined by `and`."""
        parts = [self.part()]
        while self.takes("and"):
            parts.append(self.part())
        return all_of(*parts)

    def part(self) -> Condition:
        """Read a comparison, a phrase, a negated part, or a condition in parentheses."""
        phrase = read_phrase(self.words[self.at :])
        if phrase or self.word not in {"not", "("}:
            self.read += 1
            if self.read > MOST_COMPARISONS:
                self.refuse(f"one of up to {MOST_COMPARISONS} comparisons")
        if phrase:
            meaning, length = phrase
            self.at += length
            return _meaning(meaning)
        if self.word not in {"not", "("}:
            return self.comparison()
        self.nested += 1
        if self.nested > 2 * DEEPEST:
            self.refuse(f"nested up to {2 * DEEPEST} deep")
        if self.takes("not"):
            found: Condition = Not(self.part())
        else:
            self.needs("(")
            found = self.condition()
            self.needs(")")
        self.nested -= 1
        return found

    def comparison(self) -> Comparison:
        """Read a fact, or a quantity and its values."""
        subject = _SUBJECTS.get(self.word, Subject.COUP)
        self.at += subject is not Subject.COUP
        if subject is Subject.COUP and self.takes("tie"):
            return Comparison(Subject.COUP, OUTCOME, frozenset({Outcome.TIE.value}))
        if subject in {Subject.PLAYER, Subject.BANKER} and self.takes("wins"):
            return Comparison(Subject.COUP, OUTCOME, frozenset({subject.value}))
        quantity = self.quantity(subject)
        return Comparison(subject, quantity, self.values(quantity))

    def quantity(self, subject: Subject) -> Quantity:
        """Read the quantity with the longest name."""
        names = _names(of_hand=subject is not Subject.COUP)
        texts = [" ".join(self.words[self.at : self.at + length]) for length in (3, 2, 1)]
        text = next((text for text in texts if text in names), None)
        if text is None:
            self.refuse(_expected(subject, self.word, texts))
        self.at += len(text.split())
        return names[text]

    def values(self, quantity: Quantity) -> frozenset[Value]:
        """Read a relation. Return the values for which it holds."""
        if quantity.is_fact:
            return frozenset({1})
        relation = self.word
        if relation not in (_RELATIONS if _is_number(quantity) else ("=", "in")):
            signs = "= < > <= >= in" if _is_number(quantity) else "= or in"
            self.refuse(f"a relation: after {quantity.name} stands {signs}")
        self.at += 1
        if quantity.is_two:
            return self.twos(quantity, relation)
        if relation == "in":
            return frozenset(self.braces(quantity.values, quantity.name))
        bound = self.value(quantity.values, quantity.name)
        if relation == "=":
            return frozenset({bound})
        holds = _ORDERS[relation]
        found = frozenset(value for value in quantity.values if holds(value, bound))
        if not found:
            self.at -= 1
            self.refuse(f"reached: no {quantity.name} is {relation} {bound}")
        return found

    def twos(self, quantity: Quantity, relation: str) -> frozenset[Value]:
        """Read two ranks or suits, or several of which any two may occur."""
        start = self.at
        letters = self.braces(tuple(quantity.letters), quantity.name)
        ordered = sorted(map(str, letters), key=quantity.letters.index)
        if relation == "=":
            if len(ordered) != 2:
                self.at = start
                self.refuse(f"two in braces, such as {{{', '.join(quantity.letters[:2])}}}")
            return frozenset({"".join(ordered)})
        return frozenset(value for value in quantity.values if set(str(value)) <= set(ordered))

    def braces(self, values: tuple[Value, ...], name: str) -> list[Value]:
        """Read values in braces with commas between them."""
        self.needs("{")
        found = [self.value(values, name)]
        while self.takes(","):
            found.append(self.value(values, name))
        self.needs("}")
        return found

    def value(self, values: tuple[Value, ...], name: str) -> Value:
        """Read one of these values."""
        texts = {str(value).lower(): value for value in values}
        word = "t" if self.word == "10" and "t" in texts else self.word
        if word not in texts:
            is_run = isinstance(values[0], int)
            allowed = f"{values[0]} to {values[-1]}" if is_run else ", ".join(map(str, values))
            self.refuse(f"one of {name}: {allowed}")
        self.at += 1
        return texts[word]


def _expected(subject: Subject, word: str, texts: list[str]) -> str:
    """Return what was expected instead of a quantity: the nearest name, or all of them."""
    is_coup = subject is Subject.COUP
    if is_coup and (
        of_hand := next((text for text in texts if text in _names(of_hand=True)), None)
    ):
        return f"a condition alone: say whose, such as player {of_hand}"
    names = _names(of_hand=not is_coup)
    others = ("tie", *_SUBJECTS) if is_coup else ()
    kind = "a condition" if is_coup else "a hand's quantity"
    if near := get_close_matches(word, (*names, *others), n=1):
        return f"{kind}; the nearest is {near[0]}"
    copies = frozenset(COPIES.values())
    listed = ("copies of RANK" if names[name] in copies else name for name in names)
    return f"{kind}; there are {', '.join(dict.fromkeys((*listed, *others)))}"


def _is_number(quantity: Quantity) -> bool:
    return isinstance(quantity.values[0], int)


@cache
def _names(*, of_hand: bool) -> dict[str, Quantity]:
    """Return the quantities of a hand or of the coup, by their names in lower case."""
    found = {each.name.lower(): each for each in QUANTITIES if each.of_hand is of_hand}
    return found if of_hand else found | {"copies of 10": found["copies of t"]}
