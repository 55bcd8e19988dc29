"""A record as text, in its strict form; and the line of one coup as its value."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby

from puntobanco.cards import DECK, Card
from puntobanco.coup import Outcome
from puntobanco.errors import NotationError
from puntobanco.notation.record import (
    DIGITS_OF_COIN,
    Promises,
    Record,
    RecordedBet,
    RecordedCard,
    RecordedCoup,
    RecordedPath,
    format_amount,
    format_change,
    parse_amount,
    parse_change,
)
from puntobanco.printable import is_line
from puntobanco.settlement import Chips
from puntobanco.table import Fate

UNKNOWN = "??"

NEXT_GUEST = ", then "
"""Joins the names of guests who used one seat after another."""


def format_record(record: Record) -> str:
    """Write a record as text. `parse_record` reads it back."""
    digits = DIGITS_OF_COIN[record.coin]
    lines = [
        *_tags(record),
        *_promises(record.promises),
        *(_seat(each.seat, each.brought, each.name, digits) for each in record.seats),
        *map(_comment_line, record.comment.split("\n") if record.comment else ()),
        "",
        *play_lines(record),
        *map(_path, record.paths),
    ]
    lines += (f"Total: {each.seat} {format_change(each.earned, digits)}" for each in record.totals)
    if record.end:
        word = "finished" if record.end.finished else "unfinished"
        lines.append(f"End: {word}, {record.end.coups} coups")
    for line in lines:
        if not is_line(line):
            raise NotationError(line, expected="one line of a record")
    return "\n".join(lines) + "\n"


def play_lines(record: Record) -> Iterator[str]:
    """Yield the lines for the play: the burn, the coups and their comments."""
    digits = DIGITS_OF_COIN[record.coin]
    if record.burn:
        yield f"Burn: {format_cards(record.burn)}"
    for coup in record.coups:
        first, *more = coup.comment.split("\n")
        line = _coup(coup, digits)
        yield f"{line} ; {first}" if first else line
        yield from map(_comment_line, more)


def format_cards(cards: tuple[RecordedCard, ...]) -> str:
    """Write cards as text, with ``??`` for unknown ones."""
    return " ".join(UNKNOWN if card is None else str(card) for card in cards)


def _tags(record: Record) -> Iterator[str]:
    yield f"BGN: {record.version}"
    if record.table:
        yield f"Table: {record.table}"
    if record.shoe is not None:
        yield f"Shoe: {record.shoe}"
    if record.date:
        yield f"Date: {record.date.replace(tzinfo=None).isoformat()}Z"
    yield f"Currency: {record.currency}"
    yield f"Coin: {record.coin}"
    yield f"House: {record.house}".rstrip()
    yield f"Decks: {record.decks}"
    for rule in record.rules.splitlines():
        yield f"Rule: {rule}" if rule else "Rule:"
    if record.order:
        yield f"Order: {record.order}"


def _promises(promises: Promises | None) -> Iterator[str]:
    if promises is None:
        return
    yield f"Scheme: {promises.scheme}"
    if promises.commitment:
        yield f"Commitment: {promises.commitment}"
    for guest in promises.guests:
        seed = f" {guest.seed}" if guest.seed is not None else ""
        yield f"Guest: {guest.seat} {guest.commitment}{seed}"
    if promises.withheld is not None:
        yield f"Withheld: {promises.withheld}"
    if promises.root:
        yield f"Root: {promises.root}"
    if promises.seed is not None:
        yield f"Reveal: {promises.seed}"


def _seat(seat: int, brought: int | None, name: str, digits: int) -> str:
    amount = "-" if brought is None else format_amount(brought, digits)
    return f"Seat: {seat} {amount} {name}".rstrip()


def _comment_line(text: str) -> str:
    return f"; {text}" if text else ";"


def _coup(coup: RecordedCoup, digits: int) -> str:
    """Write ``  1. 9h Kd 4s 5c 6h     9-5 P  #1 player 10.00 +10.00``, in columns if they fit."""
    line = f"{coup.number:>3}. {format_cards(coup.cards):<17}  {_result(coup)}"
    if coup.bets:
        line += f"  {format_bets(coup.bets, digits)}"
    return line


def _result(coup: RecordedCoup) -> str:
    if coup.interrupted:
        return "interrupted"
    totals = ("?" if each is None else each for each in (coup.player_total, coup.banker_total))
    return f"{'-'.join(map(str, totals))} {coup.outcome.letter if coup.outcome else '?'}"


def format_bets(bets: tuple[RecordedBet, ...], digits: int) -> str:
    """Write bets by seat: ``#1 banker 10.00 +9.50, tie 1.00 -1.00  #2 player 5.00 stands``."""
    return "  ".join(
        f"#{seat} {', '.join(_bet(bet, digits) for bet in group)}"
        for seat, group in groupby(bets, lambda bet: bet.seat)
    )


_SIGNS = {Fate.WON: "+", Fate.LOST: "-"}


def _bet(bet: RecordedBet, digits: int) -> str:
    sign = _SIGNS.get(bet.fate)
    fate = sign + format_amount(abs(bet.earned), digits) if sign else bet.fate.value
    return f"{bet.key} {format_amount(bet.stake, digits)} {fate}"


def _path(path: RecordedPath) -> str:
    return f"Path: {path.position} {path.salt} {' '.join(path.beside)}".rstrip()


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
        bets += [_parsed_bet(item, seat, digits) for item in rest.split(",")]
    return tuple(bets)


@lru_cache(maxsize=16_384)
def _parsed_bet(text: str, seat: str, digits: int) -> RecordedBet:
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
