"""The page's roads and their messages equal the package's."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from puntobanco.roads import Roads, layout
from puntobanco.roads.board import DerivedRoad
from puntobanco.roads.speech import roads_messages, runs_of
from puntobanco.web.room.views import roads_after_coup, roads_view
from puntobanco.wire.parts import wire_messages
from tests import node

SCRIPT = Path(__file__).with_name("roads.js")
LATEST_PHRASES = 6
SIGNS = ("B", "P", "T", "B.", "'P", "'T.")


def boards() -> list[list[Roads]]:
    """Return every board of random shoes, coup by coup. Some begin with ties or have only ties."""
    chance = Random(7)
    mixed = (
        [*"T" * chance.randrange(3), *chance.choices(SIGNS, k=chance.randrange(90))]
        for _ in range(30)
    )
    shoes = [["T"] * 5, [], ["B"] * 20, *mixed]
    return [
        [Roads.parse("".join(results[:coups])) for coups in range(len(results) + 1)]
        for results in shoes
    ]


def test_a_page_that_adds_each_coup_has_the_roads_of_the_server_and_says_them_alike() -> None:
    every = boards()
    given = [
        {
            "roads": roads_view(shoe[0], 0),
            "added": [
                roads_after_coup(before, after, number)
                for number, (before, after) in enumerate(pairwise(shoe), 1)
            ],
        }
        for shoe in every
    ]
    found = node.run(SCRIPT, given=msgspec.to_builtins(given))
    for shoe, shown in zip(every, found, strict=True):
        roads = shoe[-1]
        assert shown["roads"] == msgspec.to_builtins(roads_view(roads, len(shoe) - 1))
        said = [[each.id, each.facts] for each in wire_messages(roads_messages(roads))]
        assert shown["messages"] == said
        assert shown["latest"][1] == _latest(roads)
        for previewed, added in shown["previews"]:
            assert previewed == added
        assert shown["derived"] == [
            [
                {"column": cell.column, "row": cell.row, "mark": cell.mark.letter}
                for cell in layout.derived(roads, road).cells
            ]
            for road in DerivedRoad
        ]


def _latest(roads: Roads) -> dict[str, Any]:
    """Return the facts of the message about the latest runs."""
    runs = [[each.id, each.facts] for each in wire_messages(runs_of(roads))]
    return {"runs": runs[-LATEST_PHRASES:]} if runs else {}
