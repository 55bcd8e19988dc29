"""A record as text, in its strict form."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

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
)
from puntobanco.printable import is_line
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
