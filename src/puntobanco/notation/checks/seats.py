"""Who sat where, what each seat brought and had, and stakes that stood after a tie."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from puntobanco.house import Ties
from puntobanco.notation.checks.findings import Case, Finding, capped
from puntobanco.notation.money import DIGITS_OF_COIN, format_amount, format_change
from puntobanco.notation.record import RecordedBet, RecordedCoup
from puntobanco.notation.writing import NEXT_GUEST
from puntobanco.table import Fate


def seat_faults(case: Case) -> Iterator[Finding]:
    """What does not fit in the seats and their money."""
    digits = DIGITS_OF_COIN[case.record.coin]
    yield from _repeated(case)
    if case.record.promises:
        yield from _unnamed(case)
    yield from _bankroll_faults(case, digits)
    yield from _total_faults(case, digits)
    yield from capped(_standing_faults(case, digits))


def unseen(case: Case) -> str | None:
    """In words, how many stakes that stood may have been taken from the felt."""
    count = sum(1 for each in _vanished(case) if not _is_fault(case, each))
    if not count:
        return None
    why = (
        "guests may take them back here"
        if case.house.ties is Ties.STAND
        else "their guests may have left"
    )
    return f"{count} stakes that stood and were not seen again: {why}"


def _repeated(case: Case) -> Iterator[Finding]:
    """Each seat has one line of its own, and one sum."""
    for word, lines, seats in (
        ("Seat", case.lines.seats, [each.seat for each in case.record.seats]),
        ("Total", case.lines.totals, [each.seat for each in case.record.totals]),
    ):
        before: set[int] = set()
        for line, seat in zip(lines, seats, strict=True):
            if seat in before:
                yield Finding(line, f"seat {seat} has a {word} line already")
            before.add(seat)


def _unnamed(case: Case) -> Iterator[Finding]:
    """Every seat that bets says what it brought."""
    brought = {each.seat for each in case.record.seats if each.brought is not None}
    for line, coup in zip(case.lines.coups, case.record.coups, strict=True):
        for seat in sorted({bet.seat for bet in coup.bets} - brought):
            text = "no Seat line says what it brought"
            yield Finding(line, f"coup {coup.number}, seat {seat}: {text}")
            brought.add(seat)


def _bankroll_faults(case: Case, digits: int) -> Iterator[Finding]:
    """Nobody stakes more than was brought and won before."""
    bankrolls: dict[int, int] = {
        each.seat: each.brought for each in case.record.seats if each.brought is not None
    }
    for line, coup in zip(case.lines.coups, case.record.coups, strict=True):
        staked: Counter[int] = Counter()
        for bet in coup.bets:
            staked[bet.seat] += bet.stake
        for seat, stake in staked.items():
            if stake > bankrolls.get(seat, stake):
                has, put = (format_amount(max(n, 0), digits) for n in (bankrolls[seat], stake))
                yield Finding(line, f"coup {coup.number}, seat {seat}: stakes {put}, has {has}")
        for bet in coup.bets:
            if bet.seat in bankrolls:
                bankrolls[bet.seat] += bet.earned


def _total_faults(case: Case, digits: int) -> Iterator[Finding]:
    record = case.record
    earned: Counter[int] = Counter()
    for coup in record.coups:
        for bet in coup.bets:
            earned[bet.seat] += bet.earned
    for line, total in zip(case.lines.totals, record.totals, strict=True):
        true = earned.pop(total.seat, 0)
        if total.earned != true:
            now, then = format_change(true, digits), format_change(total.earned, digits)
            yield Finding(line, f"seat {total.seat} earned {now} in all, not {then}")
    if record.end and (record.promises or record.totals):
        for seat in earned:
            yield Finding(case.tag("End"), f"the total of seat {seat} is missing")


# --- stakes that stand ----------------------------------------------------------------------------


class _Vanished(NamedTuple):
    """A stake that stood after a tie, and is not seen in full in the next coup."""

    line: int
    coup: RecordedCoup
    bet: RecordedBet
    may_have_left: bool
    """Whether the seat bets no more, or another guest took it during the shoe."""


def _vanished(case: Case) -> Iterator[_Vanished]:
    coups = case.record.coups
    if case.house.ties is Ties.PUSH or not case.rules_known:
        return
    last_bet = {bet.seat: place for place, coup in enumerate(coups) for bet in coup.bets}
    taken_over = {each.seat for each in case.record.seats if NEXT_GUEST in each.name}
    for place, (coup, after) in enumerate(pairwise(coups)):
        again = {(bet.seat, bet.key): bet.stake for bet in after.bets}
        for bet in coup.bets:
            if bet.fate is Fate.STANDS and again.get((bet.seat, bet.key), 0) < bet.stake:
                gone = last_bet[bet.seat] == place or bet.seat in taken_over
                yield _Vanished(case.lines.coups[place + 1], after, bet, gone)


def _is_fault(case: Case, vanished: _Vanished) -> bool:
    return case.house.ties is Ties.LOCKED and not vanished.may_have_left


def _standing_faults(case: Case, digits: int) -> Iterator[Finding]:
    """A locked stake stays until it is decided."""
    for each in _vanished(case):
        if _is_fault(case, each):
            stake = format_amount(each.bet.stake, digits)
            where = f"coup {each.coup.number}, seat {each.bet.seat}, {each.bet.key}"
            yield Finding(each.line, f"{where}: the {stake} that stood are locked, and not here")
