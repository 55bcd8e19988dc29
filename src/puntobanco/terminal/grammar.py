"""The grammar of a typed line: bets, a key with what follows it, or a mistake."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache

from puntobanco.announcer.catalogues import catalogue
from puntobanco.announcer.status import refusal
from puntobanco.bets import CATALOGUE, Bet
from puntobanco.errors import BetNotOffered, NotationError, PuntoBancoError, shown
from puntobanco.house import House, NoCutCard
from puntobanco.terminal.amounts import half_width
from puntobanco.words import Catalogue, Message, message


class Key(Enum):
    """A key of the keyboard. The catalogue of words says what it does."""

    PLAYER = "p"
    BANKER = "b"
    TIE = "t"
    SIDE = "s"
    DEAL = "x"
    SKIP = "e"
    TAKE_BACK = "z"
    UNDO = "u"
    REPEAT = "="
    DOUBLE = "*"
    ALL_IN = "!"
    MONEY = "m"
    BUY_IN = "+"
    PAYS = "w"
    DECISIONS = "d"
    ROADS = "r"
    WHY = "i"
    AGAIN = "a"
    ODDS = "o"
    FAIRNESS = "f"
    LEVEL = "v"
    SETTINGS = "c"
    HELP = "?"
    LEAVE = "q"

    @property
    def letter(self) -> str:
        """The letter to type."""
        return self.value


SPOTS = {Key.PLAYER: "player", Key.BANKER: "banker", Key.TIE: "tie"}

TAKING_MORE = (
    *SPOTS,
    Key.SIDE,
    Key.DEAL,
    Key.BUY_IN,
    Key.FAIRNESS,
    Key.LEVEL,
    Key.PAYS,
    Key.SETTINGS,
)
"""The keys that may be followed by more text."""

VERBATIM = (Key.FAIRNESS, Key.SETTINGS)
"""The keys that may be followed by a guest's own word or a path."""

NAMED = (*SPOTS, Key.DEAL, Key.UNDO, Key.HELP, Key.LEAVE)
"""The keys that may be typed as a word."""

OF_BETS = (
    Key.TAKE_BACK,
    Key.UNDO,
    Key.REPEAT,
    Key.DOUBLE,
    Key.ALL_IN,
    Key.MONEY,
    Key.BUY_IN,
    Key.PAYS,
)
"""The keys, besides those that bet, that a house without bets doesn't have."""

WORDED_APART = (Key.DEAL, Key.SKIP, Key.AGAIN, Key.LEAVE)
"""The keys that do less at a house without bets, and so are described in other words."""

ONE_BEFORE = "aa"
"""The input for the coup before the last."""

DRAWN = "rr"
"""The input for drawn roads."""

_DOUBLE = {ONE_BEFORE: Key.AGAIN, DRAWN: Key.ROADS}
_TAKING_MORE = "".join(key.letter for key in TAKING_MORE)

_KEY = re.compile(r"(?P<word>[^\W\d_]+|[=*!+?])\s*(?P<rest>.*)", re.DOTALL)
_BET = re.compile(r"(?P<name>[^\W\d_]+)(?P<rest>.*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class TypedBet:
    """A bet, the amount as it was typed (empty if it was not), and all that was typed for it."""

    bet: Bet
    amount: str
    typed: str

    def with_word(self, word: str) -> TypedBet:
        """Return the bet with one more word of its amount."""
        return replace(self, amount=f"{self.amount} {word}".strip(), typed=f"{self.typed} {word}")


@dataclass(frozen=True, slots=True)
class Bets:
    """A line of one or several bets."""

    bets: tuple[TypedBet, ...]


@dataclass(frozen=True, slots=True)
class Pressed:
    """A key, and the text typed after it."""

    key: Key
    rest: str = ""


@dataclass(frozen=True, slots=True)
class Mistake:
    """A line that is neither, and the answer to it."""

    answer: str


Line = Bets | Pressed | Mistake


class Grammar:
    """The valid input at a house, in a language.

    Side bets have short codes. A code that is taken, or that reads as a key, is left out; such a
    bet is typed by its key in the catalogue. Codes of the catalogue come before those of the
    house's own bets.
    """

    def __init__(self, house: House, words: Catalogue) -> None:
        self._house = house
        self._words = words
        self._keys = typed_keys(words)
        self._named = {bet.key.lower(): bet for bet in house.bets if self._is_free(bet.key)}
        for bet in sorted(house.side_bets, key=lambda bet: bet.key not in CATALOGUE):
            if bet.code not in self._named and self._is_free(bet.code):
                self._named[bet.code] = bet

    def read(self, line: str, *, waiting: Bet | None = None) -> Line:
        """Read a line. A bare amount is for the `waiting` bet, if there is one.

        >>> from puntobanco.house import CLASSIC
        >>> grammar = Grammar(CLASSIC, catalogue())
        >>> line = grammar.read("p 25 t5 s 2 5 pp 1,000")
        >>> [(each.bet.key, each.amount) for each in line.bets]
        [('player', '25'), ('tie', '5'), ('banker_pair', '5'), ('player_pair', '1,000')]
        >>> grammar.read("x 10"), grammar.read("p25 t").bets[1].amount
        (Pressed(key=<Key.DEAL: 'x'>, rest='10'), '')
        """
        typed = line.strip()
        if waiting and typed[:1].isdigit():
            return Bets((TypedBet(waiting, typed, typed),))
        try:
            bets = self._bets(half_width(typed))
        except PuntoBancoError as error:
            return Mistake(refusal(error, self._house, words=self._words))
        if bets:
            return Bets(bets)
        return self._pressed(typed) or Mistake(self._words.render(self._not_a_key(typed)))

    def _bets(self, typed: str) -> tuple[TypedBet, ...]:
        """Return the bets of a line, or none if it doesn't begin with one."""
        bets: list[TypedBet] = []
        rest = iter(typed.split())
        for word in rest:
            if bet := self._begun(word, rest):
                bets.append(bet)
            elif not bets:
                return ()
            else:
                bets[-1] = bets[-1].with_word(word)
        return tuple(bets)

    def _begun(self, word: str, rest: Iterator[str]) -> TypedBet | None:
        """Return the bet that a word names, with an amount in the same word; `s` takes another."""
        if bet := self._named.get(word.lower()):
            return TypedBet(bet, "", word)
        self._refuse_elsewhere(word.lower())
        found = _BET.fullmatch(word)
        if not found:
            return None
        name, more = found["name"].lower(), found["rest"]
        key = self._keys.get(name)
        if key in SPOTS:
            return TypedBet(self._house.main_bet(SPOTS[key]), more, word)
        if key is Key.SIDE and (choice := more or next(rest, "")):
            return TypedBet(self._side_bet(choice), "", word if more else f"{word} {choice}")
        bet = self._named.get(name) if more else None
        return TypedBet(bet, more, word) if bet else None

    def _refuse_elsewhere(self, word: str) -> None:
        """Refuse a bet that only other houses offer."""
        key = CATALOGUE.codes.get(word, word)
        if key in CATALOGUE.codes.values():
            bets = self._house.bets if self._house.limits else ()
            raise BetNotOffered(key, offered=tuple(bet.key for bet in bets))

    def _side_bet(self, word: str) -> Bet:
        sides = self._house.side_bets
        bet = self._by_word().get(word.lower())
        if bet is None or bet not in sides:
            raise NotationError(shown(word), code="side_bet", count=len(sides))
        return bet

    def _by_word(self) -> dict[str, Bet]:
        """Return the bets by number in the menu, code and key."""
        sides = self._house.side_bets
        numbered = {str(number): bet for number, bet in enumerate(sides, 1)}
        return numbered | self._named | {bet.key.lower(): bet for bet in sides}

    def _pressed(self, typed: str) -> Pressed | None:
        found = _KEY.fullmatch(half_width(typed))
        if found is None:
            return None
        word, rest = found["word"].lower(), found["rest"]
        if word in _DOUBLE and not rest:
            return Pressed(_DOUBLE[word], word)
        key = self._keys.get(word)
        if key in VERBATIM:
            rest = typed[found.start("rest") :]
        return Pressed(key, rest) if key and (not rest or key in TAKING_MORE) else None

    def _not_a_key(self, typed: str) -> Message:
        takes_bets = self._house.limits is not None
        if not typed:
            return message("play.nothing_typed", takes_bets=takes_bets)
        if takes_bets and (typed[:1].isdigit() or typed[:1] in "$-."):
            return message("play.which_bet")
        letters = letters_of(self._house)
        return message("play.not_a_key", typed=shown(typed, 12), letters=letters)

    def bet(self, word: str) -> Bet:
        """Return any bet of the house by what may be typed for it."""
        key = self._keys.get(word.lower())
        if key in SPOTS:
            return self._house.main_bet(SPOTS[key])
        bet = self._by_word().get(word.lower())
        if bet is None:
            self._refuse_elsewhere(word.lower())
            raise NotationError(shown(word, 12), code="bet_typed")
        return bet

    def shortest(self, bet: Bet) -> str:
        """Return the shortest that can be typed for a bet: a key, a code, or the bet's own key."""
        if bet in self._house.main_bets:
            return next(key.letter for key, spot in SPOTS.items() if spot == bet.spot.value)
        return bet.code if self._named.get(bet.code) == bet else bet.key

    def _is_free(self, word: str) -> bool:
        """Return whether a word is no key, nor a key with what may follow it."""
        takes_more = word[:1] in _TAKING_MORE and word[1:2].isdigit()
        return not takes_more and word != ONE_BEFORE and word not in self._keys


@cache
def typed_keys(words: Catalogue) -> dict[str, Key]:
    """Return the keys by their letters, and by the words for them in the language and English."""
    named = {
        word: key
        for each in (catalogue(), words)
        for key in NAMED
        for word in each.choices(f"typed.{key.name.lower()}")
    }
    return {**named, **{key.letter: key for key in Key}}


def _keys_of(house: House) -> list[Key]:
    return [key for key in Key if _is_used(key, house)]


def _is_used(key: Key, house: House) -> bool:
    if key is Key.SKIP:
        return house.cut_card is not NoCutCard.EVERY_COUP
    if house.limits is None:
        return key not in (*SPOTS, Key.SIDE, *OF_BETS)
    if key is Key.SIDE:
        return bool(house.side_bets)
    return key not in SPOTS or any(bet.spot.value == SPOTS[key] for bet in house.main_bets)


def letters_of(house: House) -> str:
    """Return the keys of a house in one line."""
    return " ".join(key.letter for key in _keys_of(house))


def help_messages(house: House) -> list[Message]:
    """Return every key of a house, one a line."""
    apart = WORDED_APART if house.limits is None else ()
    words = {key: f"{key.name.lower()}{'.no_bets' * (key in apart)}" for key in _keys_of(house)}
    return [message("play.key", letter=key.letter, key=does) for key, does in words.items()]
