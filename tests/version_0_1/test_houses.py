"""Every house that version 0.1 could write keeps its text, and with it its commitments."""

from __future__ import annotations

import pytest

from puntobanco.fairness import Seed, commitment
from puntobanco.house import HOUSES, House, format_house, parse_house
from tests.version_0_1.kept import HERE, kept_json
from tests.version_0_1.kept import HOUSES as KEPT_HOUSES

WRITTEN = {file.stem: file for file in (HERE / "houses" / "written").glob("*.toml")}
TYPED = {file.stem: file for file in (HERE / "houses" / "typed").glob("*.toml")}
PROMISES = kept_json("houses/commitments.json")

every_house = pytest.mark.parametrize("name", sorted(WRITTEN))


CHANGED = {"burt": 'ties = "push"\nside_bets = []\nname = "burt"'}
"""Houses whose rules are others today, as somebody would have typed those of 0.1."""


def house(name: str) -> House:
    """The named house, or the one whose rules somebody typed."""
    if name in CHANGED:
        return parse_house(CHANGED[name])
    return parse_house(TYPED[name].read_text("utf-8")) if name in TYPED else HOUSES[name]


def test_no_house_is_missing() -> None:
    assert WRITTEN.keys() == PROMISES.keys() == TYPED.keys() | set(KEPT_HOUSES)


@every_house
def test_a_house_is_written_byte_for_byte(name: str) -> None:
    assert format_house(house(name)).encode() == WRITTEN[name].read_bytes()


@every_house
def test_the_written_house_is_read_as_the_same(name: str) -> None:
    assert parse_house(WRITTEN[name].read_text("utf-8")) == house(name)


@every_house
def test_the_commitments_are_the_same(name: str) -> None:
    found = [
        commitment(
            house(name), table="table 7", number=shoe, seed=Seed.of_text("version 0.1", shoe)
        )
        for shoe in (1, 2)
    ]
    assert [promise.hex() for promise in found] == PROMISES[name]
