"""Bets as they are typed: `p 25`, `dbp 5`, `s 2 5`, and several of them in one line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from puntobanco.bets import CATALOGUE, Bet
from puntobanco.errors import BetNotOffered, NotationError, shown
from puntobanco.house import House
from puntobanco.terminal.amounts import half_width
from puntobanco.terminal.keys import ONE_BEFORE, SPOTS, TAKING_MORE, Key, key_of
from puntobanco.words import Catalogue

_WORD = re.compile(r"(?P<name>[^\W\d_]+)(?P<rest>.*)", re.DOTALL)
_TAKING_MORE = "".join(key.letter for key in TAKING_MORE)


@dataclass(slots=True)
class TypedBet:
    """A bet, and the words typed for it: those of the amount, and all of them."""

    bet: Bet
    amounts: list[str] = field(default_factory=list)
    words: list[str] = field(default_factory=list)

    @property
    def amount(self) -> str:
        """The amount as it was typed; empty if it was not."""
        return " ".join(self.amounts)

    @property
    def typed(self) -> str:
        """All that was typed."""
        return " ".join(self.words)


class BetLines:
    """What can be typed at a house to bet, in a language.

    Side bets have short codes. One that is taken, or reads as a key of the game, is left out: the
    bet has its key. The catalogue's codes come before those of the house's own bets.
    """

    def __init__(self, house: House, words: Catalogue) -> None:
        self._house = house
        self._words = words
        self.named = {bet.key.lower(): bet for bet in house.bets if self._is_free(bet.key)}
        """Bets by the codes and keys that may begin a line."""
        for bet in sorted(house.side_bets, key=lambda bet: bet.key not in CATALOGUE):
            if bet.code not in self.named and self._is_free(bet.code):
                self.named[bet.code] = bet

    def read(self, line: str) -> list[TypedBet]:
        """Return the bets of a line, or none if it doesn't begin with one.

        >>> from puntobanco.announcer.catalogues import catalogue
        >>> from puntobanco.house import CLASSIC
        >>> typed = BetLines(CLASSIC, catalogue()).read("p 25 t5 s 2 5 pp 1,000")
        >>> [(each.bet.key, each.amount) for each in typed]
        [('player', '25'), ('tie', '5'), ('banker_pair', '5'), ('player_pair', '1,000')]
        """
        bets: list[TypedBet] = []
        rest = iter(half_width(line).split())
        for word in rest:
            if bet := self._begun(word, rest):
                bets.append(bet)
            elif not bets:
                return []
            else:
                bets[-1].amounts.append(word)
                bets[-1].words.append(word)
        return bets

    def _begun(self, word: str, rest: Iterator[str]) -> TypedBet | None:
        """The bet that a word names, and the amount where both are one word; `s` takes a second."""
        if bet := self.named.get(word.lower()):
            return TypedBet(bet, words=[word])
        self._refuse_elsewhere(word.lower())
        found = _WORD.fullmatch(word)
        if not found:
            return None
        name, amount = found["name"].lower(), found["rest"]
        amounts = [amount] if amount else []
        key = key_of(name, self._words)
        if key in SPOTS:
            return TypedBet(self._house.main_bet(SPOTS[key]), amounts, [word])
        if key is Key.SIDE and (choice := amount or next(rest, "")):
            return TypedBet(self.side_bet(choice), words=[word] if amount else [word, choice])
        bet = self.named.get(name) if amount else None
        return TypedBet(bet, amounts, [word]) if bet else None

    def _refuse_elsewhere(self, word: str) -> None:
        key = CATALOGUE.codes.get(word, word)
        if key in CATALOGUE.codes.values():
            bets = self._house.bets if self._house.limits else ()
            raise BetNotOffered(key, offered=tuple(bet.key for bet in bets))

    def side_bet(self, word: str) -> Bet:
        """A side bet by its number in the menu, its key or its code."""
        sides = self._house.side_bets
        bet = self._by_word().get(word.lower())
        if bet is None or bet not in sides:
            raise NotationError(shown(word), code="side_bet", count=len(sides))
        return bet

    def _by_word(self) -> dict[str, Bet]:
        sides = self._house.side_bets
        numbered = {str(number): bet for number, bet in enumerate(sides, 1)}
        return numbered | self.named | {bet.key.lower(): bet for bet in sides}

    def bet(self, word: str) -> Bet:
        """Any bet of the house by what may be typed for it."""
        key = key_of(word.lower(), self._words)
        if key in SPOTS:
            return self._house.main_bet(SPOTS[key])
        bet = self._by_word().get(word.lower())
        if bet is None:
            self._refuse_elsewhere(word.lower())
            raise NotationError(shown(word, 12), code="bet_typed")
        return bet

    def shortest(self, bet: Bet) -> str:
        """The shortest that can be typed for a bet: a key, a code, or the bet's own key."""
        if bet in self._house.main_bets:
            return next(key.letter for key, spot in SPOTS.items() if spot == bet.spot.value)
        return bet.code if self.named.get(bet.code) == bet else bet.key

    def _is_free(self, word: str) -> bool:
        """Whether a word is no key of the game, nor a key with what may follow it."""
        takes_more = word[:1] in _TAKING_MORE and word[1:2].isdigit()
        return not takes_more and word != ONE_BEFORE and key_of(word, self._words) is None
