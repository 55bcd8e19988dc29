"""The program plays by the rules that the documents state."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev

import pytest

from puntobanco import PUNTO_BANCO, deal
from puntobanco.fairness import Seed, shuffled
from puntobanco.house import HOUSES, House, parse_house
from puntobanco.house.toml_form import _KNOWN

ROOT = Path(__file__).parents[2]
RULES = (ROOT / "docs/rules.md").read_text(encoding="utf-8")
HOUSE_GUIDE = (ROOT / "docs/houses.md").read_text(encoding="utf-8")


def blocks(text: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)\n```$", text, re.MULTILINE | re.DOTALL)


def rows(text: str, heading: str) -> Iterator[list[str]]:
    section = text.split(f"\n## {heading}\n")[1].split("\n## ", maxsplit=1)[0]
    for line in section.splitlines():
        if line.startswith("| `"):
            yield [cell.strip() for cell in line.strip("|").split("|")]


def test_the_tableau_is_the_one_that_is_played() -> None:
    assert blocks(RULES, "tableau") == [str(PUNTO_BANCO)]


def test_the_house_files_can_be_read() -> None:
    full, with_own_bet = blocks(HOUSE_GUIDE, "toml")
    house = parse_house(full)
    assert (house.name, house.decks, house.cut_card) == ("the corner", 6, 14)
    assert tomllib.loads(full).keys() == set(_KNOWN)
    assert parse_house(with_own_bet).bet("close_call").name == "Close call"


def test_every_field_of_a_house_is_listed() -> None:
    listed = {row[0].strip("`") for row in rows(HOUSE_GUIDE, "House files")}
    assert listed == set(_KNOWN)


def test_the_named_houses_are_listed_with_their_rules() -> None:
    listed = {
        row[0].strip("`"): row[1:] for row in rows(HOUSE_GUIDE, "Named houses") if len(row) == 7
    }
    assert listed.keys() == HOUSES.keys()
    for name, house in HOUSES.items():
        decks, behind, after, ties, *_ = listed[name]
        assert decks == str(house.decks)
        assert ties == house.ties.value
        if isinstance(house.cut_card, int):
            assert (behind, after) == (str(house.cut_card), house.after_cut_card.value)


def coups_in(house: House, number: int) -> int:
    fresh = shuffled(house.decks, Seed.of_text("coups per shoe", number))
    _, before = house.open_shoe(fresh)
    coups, last = 0, False
    while not last:
        _, after = deal(before)
        last, before = house.is_last_coup(before, after), after
        coups += 1
    return coups


LENGTHS = {name.strip("`"): figures for name, *figures in rows(RULES, "How long a shoe lasts")}


@pytest.mark.parametrize("name", ["classic", "six_decks"])
def test_a_shoe_lasts_as_long_as_the_table_says(name: str) -> None:
    shoes, mean, error, deviation, shortest, longest = LENGTHS[name]
    sample = [coups_in(HOUSES[name], number) for number in range(1, 301)]
    assert abs(fmean(sample) - float(mean)) < 4 * stdev(sample) / sqrt(len(sample))
    assert float(error) == pytest.approx(
        float(deviation) / sqrt(int(shoes.replace(",", ""))), abs=6e-5
    )
    assert int(shortest) <= min(sample) <= max(sample) <= int(longest)


@pytest.mark.marathon
@pytest.mark.parametrize("name", ["classic", "six_decks"])
def test_every_figure_of_the_table_can_be_found_again(name: str) -> None:
    shoes = int(LENGTHS[name][0].replace(",", ""))
    lengths = [coups_in(HOUSES[name], number) for number in range(1, shoes + 1)]
    deviation = stdev(lengths)
    assert LENGTHS[name][1:] == [
        f"{fmean(lengths):.3f}",
        f"{deviation / sqrt(shoes):.4f}",
        f"{deviation:.3f}",
        str(min(lengths)),
        str(max(lengths)),
    ]
