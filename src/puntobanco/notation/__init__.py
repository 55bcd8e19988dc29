"""Baccarat game notation (.bgn): the record of one shoe, readable by people and programs.

record       Record: a shoe as written down; amounts as text
from_events  the events of a table → the records of its shoes
coup_lines   the line of one coup → its value
json_form    a record ⇄ JSON, and → CSV
checks       whether a record is true
verify.html  the second verifier: a page for any browser
format       a record → text, in its strict form
parsing      text → a record, with line numbers

See docs/notation.md.
"""

from __future__ import annotations

from pathlib import Path

from puntobanco.notation.checks.context import Fault
from puntobanco.notation.checks.verdict import Repetition, Verdict, check, repetitions
from puntobanco.notation.format import format_record, play_lines
from puntobanco.notation.from_events import TimedEvent, records
from puntobanco.notation.json_form import record_from_json, record_to_csv, record_to_json, schema
from puntobanco.notation.parsing import (
    LARGEST_FILE,
    LONGEST_LINE,
    Lines,
    locate_record,
    parse_record,
    read_record,
    record_text,
)
from puntobanco.notation.record import (
    Coin,
    End,
    Promises,
    Record,
    RecordedBet,
    RecordedCard,
    RecordedCoup,
    RecordedGuestSeed,
    RecordedPath,
    RecordedSeat,
    Total,
    house_of,
)

VERIFIER = Path(__file__).with_name("verify.html")
"""The second verifier: a page for any browser that shares no code with this package."""

__all__ = [
    "LARGEST_FILE",
    "LONGEST_LINE",
    "VERIFIER",
    "Coin",
    "End",
    "Fault",
    "Lines",
    "Promises",
    "Record",
    "RecordedBet",
    "RecordedCard",
    "RecordedCoup",
    "RecordedGuestSeed",
    "RecordedPath",
    "RecordedSeat",
    "Repetition",
    "TimedEvent",
    "Total",
    "Verdict",
    "check",
    "format_record",
    "house_of",
    "locate_record",
    "parse_record",
    "play_lines",
    "read_record",
    "record_from_json",
    "record_text",
    "record_to_csv",
    "record_to_json",
    "records",
    "repetitions",
    "schema",
]
