"""The record as CSV: a line for each bet, and one for each coup without bets."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from io import StringIO

from puntobanco.notation.record import Record
from puntobanco.notation.writing import format_cards


def record_to_csv(record: Record) -> str:
    """The record as CSV, money in whole coins: cents, or what else `record.coin` says."""
    text = StringIO()
    writer = csv.writer(text)
    head = ("coup", "cards", "player_total", "banker_total", "outcome")
    writer.writerow((*head, "seat", "bet", "stake_cents", "earned_cents", "fate"))
    writer.writerows(_rows(record))
    return text.getvalue()


def _rows(record: Record) -> Iterator[tuple[object, ...]]:
    for coup in record.coups:
        outcome = coup.outcome.value if coup.outcome else ""
        cards = format_cards(coup.cards)
        start = (coup.number, cards, coup.player_total, coup.banker_total, outcome)
        if not coup.bets:
            yield (*start, "", "", "", "", "")
        for bet in coup.bets:
            yield (*start, bet.seat, bet.key, bet.stake, bet.earned, bet.fate.value)
