"""A text is read as exactly the value that was written, or refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from operator import methodcaller
from typing import Any

import pytest

from puntobanco.errors import StoreError
from puntobanco.settlement import Chips
from puntobanco.table import State, fold
from puntobanco.table.events import BetPlaced, BetSettled, Burned, CoupDealt, Fate, GuestSat
from puntobanco.wire import from_json, plain
from puntobanco.wire.events import to_json
from tests.wire.test_events import evening

REFUSED: dict[str, tuple[type, str]] = {
    "nothing": (BetPlaced, ""),
    "no object": (BetPlaced, "[]"),
    "deep": (BetPlaced, "[" * 100_000),
    "a missing field": (BetPlaced, '{"seat":1,"key":"tie"}'),
    "an unknown field": (BetPlaced, '{"seat":1,"key":"tie","stake":5,"more":1}'),
    "a number as text": (BetPlaced, '{"seat":"1","key":"tie","stake":5}'),
    "a fraction": (BetPlaced, '{"seat":1,"key":"tie","stake":5.5}'),
    "a whole float": (BetPlaced, '{"seat":1,"key":"tie","stake":5.0}'),
    "true as a number": (BetPlaced, '{"seat":true,"key":"tie","stake":5}'),
    "a key that is no text": (BetPlaced, '{"seat":1,"key":7,"stake":5}'),
    "more after the end": (BetPlaced, '{"seat":1,"key":"tie","stake":5}{}'),
    "a lone surrogate": (BetPlaced, '{"seat":1,"key":"\\ud800","stake":5}'),
    "an unknown fate": (
        BetSettled,
        '{"seat":1,"key":"tie","stake":5,"earned":5,"fate":"luck"}',
    ),
    "a card that is a number": (Burned, '{"card":9,"hidden":0}'),
    "a card that is none": (Burned, '{"card":"9x","hidden":0}'),
    "a coup of one card": (CoupDealt, '{"number":1,"coup":"9h"}'),
    "a flag that is a number": (
        CoupDealt,
        '{"number":1,"coup":"9h Kd / 4s 5c","cut_after":null,"last":0}',
    ),
}


@pytest.mark.parametrize("kind,text", REFUSED.values(), ids=REFUSED)
def test_a_malformed_text_is_refused(kind: type, text: str) -> None:
    with pytest.raises(StoreError, match=f"not the text of a {kind.__name__}: "):
        from_json(kind, text)


def _seat(change: Callable[[dict[str, Any]], object]) -> str:
    data = plain(fold(evening()[:20]))
    change(data["seats"]["1"])
    return json.dumps(data)


def test_a_value_within_another_is_read_as_strictly() -> None:
    assert from_json(State, _seat(dict)) == fold(evening()[:20])
    for change in ({"more": 1}, {"bankroll": "5"}, {"wagers": [{"key": "tie"}]}, {"name": None}):
        with pytest.raises(StoreError, match="not the text of a State: "):
            from_json(State, _seat(methodcaller("update", change)))


def test_a_text_is_compact_json_of_the_plain_form() -> None:
    strange = GuestSat(3, 'Zoë "{%s}" \\ \u2028 \U0001f0cf\x7f\t')
    lost = BetSettled(1, "tie", Chips(5), Chips(-5), Fate.LOST)
    large = BetPlaced(1, "tie", Chips(10**30))
    for value in (*evening(), fold(evening()[:20]), strange, lost, large):
        compact = json.dumps(plain(value), ensure_ascii=False, separators=(",", ":"))
        assert to_json(value) == compact
        assert from_json(type(value), compact) == value
