"""What is handed on cannot be changed by who receives it."""

from __future__ import annotations

from dataclasses import is_dataclass
from typing import get_args

import pytest

from puntobanco.web.hall.batch import HallRequest
from puntobanco.web.room.setup import Guest, Setup


@pytest.mark.parametrize("kind", [each for each in get_args(HallRequest) if is_dataclass(each)])
def test_a_request_is_a_value(kind: type) -> None:
    assert kind.__dataclass_params__.frozen  # type: ignore[attr-defined] # of every dataclass


@pytest.mark.parametrize("kind", [Guest, Setup])
def test_what_is_known_of_a_table_and_a_guest_is_a_value(kind: type[Guest | Setup]) -> None:
    assert kind.__struct_config__.frozen
