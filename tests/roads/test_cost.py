"""The work for each coup is bounded, whatever the results are."""

from __future__ import annotations

import json
import random

import pytest

from puntobanco.announcer import fitted
from puntobanco.cli.commands.roads import _read
from puntobanco.errors import NotationError
from puntobanco.roads import Roads, drawing, layout, speech
from puntobanco.roads.svg import svg
from tests.work import calls

COUPS = 1_400
MOST_CALLS = 100
"""For each coup and each task, such as reading it."""

RESULTS = {
    "one run": "B" * COUPS,
    "runs of one": "BP" * (COUPS // 2),
    "runs of two": "BBPP" * (COUPS // 4),
    "tails": ("B" * 7 + "P" * 7) * (COUPS // 14),
    "one tail across the other": "B" * (COUPS // 2) + "P" * (COUPS // 2),
    "runs that grow": "".join("BP"[run % 2] * run for run in range(53)),
    "ties": "T" * COUPS,
    "a tie after each win": "BT" * (COUPS // 2),
    "pairs": "'B." * COUPS,
    "a shoe": "".join(random.Random(1).choices("BPT", k=COUPS)),
}


@pytest.mark.parametrize("text", RESULTS.values(), ids=RESULTS)
def test_each_coup_has_a_budget_on_every_road(text: str) -> None:
    roads = Roads.parse(text)
    work = {
        "read": calls(lambda: Roads.parse(text)),
        "data": calls(lambda: layout.data(roads)),
        "drawn": calls(lambda: drawing.text(roads)),
        "said": calls(lambda: [part for line in speech.lines(roads) for part in fitted(line)]),
        "picture": calls(lambda: svg(roads)),
    }
    assert {name: cost for name, cost in work.items() if cost > MOST_CALLS * roads.coups} == {}


def test_a_shoe_in_json_has_the_same_budget() -> None:
    coup = {"outcome": "banker", "player_pair": True, "banker_pair": True}
    text = json.dumps({"coups": [coup] * COUPS})
    assert calls(lambda: _read(text)) < MOST_CALLS * COUPS


@pytest.mark.parametrize(
    "text", ["B" * COUPS + "..", "'" * COUPS, "B" * COUPS + "?", "\n" * COUPS + "'"]
)
def test_results_that_are_refused_have_it_too(text: str) -> None:
    def be_refused() -> None:
        with pytest.raises(NotationError):
            Roads.parse(text)

    assert calls(be_refused) < MOST_CALLS * COUPS
