"""Whatever a type of the wire allows is read and written alike, and nothing else is read."""

from __future__ import annotations

import json
from typing import get_args

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from puntobanco.wire.answers import ANSWERS
from puntobanco.wire.commands import Request
from puntobanco.wire.frames import AnyFrame
from puntobanco.wire.schemas import EVENT_TYPES
from tests.wire.strategies import faulty_values, values

FRAMES = list(get_args(AnyFrame))
WIRE_TYPES = [*FRAMES, *EVENT_TYPES.values(), *ANSWERS, Request]

some = settings(max_examples=25, suppress_health_check=list(HealthCheck))
"""A welcome is large, so that many of them take long."""


@pytest.mark.parametrize("kind", WIRE_TYPES, ids=lambda kind: kind.__name__)
@some
@given(data=st.data())
def test_every_value_of_a_type_is_read_and_written_alike(kind: type, data: st.DataObject) -> None:
    given_value = data.draw(values(kind))
    decoder: msgspec.json.Decoder[object] = msgspec.json.Decoder(kind)
    read = decoder.decode(json.dumps(given_value))
    text = msgspec.json.encode(read)
    assert decoder.decode(text) == read
    assert json.loads(text) == given_value


@pytest.mark.parametrize("kind", WIRE_TYPES, ids=lambda kind: kind.__name__)
@some
@given(data=st.data())
def test_a_value_with_a_member_too_much_missing_or_wrong_is_not_read(
    kind: type, data: st.DataObject
) -> None:
    text = json.dumps(data.draw(faulty_values(kind)))
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(text, type=kind)
