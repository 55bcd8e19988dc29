"""The line of a coup: a regular expression for the strict form, a slower parser for others."""

from __future__ import annotations

import re
from functools import lru_cache

from puntobanco.cards import DECK, Card
from puntobanco.coup import Outcome
from puntobanco.errors import NotationError
from puntobanco.notation.format import UNKNOWN
from puntobanco.notation.record import (
    RecordedBet,
    RecordedCard,
    RecordedCoup,
    parse_amount,
    parse_change,
)
from puntobanco.printable import is_line
from puntobanco.settlement import Chips
from puntobanco.table import Fate

STRICT = re.compile(
    r" *([0-9]{1,9})\. ((?:[A2-9TJQK?][cdhs?] ){0,6}) *"
    r"(?:([0-9?])-([0-9?]) ([PBT?])|(interrupted))(?:  (#[^;]*))?(?: ?; (.*[^ ]))?$"
)
"""A coup in its strict form. `lenient_coup` reads other lines."""

_KEY = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")

_FACES: dict[str, RecordedCard] = {str(card): card for card in DECK} | {UNKNOWN: None}
_TOTALS: dict[str, int | None] = {str(total): total for total in range(10)} | {"?": None}
_OUTCOMES: dict[str, Outcome | None] = {each.letter: each for each in Outcome} | {"?": None}
_WORDS: dict[str, Outcome | None] = _OUTCOMES | {each.name: each for each in Outcome}


def strict_coup(match: re.Match[str], digits: int) -> RecordedCoup:
    """Return the coup of a line that `STRICT` matches."""
    number, faces, player, banker, outcome, interrupted, bets, comment = match.groups()
    if comment is not None and not (is_line(comment) and comment[0] != " "):
        return lenient_coup(match.string, digits)
    cards = tuple([_FACES[face] for face in faces.split()])
    settled = _bets(bets, digits) if bets else ()
    if interrupted:
        return RecordedCoup(
            int(number), cards, bets=settled, comment=comment or "", interrupted=True
        )
    return RecordedCoup(
        int(number),
        cards,
        _TOTALS[player],
        _TOTALS[banker],
        _OUTCOMES[outcome],
        settled,
        comment or "",
    )


def lenient_coup(line: str, digits: int) -> RecordedCoup:
    """Read a coup in another form: other spaces or case, commas, ``10s``, an outcome as a word."""
    played, _, comment = (part.strip(" ") for part in line.partition(";"))
    if not is_line(line):
        raise NotationError(line, expected="a line without control characters")
    cards_and_result, mark, bets = played.partition("#")
    number, *words = words_of(cards_and_result.replace(",", " "))
    number, _, glued = number.partition(".")
    words = [glued, *words] if glued else words
    if not is_number(number):
        raise NotationError(line, expected="a coup: it begins with its number")
    settled = _bets(mark + bets, digits) if mark else ()
    result = [word.upper() for word in words if not _is_card(word)]
    cards = tuple(parse_card(word) for word in words if _is_card(word))
    if len(cards) > 6:
        raise NotationError(line, expected="a coup of at most six cards")
    if result in (["INTERRUPTED"], ["VOID"]):
        return RecordedCoup(int(number), cards, bets=settled, comment=comment, interrupted=True)
    player, banker, outcome = _lenient_result(line, result)
    return RecordedCoup(int(number), cards, player, banker, outcome, settled, comment)


def _lenient_result(line: str, words: list[str]) -> tuple[int | None, int | None, Outcome | None]:
    totals, outcome = "?-?", "?"
    match words:
        case []:
            pass
        case [first, second]:
            totals, outcome = first, second
        case [only] if "-" in only:
            totals = only
        case [only]:
            outcome = only
        case _:
            totals = ""
    player, dash, banker = totals.partition("-")
    if not dash or not {player, banker} <= _TOTALS.keys() or outcome not in _WORDS:
        expected = "a coup: number, cards, totals such as 7-4, outcome of P B T, bets"
        raise NotationError(line, expected=expected)
    return _TOTALS[player], _TOTALS[banker], _WORDS[outcome]


def _is_card(word: str) -> bool:
    return word == UNKNOWN or (len(word) in (2, 3) and word[-1] in "cdhsCDHS")


def parse_card(word: str) -> RecordedCard:
    """Read a card, or None for ``??``."""
    if not word.isascii():
        raise NotationError(word, expected="a card such as 9h")
    return None if word == UNKNOWN else Card.parse(word)


def _bets(text: str, digits: int) -> tuple[RecordedBet, ...]:
    bets: list[RecordedBet] = []
    for group in text.split("#")[1:]:
        seat, _, rest = group.partition(" ")
        bets += [_bet(item, seat, digits) for item in rest.split(",")]
    return tuple(bets)


@lru_cache(maxsize=16_384)
def _bet(text: str, seat: str, digits: int) -> RecordedBet:
    """Read ``banker 10.00 +9.50``: key, stake and result. Cached, because bets repeat often."""
    words = words_of(text)
    if not is_number(seat) or len(words) != 3 or not _KEY.fullmatch(words[0]):
        expected = "a bet: seat, key, stake, and what it earned, returned or stands"
        raise NotationError(f"#{seat} {text}", expected=expected)
    key, stake, fate = words
    chips = parse_amount(stake, digits)
    if fate.lower() in {Fate.RETURNED.value, Fate.STANDS.value}:
        return RecordedBet(int(seat), key, chips, Chips(0), Fate(fate.lower()))
    earned = parse_change(fate, digits)
    return RecordedBet(int(seat), key, chips, earned, Fate.LOST if fate[0] == "-" else Fate.WON)


def words_of(text: str) -> list[str]:
    """Split a text at spaces."""
    return [word for word in text.split(" ") if word]


def is_number(text: str) -> bool:
    """Return whether a text is a whole number of at most 15 ASCII digits."""
    return text.isascii() and text.isdigit() and len(text) < 16
