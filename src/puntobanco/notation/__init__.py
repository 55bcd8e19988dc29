"""Baccarat game notation (.bgn): the record of one shoe, for people to read and programs to check.

See docs/notation.md.
"""

from __future__ import annotations

from pathlib import Path

from puntobanco.notation.checking import Verdict, check
from puntobanco.notation.comparing import Repetition, repetitions
from puntobanco.notation.finding import Finding
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
from puntobanco.notation.telling import records
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
    "record_to_json",
    "records",
    "repetitions",
    "schema",
]
