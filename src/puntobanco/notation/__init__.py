"""Baccarat game notation (.bgn): the record of one shoe, readable by people and programs.

record       Record: a shoe as written down; amounts as text
from_events  the events of a table → the records of its shoes; a record ⇄ JSON, and → CSV
checks       whether a record is true
verify.html  the second verifier: a page for any browser
format       a record → text, in its strict form; the line of one coup → its value
parsing      text → a record, with line numbers

See docs/notation.md.
"""

from __future__ import annotations

from pathlib import Path

from puntobanco.notation.checks.context import Fault as Fault
from puntobanco.notation.checks.verdict import Repetition as Repetition
from puntobanco.notation.checks.verdict import Verdict as Verdict
from puntobanco.notation.checks.verdict import check as check
from puntobanco.notation.checks.verdict import repetitions as repetitions
from puntobanco.notation.format import format_record as format_record
from puntobanco.notation.format import play_lines as play_lines
from puntobanco.notation.from_events import TimedEvent as TimedEvent
from puntobanco.notation.from_events import record_from_json as record_from_json
from puntobanco.notation.from_events import record_to_csv as record_to_csv
from puntobanco.notation.from_events import record_to_json as record_to_json
from puntobanco.notation.from_events import records as records
from puntobanco.notation.from_events import schema as schema
from puntobanco.notation.parsing import LARGEST_FILE as LARGEST_FILE
from puntobanco.notation.parsing import LONGEST_LINE as LONGEST_LINE
from puntobanco.notation.parsing import Lines as Lines
from puntobanco.notation.parsing import locate_record as locate_record
from puntobanco.notation.parsing import parse_record as parse_record
from puntobanco.notation.parsing import read_record as read_record
from puntobanco.notation.parsing import record_text as record_text
from puntobanco.notation.record import Coin as Coin
from puntobanco.notation.record import End as End
from puntobanco.notation.record import Promises as Promises
from puntobanco.notation.record import Record as Record
from puntobanco.notation.record import RecordedBet as RecordedBet
from puntobanco.notation.record import RecordedCard as RecordedCard
from puntobanco.notation.record import RecordedCoup as RecordedCoup
from puntobanco.notation.record import RecordedGuestSeed as RecordedGuestSeed
from puntobanco.notation.record import RecordedPath as RecordedPath
from puntobanco.notation.record import RecordedSeat as RecordedSeat
from puntobanco.notation.record import Total as Total
from puntobanco.notation.record import house_of as house_of
from puntobanco.notation.record import with_bets_of as with_bets_of

VERIFIER = Path(__file__).with_name("verify.html")
"""The second verifier: a page for any browser that shares no code with this package."""
