"""The seats of a record: their lines, their money, and stakes that stood after a tie."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from puntobanco.house import Ties
from puntobanco.notation.checks.context import Context, Fault, capped
from puntobanco.notation.format import NEXT_GUEST
from puntobanco.notation.money import DIGITS_OF_COIN, format_amount, format_change
from puntobanco.notation.record import RecordedBet, RecordedCoup
from puntobanco.table import Fate


def seat_faults(context: Context) -> Iterator[Fault]:
    """Faults in the seats and their money."""
    digits = DIGITS_OF_COIN[context.record.coin]
    yield from _repeated_lines(context)
    if context.record.promises:
        yield from _missing_seats(context)
    yield from _bankroll_faults(context, digits)
    yield from _total_faults(context, digits)
    yield from capped(_standing_faults(context, digits))


def missing_stakes(context: Context) -> str | None:
    """In words, how many standing stakes are missing from the next coup without being a fault."""
    count = sum(1 for each in _missing(context) if not _is_fault(context, each))
    if not count:
        return None
    why = (
        "guests may take them back here"
        if context.house.ties is Ties.STAND
        else "their guests may have left"
    )
    return f"{count} stakes that stood and were not seen again: {why}"


def _repeated_lines(context: Context) -> Iterator[Fault]:
    for word, lines, seats in (
        ("Seat", context.lines.seats, [each.seat for each in context.record.seats]),
        ("Total", context.lines.totals, [each.seat for each in context.record.totals]),
    ):
        seen: set[int] = set()
        for line, seat in zip(lines, seats, strict=True):
            if seat in seen:
                yield Fault(line, f"seat {seat} has a {word} line already")
            seen.add(seat)


def _missing_seats(context: Context) -> Iterator[Fault]:
    """In a promised shoe, each seat that bets has a Seat line with its chips."""
    brought = {each.seat for each in context.record.seats if each.brought is not None}
    for line, _, coup in context.coups():
        for seat in sorted({bet.seat for bet in coup.bets} - brought):
            text = "no Seat line says what it brought"
            yield Fault(line, f"coup {coup.number}, seat {seat}: {text}")
            brought.add(seat)


def _bankroll_faults(context: Context, digits: int) -> Iterator[Fault]:
    bankrolls: dict[int, int] = {
        each.seat: each.brought for each in context.record.seats if each.brought is not None
    }
    for line, _, coup in context.coups():
        staked: Counter[int] = Counter()
        for bet in coup.bets:
            staked[bet.seat] += bet.stake
        for seat, stake in staked.items():
            if stake > bankrolls.get(seat, stake):
                has, put = (format_amount(max(n, 0), digits) for n in (bankrolls[seat], stake))
                yield Fault(line, f"coup {coup.number}, seat {seat}: stakes {put}, has {has}")
        for bet in coup.bets:
            if bet.seat in bankrolls:
                bankrolls[bet.seat] += bet.earned


def _total_faults(context: Context, digits: int) -> Iterator[Fault]:
    record = context.record
    earned: Counter[int] = Counter()
    for coup in record.coups:
        for bet in coup.bets:
            earned[bet.seat] += bet.earned
    for line, total in zip(context.lines.totals, record.totals, strict=True):
        true = earned.pop(total.seat, 0)
        if total.earned != true:
            sum_, stated = format_change(true, digits), format_change(total.earned, digits)
            yield Fault(line, f"seat {total.seat} earned {sum_} in all, not {stated}")
    if record.end and (record.promises or record.totals):
        for seat in earned:
            yield Fault(context.tag("End"), f"the total of seat {seat} is missing")


# --- stakes that stand ----------------------------------------------------------------------------


class _MissingStake(NamedTuple):
    """A stake that stood after a tie, and is not in the next coup in full."""

    line: int
    coup: RecordedCoup
    bet: RecordedBet
    guest_may_have_left: bool
    """Whether the seat bets no more, or another guest took it during the shoe."""


def _missing(context: Context) -> Iterator[_MissingStake]:
    coups = context.record.coups
    if context.house.ties is Ties.PUSH or not context.rules_known:
        return
    last_bet = {bet.seat: place for place, coup in enumerate(coups) for bet in coup.bets}
    taken_over = {each.seat for each in context.record.seats if NEXT_GUEST in each.name}
    for place, (coup, after) in enumerate(pairwise(coups)):
        again = {(bet.seat, bet.key): bet.stake for bet in after.bets}
        for bet in coup.bets:
            if bet.fate is Fate.STANDS and again.get((bet.seat, bet.key), 0) < bet.stake:
                gone = last_bet[bet.seat] == place or bet.seat in taken_over
                yield _MissingStake(context.lines.coups[place + 1], after, bet, gone)


def _is_fault(context: Context, missing: _MissingStake) -> bool:
    return context.house.ties is Ties.LOCKED and not missing.guest_may_have_left


def _standing_faults(context: Context, digits: int) -> Iterator[Fault]:
    """A locked stake stays on the felt until it is decided."""
    for each in _missing(context):
        if _is_fault(context, each):
            stake = format_amount(each.bet.stake, digits)
            where = f"coup {each.coup.number}, seat {each.bet.seat}, {each.bet.key}"
            yield Fault(each.line, f"{where}: the {stake} that stood are locked, and not here")
