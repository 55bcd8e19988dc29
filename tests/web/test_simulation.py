"""Whole evenings at the hall, each a function of its seed: see world.py."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.world import LONG, World, replayed

SEEDS = 1_000
AT_ONCE = 100

EVENTS = {
    "table_opened", "guest_sat", "bought_in", "shoe_committed", "seed_committed", "seed_revealed",
    "shoe_opened", "burned", "bet_placed", "bet_taken_back", "coup_dealt", "bet_settled",
    "shoe_closed", "shoe_revealed", "guest_left", "table_closed",
}  # fmt: skip
WAYS = {"at once", "all ready", "in time", "others gone"}
"""How coups are dealt by button."""
RARE = {"asked over HTTP", "several tables abandoned", "seeds of three guests"}


@pytest.mark.parametrize("first", range(0, SEEDS, AT_ONCE))
def test_whatever_happens_the_books_agree_and_guests_see_what_the_log_says(first: int) -> None:
    for seed in range(first, first + AT_ONCE):
        assert replayed(seed).ways.keys() <= WAYS


@pytest.mark.marathon
@pytest.mark.parametrize("first", range(SEEDS, 11_000, 500))
def test_the_same_over_ten_thousand_long_evenings(first: int) -> None:
    for seed in range(first, first + 500):
        replayed(seed, steps=LONG)


def test_an_evening_is_a_function_of_its_seed() -> None:
    def summary(world: World) -> list[Any]:
        return [world.story, [auditor.public for auditor in world.auditors.values()]]

    assert summary(replayed(10)) == summary(replayed(10))


def test_the_evenings_meet_what_they_are_for() -> None:
    unmet = EVENTS | WAYS | RARE
    for seed in range(200):
        unmet -= _met(replayed(seed))
        if not unmet:
            break
    assert not unmet


def _met(world: World) -> set[str]:
    auditors = world.auditors.values()
    is_met = {
        "asked over HTTP": "ask" in world.story,
        "several tables abandoned": any(tables > 1 for tables in +world.abandoned),
        "seeds of three guests": any(guests > 2 for each in auditors for guests in +each.mixes),
    }
    events = {event["kind"] for auditor in auditors for event in auditor.public.values()}
    return {*events, *world.ways, *(name for name in RARE if is_met[name])}
