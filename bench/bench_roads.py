"""The roads: a million coups at once, and one more coup against folding the shoe again."""

from __future__ import annotations

from collections import deque
from random import Random

from bench.sizes import best_seconds, size
from puntobanco.coup import Outcome
from puntobanco.roads import DerivedRoad, Roads, layout
from puntobanco.tableau import Side

MANY = size(1_000_000, tiny=1_000)
SHOE = size(1_000, tiny=100)
TIMES = size(1_000, tiny=3)


def _results(coups: int) -> str:
    return "".join(Random(1).choices("BPT", (459, 446, 95), k=coups))


def _fold_everything(results: str) -> None:
    """Find every mark of every road, and its place."""
    roads = Roads.parse(results)
    deque(layout.places(win.side for win in roads.wins), maxlen=0)
    for road in DerivedRoad:
        deque(layout.places(roads.marks(road)), maxlen=0)


def _ask(roads: Roads) -> None:
    for road in DerivedRoad:
        for side in Side:
            roads.asked(road, side)


def _one_by_one(results: str) -> None:
    roads = Roads()
    outcomes = {outcome.letter: outcome for outcome in Outcome}
    for letter in results:
        roads = roads.add(outcomes[letter])
        _ask(roads)


def _again_and_again(results: str) -> None:
    for coups in range(1, len(results) + 1):
        _ask(Roads.parse(results[:coups]))


def main() -> None:
    many = _results(MANY)
    print(f"{MANY:,} coups into all roads: {best_seconds(lambda: _fold_everything(many)):.2f} s")

    long = Roads.parse(many)
    more = best_seconds(lambda: long.add(Outcome.BANKER), runs=TIMES)
    first = best_seconds(lambda: Roads().add(Outcome.BANKER), runs=TIMES)
    print(f"the first coup: {first * 1e6:.1f} µs; one more after {MANY:,}: {more * 1e6:.1f} µs")

    shoe = _results(SHOE)
    added = best_seconds(lambda: _one_by_one(shoe))
    refolded = best_seconds(lambda: _again_and_again(shoe))
    print(
        f"{SHOE} coups as they come, added: {added * 1e3:.0f} ms; "
        f"folded again each time: {refolded * 1e3:.0f} ms; ratio {refolded / added:.0f}"
    )
