"""Shoes that must never change: a seed's cards, and the coups dealt from them."""

from __future__ import annotations

from pathlib import Path

import pytest

from puntobanco import deal
from puntobanco.cards import format_cards
from puntobanco.fairness import Seed, shuffled
from puntobanco.house import HOUSES, House

FILES = sorted(Path(__file__).parent.glob("*.txt"))
A_LINE = 26


def shoe_text(house: House, seed: str) -> str:
    fresh = shuffled(house.decks, Seed.of_text(seed))
    lines = [f"house {house.name}", f"seed {seed}"]
    starts = range(0, len(fresh.order), A_LINE)
    lines += [format_cards(fresh.order[start : start + A_LINE]) for start in starts]
    burn, before = house.open_shoe(fresh)
    lines.append(f"burn {burn.shown} and {format_cards(burn.hidden)}" if burn else "no burn")
    number, last = 0, False
    while not last:
        coup, after = deal(before)
        last = house.is_last_coup(before, after)
        number += 1
        lines.append(f"{number} {coup} {coup.outcome(house.naturals).value}")
        before = after
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_seed_gives_the_same_cards_and_coups_for_ever(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    house, seed, *_ = text.splitlines()
    assert shoe_text(HOUSES[house.removeprefix("house ")], seed.removeprefix("seed ")) == text


def test_every_named_house_has_a_golden_shoe() -> None:
    houses = {file.read_text(encoding="utf-8").split()[1] for file in FILES}
    assert houses == HOUSES.keys()
