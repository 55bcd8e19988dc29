"""Every event survives the wire, in one format."""

from __future__ import annotations

import json
from pathlib import Path
from typing import get_args

import pytest

from puntobanco.errors import StoreError
from puntobanco.house import EZ
from puntobanco.table import Event
from puntobanco.table.commands import CloseTable, Leave, RevealShoe, TakeBack
from puntobanco.table.events import TableOpened
from puntobanco.wire import (
    EVENT_KINDS,
    kind_of,
    plain,
    read_event,
    to_json,
)
from tests.table.rigged import NO_BURN, PLAYER_WINS, TIE, Table

LOG = Path(__file__).parent / "log_format_1.jsonl"


def evening() -> list[Event]:
    """Return an evening with every kind of event."""
    table = Table(coups=(TIE, PLAYER_WINS))
    table.bet("player", 5)
    table.bet("tie", 5)
    table.deal()
    table.do(TakeBack(1))
    while table.state.phase.value == "betting":
        table.deal()
    table.do(RevealShoe("11" * 32))
    table.house = NO_BURN
    table.do(Leave(1))
    table.do(CloseTable())
    burned = Table(EZ, coups=("9h",)).events
    return [*table.events, *burned]


def test_every_kind_of_event_is_read_back_as_it_was() -> None:
    happened = evening()
    assert {type(event) for event in happened} == set(get_args(Event))
    for event in happened:
        assert read_event(kind_of(event), to_json(event)) == event
    assert {kind_of(event) for event in happened} == set(EVENT_KINDS)


def test_the_format_of_every_kind_of_event_is_the_one_that_was_fixed() -> None:
    lines = [json.loads(line) for line in LOG.read_text(encoding="utf-8").splitlines()]
    happened = [
        read_event(line["kind"], json.dumps(line["data"]), line["format"]) for line in lines
    ]
    assert {type(event) for event in happened} == set(get_args(Event))
    assert isinstance(happened[0], TableOpened)
    assert [json.loads(to_json(event)) for event in happened] == [line["data"] for line in lines]


@pytest.mark.parametrize("kind,form", [("moon_landed", 1), ("bet_placed", 99), ("bet_placed", 0)])
def test_what_a_newer_version_wrote_is_refused(kind: str, form: int) -> None:
    with pytest.raises(StoreError, match="newer version"):
        read_event(kind, "{}", form)


def test_what_has_no_plain_form_is_refused() -> None:
    with pytest.raises(TypeError, match="no plain form"):
        plain(object())
