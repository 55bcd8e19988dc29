"""Records as JSON and as CSV."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from io import StringIO
from types import GenericAlias
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct, field
from msgspec.structs import asdict

from puntobanco.cards import Card
from puntobanco.errors import NotationError, RecordError
from puntobanco.notation.format import format_cards, format_record
from puntobanco.notation.parsing import parse_record
from puntobanco.notation.record import Record, RecordedCard, RecordedCoup
from puntobanco.printable import csv_cells

SCHEMA_ID = "https://json-schema.org/draft/2020-12/schema"


def record_to_json(record: Record) -> bytes:
    """Return a record as JSON, with null for unknown cards and money in whole coins."""
    return msgspec.json.format(msgspec.json.encode(_to_texts(record)), indent=2) + b"\n"


def record_from_json(data: bytes) -> Record:
    """Read a record from JSON. Refuse it unless it can be written as `.bgn`."""
    try:
        record = _from_texts(_DECODER.decode(data))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise NotationError("the JSON", expected=f"a record: {error}") from None
    try:
        same = parse_record(format_record(record)) == record
    except RecordError as error:
        raise NotationError(error.text, expected=error.expected) from None
    if not same:
        raise NotationError("the JSON", expected="a record in its strict form")
    return record


def schema() -> dict[str, Any]:
    """Return the JSON Schema of a record."""
    made = msgspec.json.schema(_Record)
    return {"$schema": SCHEMA_ID, "title": "Baccarat game notation, version 1", **made}


# --- the structs of a record with texts in place of cards -----------------------------------------

_Face = Annotated[str, Meta(pattern="^[A2-9TJQK][cdhs]$")]
_Faces = tuple[_Face | None, ...]


def _with_texts(kind: type[Struct], **changed: object) -> Any:  # noqa: ANN401 - a type made here
    fields = [
        (each.name, changed.get(each.name, each.type), field(default=each.default))
        for each in msgspec.structs.fields(kind)
    ]
    return msgspec.defstruct(kind.__name__, fields, frozen=True, kw_only=True)


_Coup = _with_texts(RecordedCoup, cards=_Faces)
_Record = _with_texts(Record, burn=_Faces, coups=GenericAlias(tuple, (_Coup, ...)))


def _texts(cards: tuple[RecordedCard, ...]) -> tuple[str | None, ...]:
    return tuple(None if card is None else str(card) for card in cards)


def _cards(texts: tuple[str | None, ...]) -> tuple[RecordedCard, ...]:
    return tuple(None if text is None else Card.parse(text) for text in texts)


def _to_texts(record: Record) -> object:
    coups = tuple(_Coup(**{**asdict(coup), "cards": _texts(coup.cards)}) for coup in record.coups)
    return _Record(**{**asdict(record), "burn": _texts(record.burn), "coups": coups})


def _from_texts(read: Any) -> Record:  # noqa: ANN401 - a type made here
    coups = tuple(
        RecordedCoup(**{**asdict(coup), "cards": _cards(coup.cards)}) for coup in read.coups
    )
    return Record(**{**asdict(read), "burn": _cards(read.burn), "coups": coups})


_DECODER = msgspec.json.Decoder(_Record)


def record_to_csv(record: Record) -> str:
    """Return the record as CSV, with money in whole coins: cents, or as `record.coin` says."""
    text = StringIO()
    writer = csv.writer(text)
    head = ("coup", "cards", "player_total", "banker_total", "outcome")
    writer.writerow((*head, "seat", "bet", "stake_cents", "earned_cents", "fate"))
    writer.writerows(map(csv_cells, _rows(record)))
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
