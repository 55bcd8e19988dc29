"""Responses to requests that fail."""

from __future__ import annotations

import json

import pytest

from puntobanco.errors import OutcomeUnknown, StoreError
from puntobanco.web.http.requests import Problem
from puntobanco.web.http.routes import problem_of
from puntobanco.web.room.refusals import Refused


@pytest.mark.parametrize(
    "error, status, code",
    [
        (Problem(404, "nowhere", "Nothing is here."), 404, "nowhere"),
        (Refused("no_seat", "Sit down first."), 409, "no_seat"),
        (Refused("too_often", "Wait."), 429, "too_often"),
        (Refused("closing", "The house closes."), 503, "closing"),
        (OutcomeUnknown("the disk failed"), 503, "unknown"),
        (StoreError("the disk is full"), 503, "log"),
    ],
)
def test_an_error_is_answered_by_its_status_and_code(
    error: Exception, status: int, code: str
) -> None:
    answer = problem_of(error).response
    facts = json.loads(bytes(answer.body))["error"]
    assert (answer.status_code, facts["code"]) == (status, code)
    assert answer.headers.get("retry-after") == ("1" if status in {429, 503} else None)
