"""The picture: well-formed, described in words, and distinct for every colour vision."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given

from puntobanco.coup import Outcome
from puntobanco.roads import DerivedRoad, Mark, Roads, Win, speech
from puntobanco.roads.board import KEYS
from puntobanco.roads.svg import _MARKS, BLUE, GREEN, PAPER, RED, Anchor, _bead_shape, _win, svg
from puntobanco.tableau import Side
from tests.roads import colour_vision
from tests.roads.test_board import BOARDS

PAIRS = list(combinations((RED, BLUE, GREEN), 2))
SVG = "{http://www.w3.org/2000/svg}"
DOCS = Path(__file__).parents[2] / "docs"


def parsed(picture: str) -> ET.Element:
    return ET.fromstring(picture)  # noqa: S314 - our own picture


@given(BOARDS)
def test_the_picture_is_well_formed_and_says_what_it_shows(roads: Roads) -> None:
    root = parsed(svg(roads))
    title, desc = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert title is not None
    assert desc is not None
    assert title.text == f"Baccarat roads of {roads.coups} coup{'' if roads.coups == 1 else 's'}"
    assert desc.text is not None
    assert all(line in desc.text for line in speech.lines(roads))
    assert root.get("role") == "img"
    assert root.get("aria-labelledby") == f"{title.get('id')} {desc.get('id')}"


def test_a_notebook_shows_the_picture() -> None:
    roads = Roads.parse("BBPTPB")
    assert roads._repr_svg_() == svg(roads)


def texts(picture: str) -> list[str]:
    return [str(each.text) for each in parsed(picture).iter(f"{SVG}text")]


def described(picture: str) -> tuple[str, str]:
    root = parsed(picture)
    return str(root.findtext(f"{SVG}title")), str(root.findtext(f"{SVG}desc"))


@pytest.mark.parametrize("key", KEYS)
def test_one_road_is_drawn_alone(key: str) -> None:
    roads = Roads.parse("TBBPBP.PPBB'PPT'B.BBBPB")
    title = key.replace("_", " ").capitalize()
    assert [each for each in texts(svg(roads)) if each == title] == [title]
    alone = svg(roads, show=key)
    headings = {each.replace("_", " ").capitalize() for each in KEYS}
    assert headings.intersection(texts(alone)) == {title}
    heights = (float(parsed(picture).get("height", 0)) for picture in (alone, svg(roads)))
    assert next(heights) < next(heights) / 2


def test_a_picture_of_some_roads_says_only_what_it_shows() -> None:
    roads = Roads.parse("B'BPPBBPPPP")
    assert described(svg(roads, show="big_road")) == ("Big road of 10 coups", f"{roads.spoken()}.")
    said = "Small road: red 3, blue 1, red 1. If Banker is next: small road blue. "
    said += "If Player is next: small road red."
    assert described(svg(roads, show=["small_road"])) == ("Small road of 10 coups", said)
    assert described(svg(roads, show=KEYS[::-1])) == described(svg(roads))


def test_two_pictures_of_a_shoe_share_no_id() -> None:
    roads = Roads.parse("BBP")
    pictures = (svg(roads), svg(roads, show="big_road"), svg(roads, show="bead_plate"))
    assert len({parsed(picture).get("aria-labelledby") for picture in pictures}) == 3


@pytest.mark.parametrize("show", ["big", (), ["big_road", "small"]])
def test_a_road_that_does_not_exist_is_refused_by_name(show: str | list[str]) -> None:
    with pytest.raises(ValueError, match=r"^the roads to show are among bead_plate, .*, not "):
        svg(Roads.parse("B"), show=show)


@given(BOARDS)
def test_every_mark_is_inside_the_picture(roads: Roads) -> None:
    root = parsed(svg(roads))
    width, height = float(root.get("width", 0)), float(root.get("height", 0))
    for circle in root.iter(f"{SVG}circle"):
        assert 0 < float(circle.get("cx", -1)) < width
        assert 0 < float(circle.get("cy", -1)) < height


def colourless(mark: str) -> str:
    return re.sub(r"#\w{6}", "", mark)


def test_without_colour_each_bead_and_win_still_has_a_shape_of_its_own() -> None:
    at = Anchor(12, 12, 24)
    beads = {colourless(_bead_shape(outcome, at)) for outcome in Outcome}
    wins = {colourless(_win(Win(side, ties), at)) for side in Side for ties in (0, 1, 2)}
    assert len(beads) == 3
    assert len(wins) == 6


def test_without_colour_each_derived_mark_still_has_a_shape_of_its_own() -> None:
    at = Anchor(7, 7, 14)
    drawn = {colourless(_MARKS[road](mark, at)) for road in DerivedRoad for mark in Mark}
    assert len(drawn) == 6


def test_a_long_shoe_keeps_to_its_columns() -> None:
    picture = parsed(svg(Roads.parse("BP" * 200), columns=30))
    assert float(picture.get("width", 0)) < 30 * 24 + 50


@pytest.mark.parametrize("vision", colour_vision.VISIONS)
@pytest.mark.parametrize("one, other", PAIRS)
def test_the_colours_are_far_apart_for_every_eye(vision: str, one: str, other: str) -> None:
    assert colour_vision.difference(one, other, vision) > 20


@pytest.mark.parametrize("colour", [RED, BLUE, GREEN])
def test_white_letters_and_paper_contrast_with_every_colour(colour: str) -> None:
    assert colour_vision.contrast(colour, PAPER) >= 4.5


def test_the_picture_is_what_the_command_on_the_page_draws() -> None:
    page = (DOCS / "roads.md").read_text(encoding="utf-8")
    command = re.search(r'^puntobanco roads "(.+)"$', page, re.MULTILINE)
    assert command is not None
    drawn = svg(Roads.parse(command[1]))
    assert (DOCS / "roads.svg").read_text(encoding="utf-8") == drawn, (
        f'draw it again: puntobanco roads "{command[1]}" --svg docs/roads.svg'
    )
