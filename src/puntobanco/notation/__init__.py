"""Baccarat game notation (.bgn): the record of one shoe, for people to read and programs to check.

record       the record as a value
money        amounts of a currency
from_events  the records of a table's shoes, from what happened there
writing      the record as text, in its one strict form
coup_lines   the line of one coup, read
reading      a record from text
json_form    the record as JSON, and its schema
csv_form     the record as CSV
checks       whether a record holds
verify.html  the second verifier, for any browser

See docs/notation.md.
"""

from __future__ import annotations

from pathlib import Path

from puntobanco.notation.checks.findings import Finding
from puntobanco.notation.checks.repetitions import Repetition, repetitions
from puntobanco.notation.checks.verdict import Verdict, check
from puntobanco.notation.csv_form import record_to_csv
from puntobanco.notation.from_events import records
from puntobanco.notation.json_form import record_from_json, record_to_json, schema
from puntobanco.notation.reading import (
    LARGEST_FILE,
    LONGEST_LINE,
    Lines,
    decode_record,
    locate_record,
    parse_record,
    read_record,
)
from puntobanco.notation.record import (
    VERSION,
    End,
    Promises,
    Record,
    RecordedBet,
    RecordedCoup,
    RecordedGuestSeed,
    RecordedPath,
    RecordedSeat,
    Total,
    house_of,
)
from puntobanco.notation.writing import format_record

VERIFIER = Path(__file__).with_name("verify.html")
"""The second verifier: one page for any browser, written apart from this package's code."""

__all__ = [
    "LARGEST_FILE",
    "LONGEST_LINE",
    "VERIFIER",
    "VERSION",
    "End",
    "Finding",
    "Lines",
    "Promises",
    "Record",
    "RecordedBet",
    "RecordedCoup",
    "RecordedGuestSeed",
    "RecordedPath",
    "RecordedSeat",
    "Repetition",
    "Total",
    "Verdict",
    "check",
    "decode_record",
    "format_record",
    "house_of",
    "locate_record",
    "parse_record",
    "read_record",
    "record_from_json",
    "record_to_csv",
    "record_to_json",
    "records",
    "repetitions",
    "schema",
]
