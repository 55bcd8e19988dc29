"""Records and their text: exact inverses, lenient parsing, clear errors."""

from __future__ import annotations

import io
import tracemalloc
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import IO

import jsonschema_rs
import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puntobanco.cards import Hand, parse_cards
from puntobanco.coup import Coup, Outcome
from puntobanco.errors import NotationError, PuntoBancoError, RecordError
from puntobanco.house import CLASSIC, HOUSES, House
from puntobanco.notation import (
    LARGEST_FILE,
    LONGEST_LINE,
    Record,
    RecordedBet,
    RecordedCoup,
    check,
    format_record,
    house_of,
    locate_record,
    parse_record,
    read_record,
    record_from_json,
    record_text,
    record_to_json,
    schema,
)
from puntobanco.notation.record import format_amount, format_change, parse_amount, parse_change
from puntobanco.settlement import Chips
from puntobanco.table import Fate
from tests.notation import strategies
from tests.notation.tables import OWN_BETS, recorded


@settings(max_examples=150, deadline=None)
@given(strategies.record)
def test_reading_what_was_written_gives_the_same_record(record: Record) -> None:
    text = format_record(record)
    assert parse_record(text) == read_record(io.BytesIO(text.encode())) == record
    assert format_record(parse_record(text)) == text


@settings(max_examples=60, deadline=None)
@given(strategies.record)
def test_any_record_goes_through_json(record: Record) -> None:
    data = record_to_json(record)
    jsonschema_rs.validator_for(schema()).validate(msgspec.json.decode(data))
    assert record_from_json(data) == record


@settings(max_examples=100, deadline=None)
@given(strategies.record)
def test_any_record_can_be_checked(record: Record) -> None:
    for fault in check(record).faults:
        assert fault.line >= 1


@settings(max_examples=100, deadline=None)
@given(strategies.record)
def test_line_ends_empty_lines_and_a_byte_order_mark_do_not_matter(record: Record) -> None:
    text = format_record(record).replace("\n", "\r\n")
    assert parse_record("\ufeff\n" + text + "\n\n") == record


def test_a_coup_may_be_written_carelessly() -> None:
    careful = parse_record(
        "BGN: 1\n 12. 9h Kd Ts 5c 6h ??  5-1 P  #1 banker 10.00 -10.00, tie 1.00 stands ; hm\n"
    )
    careless = parse_record(
        "bgn :1\n\t12 9H,kd  10s 5C 6h ?? 5-1 player   #1 banker 10 -10 ,tie 1.0 STANDS;  hm  "
    )
    assert careless == careful
    assert parse_record("BGN:\t1\n12.\t9h\tKd Ts 5c 6h\t??  5-1\tP\n").coups[0].cards == (
        careful.coups[0].cards
    )
    assert careful.coups == (
        RecordedCoup(
            12,
            (*parse_cards("9h Kd Ts 5c 6h"), None),
            5,
            1,
            Outcome.PLAYER,
            (
                RecordedBet(1, "banker", Chips(10_00), Chips(-10_00), Fate.LOST),
                RecordedBet(1, "tie", Chips(1_00), Chips(0), Fate.STANDS),
            ),
            "hm",
        ),
    )


@pytest.mark.parametrize(
    "line, cards, totals, outcome",
    [
        ("1. B", 0, (None, None), Outcome.BANKER),
        ("1. 7-7", 0, (7, 7), None),
        ("1 ?? ?? ?? ?? 8-? P", 4, (8, None), Outcome.PLAYER),
        ("1. ?-? ?", 0, (None, None), None),
        ("1.9h Kd 4s 5c tie", 4, (None, None), Outcome.TIE),
    ],
)
def test_a_shoe_written_down_at_a_real_table_can_be_entered(
    line: str, cards: int, totals: tuple[int | None, int | None], outcome: Outcome | None
) -> None:
    (coup,) = parse_record(f"BGN: 1\nHouse: six_decks\nDecks: 6\n{line}\n").coups
    assert len(coup.cards) == cards
    assert (coup.player_total, coup.banker_total) == totals
    assert coup.outcome is outcome


def test_without_rules_the_house_is_known_by_its_name_and_decks() -> None:
    house = house_of(parse_record("BGN: 1\nHouse: ez\nDecks: 6\n"))
    assert (house.name, house.decks) == ("ez", 6)


def test_an_interrupted_coup_keeps_its_cards() -> None:
    (coup,) = parse_record("BGN: 1\n1. 9h Kd void #2 player 5 returned\n").coups
    assert coup.interrupted
    assert len(coup.cards) == 2
    assert format_record(Record(coups=(coup,))).splitlines()[-1] == (
        "  1. 9h Kd              interrupted  #2 player 5.00 returned"
    )


def test_comments_stand_beside_or_below_a_coup() -> None:
    text = "BGN: 1\n; before\n;\n; it all\n1. 9h Kd 4s 5c  3-5 B ; close\n; very\n2. B\n; late\n"
    record = parse_record(text)
    assert record.comment == "before\n\nit all"
    assert [coup.comment for coup in record.coups] == ["close\nvery", "\nlate"]
    assert parse_record(format_record(record)) == record


@pytest.mark.parametrize("line", ["; a", "Guest: 1 " + "ab" * 32, "Seat: 1 5.00 A", "1. B ; x"])
def test_a_file_full_of_one_kind_of_line_is_read_and_checked_to_its_end(line: str) -> None:
    """This takes seconds. In quadratic time it would take hours. Coups take the longest."""
    head = "BGN: 1\n1. B\n" if line[0] == ";" else "BGN: 1\n"
    size = LARGEST_FILE // (4 if line[0] == "1" else 1)
    data = (head + f"{line}\n" * ((size - len(head)) // (len(line) + 1))).encode()
    record, lines = locate_record(record_text(io.BytesIO(data)))
    assert lines.last == data.count(b"\n")
    assert not check(record, lines).holds


UNREADABLE = [
    ("", 1, "it is empty"),
    ("hello\n", 1, "begins with BGN: 1"),
    ("\n\nBGN: 2\n", 3, "version 1, the only one"),
    ("BGN: 99999999999999999999\n", 1, "begins with BGN: 1"),
    ("BGN: 1\nBogus: 1\n", 2, "a tag of Table"),
    ("BGN: 1\nno colon\n", 2, "a tag of Table"),
    ("BGN: 1\nTable: a\nTable: b\n", 3, "Table was given before"),
    ("BGN: 1\n1. B\nTable: a\n", 3, "may follow a coup"),
    ("BGN: 1\nEnd: finished, 0 coups\n1. B\n", 3, "has ended"),
    ("BGN: 1\nEnd: soon\n", 2, "finished, 78 coups"),
    ("BGN: 1\nShoe: three\n", 2, "a whole number"),
    ("BGN: 1\nShoe: 9999999999999999\n", 2, "a whole number"),
    ("BGN: 1\nShoe: ٣\n", 2, "a whole number"),
    ("BGN: 1\nCoin: 0.05\n", 2, "0.01 or 1, the smallest coins"),
    ("BGN: 1\nSeat: 1 5.00 Ada\nCoin: 1\n", 3, "the coin of the amounts above it"),
    ("BGN: 01\n", 1, "version 1"),
    ("BGN: 1\nEnd: finished, 0 coups\nTotal: 1 +9.00", 3, "has ended"),
    ("BGN: 1\nEnd: finished – 0\n", 2, "finished, 78 coups"),
    ("BGN: 1\nDate: 2026-02-30T00:00:00Z\n", 2, "a time such as"),
    ("BGN: 1\nDate: 2026-1-3T00:00:00z\n", 2, "a time such as"),
    ("BGN: 1\n1. 9h\xa0Kd 4s 5c\n", 2, "a coup"),
    ("BGN: 1\nBurn: 9h\u3000??\n", 2, "a card"),
    ("BGN: 1\n1. \xa09h Kd 4s 5c\n", 2, "a card"),
    ("BGN: 1\n1. 9h\x1cKd 4s 5c\n", 2, "control characters"),
    ("BGN: 1\n1. B  #1 bänker 1.00 +1.00\n", 2, "a bet"),
    ("BGN: 1\nDate: yesterday\n", 2, "a time such as"),
    ("BGN: 1\nRoot: abc\n", 2, "64 hexadecimal digits"),
    ("BGN: 1\nGuest: 1\n", 2, "64 hexadecimal digits"),
    ("BGN: 1\nPath: 1\n", 2, "a whole number"),
    ("BGN: 1\nPath: 1 ab\n", 2, "32 hexadecimal digits"),
    ("BGN: 1\nBurn: 9h 9x\n", 2, "a card"),
    ("BGN: 1\nSeat: x\n", 2, "a whole number"),
    ("BGN: 1\nTotal: 1 5.00\n", 2, "+ or -"),
    ("BGN: 1\n1. 9h Kd 4s 5c 9x  3-5 B\n", 2, "a coup"),
    ("BGN: 1\n1. 9h Kd 4s 5c 1s  3-5 B\n", 2, "a card"),
    ("BGN: 1\n1. 9h 9h 9h 9h 9h 9h 9h  3-5 B\n", 2, "at most six cards"),
    ("BGN: 1\n1. 9h Kd 4s 5c  3-55 B\n", 2, "totals such as 7-4"),
    ("BGN: 1\n1. 9h Kd 4s 5c  3-5 X\n", 2, "outcome of P B T"),
    ("BGN: 1\n1. 9h Kd 4s 5c  3-5 B  #1 banker\n", 2, "a bet"),
    ("BGN: 1\n1. 9h Kd 4s 5c  3-5 B  #x banker 1.00 +1.00\n", 2, "a bet"),
    ("BGN: 1\n1. 9h Kd 4s 5c  3-5 B  #1 banker 1.001 +1.00\n", 2, "2 digits"),
    ("BGN: 1\n1. 9h Kd 4s 5c  3-5 B  #1 banker 1.00 1.00\n", 2, "+ or -"),
    ("BGN: 1\n1. 9h Kd 4s 5c  3-5 B  #1 banker 99999999999999 +1.00\n", 2, "an amount"),
    ("BGN: 1\n1. 9h Kd 4s 5c  3-5 B ; a\x07b\n", 2, "control characters"),
    ("BGN: 1\nTable: a\x1b[31mb\n", 2, "control characters"),
    (f"BGN: 1\n1. B ; {'x' * LONGEST_LINE}\n", 2, "a line of at most"),
    (f"BGN: 1\n{'9' * 70_000}", 2, "a line of at most"),
]


@pytest.mark.parametrize("text, line, words", UNREADABLE)
def test_what_cannot_be_read_is_named_with_its_line(text: str, line: int, words: str) -> None:
    with pytest.raises(RecordError) as refused:
        parse_record(text)
    assert refused.value.line == line
    assert str(refused.value).startswith(f"line {line}: ")
    assert words in str(refused.value)
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 400


@pytest.mark.parametrize(
    "data, line",
    [
        (b"\x89PNG\r\n\x1a\n\0\0", 1),
        (b"BGN: 1\nTable: caf\xe9\n", 2),
        ("BGN: 1\n".encode("utf-16"), 1),
        (b"BGN: 1\nTable: a\0b\n", 2),
        (b"\n" * 5 + b"x" * (LARGEST_FILE + 5), 6),
    ],
)
def test_files_that_are_no_text_are_refused_with_the_line(data: bytes, line: int) -> None:
    with pytest.raises(RecordError) as refused:
        read_record(io.BytesIO(data))
    assert refused.value.line == line


def test_a_record_is_read_from_a_path_or_an_open_file(tmp_path: Path) -> None:
    record = recorded(CLASSIC, coups=3)
    path = tmp_path / "shoe.bgn"
    path.write_text(format_record(record), encoding="utf-8", newline="\n")
    assert read_record(path) == read_record(str(path)) == record
    with path.open("rb") as data, path.open(encoding="utf-8") as text:
        assert read_record(data) == read_record(text) == record


@pytest.mark.parametrize("source", ["BGN: 1\n", b"BGN: 1\n"], ids=["str", "bytes"])
def test_a_text_is_not_taken_for_a_path(source: str | IO[bytes]) -> None:
    with pytest.raises(TypeError, match="parse_record takes a text"):
        read_record(source)


@pytest.mark.parametrize(
    "cards, player, banker",
    [
        ("9h Kd 4s 5c 6h", "", None),
        ("9h Kd 4s 7c 6h", "9h 4s 6h", "Kd 7c"),
        ("Kh 3d 7s 2c 6h", "Kh 7s", "3d 2c 6h"),
        ("9h Kd 4s 5c 6h 7c", "9h 4s 6h", "Kd 5c 7c"),
        ("9h Kd 4s 7c 6h ??", "", None),
        ("", "", None),
    ],
)
def test_a_recorded_coup_tells_its_hands_apart(cards: str, player: str, banker: str | None) -> None:
    coup = parse_record(f"BGN: 1\n1. {cards} P\n").coups[0].coup
    expected = None if banker is None else Coup(Hand.parse(player), Hand.parse(banker))
    assert coup == expected


def test_only_the_text_itself_shows_that_its_last_line_was_cut_off() -> None:
    text = format_record(recorded(CLASSIC, coups=3))
    assert check(*locate_record(text)).holds
    assert check(parse_record(text[:-1])).holds
    (fault,) = check(*locate_record(text[:-1])).faults
    assert "has no line feed" in fault.text


def test_a_huge_file_is_not_read_into_memory() -> None:
    class Endless(io.RawIOBase):
        def read(self, size: int = -1) -> bytes:
            assert 0 < size <= LARGEST_FILE + 1
            return b"1. B\n" * (size // 5 + 1)

    tracemalloc.start()
    with pytest.raises(RecordError):
        read_record(Endless())  # type: ignore[arg-type]  # all that is read from is there
    assert tracemalloc.get_traced_memory()[1] < 4 * LARGEST_FILE
    tracemalloc.stop()


@settings(max_examples=300, deadline=None)
@given(
    st.binary(max_size=200) | st.text(max_size=200).map(lambda text: b"BGN: 1\n" + text.encode())
)
def test_nothing_else_is_ever_raised(data: bytes) -> None:
    with suppress(PuntoBancoError):
        check(*locate_record(record_text(io.BytesIO(data))))


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_a_damaged_record_is_read_or_refused(data: st.DataObject) -> None:
    text = format_record(recorded(CLASSIC, coups=4))
    place = data.draw(st.integers(0, len(text) - 1))
    garbage = data.draw(st.text(max_size=5))
    damaged = text[:place] + garbage + text[place + data.draw(st.integers(0, 80)) :]
    with suppress(RecordError):
        check(*locate_record(damaged))


@given(st.integers(0, 10**14), st.integers(0, 3))
def test_amounts_are_whole_coins(chips: int, digits: int) -> None:
    assert parse_amount(format_amount(chips, digits), digits) == chips
    assert parse_change(format_change(-chips, digits), digits) == -chips


@pytest.mark.parametrize("text", ["", ".", ".5", "-1", "1e3", "1_0", "٣", "1.2.3", " 1", "9" * 30])
def test_an_amount_is_digits_and_one_point(text: str) -> None:
    with pytest.raises(NotationError):
        parse_amount(text, 2)


@pytest.mark.parametrize("house", [*HOUSES.values(), OWN_BETS], ids=lambda house: house.name)
def test_one_version_of_the_notation_can_say_every_house(house: House) -> None:
    text = format_record(recorded(house, coups=2))
    assert text.startswith("BGN: 1\n")
    assert house_of(parse_record(text)) == house


def test_a_name_cannot_smuggle_a_line_into_a_record() -> None:
    with pytest.raises(NotationError):
        format_record(Record(table="home\nReveal: 00"))


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"[]",
        b"\xff",
        b'{"coin": "0.05"}',
        b'{"version": 2}',
        b'{"coups": [{"number": 1, "cards": ["9x"]}]}',
        b'{"table": "a\\nb"}',
        b'{"table": " a"}',
        b'{"promises": {"scheme": "BAC1", "root": "zz"}}',
        b'{"date": "2026-01-01T00:00:00.5Z"}',
        b"[" * 100_000,
    ],
)
def test_json_that_is_no_record_is_refused_in_one_line(data: bytes) -> None:
    with pytest.raises(NotationError) as refused:
        record_from_json(data)
    assert "\n" not in str(refused.value)


def test_the_date_is_in_utc() -> None:
    record = parse_record("BGN: 1\nDate: 2026-01-31 20:15:00Z\n")
    assert record.date == datetime(2026, 1, 31, 20, 15, tzinfo=UTC)
