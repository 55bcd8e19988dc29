"""The roads at the terminal: spoken, and drawn only on request."""

from __future__ import annotations

import pytest

from puntobanco.announcer.catalogues import catalogue
from puntobanco.coup import Outcome
from puntobanco.roads import DerivedRoad, Roads, drawing
from puntobanco.roads.board import Mark
from puntobanco.terminal.views import roads_messages
from puntobanco.words import LANGUAGES

from .conftest import Typed, after


def test_roads_without_marks_are_not_said() -> None:
    assert [each.id for each in roads_messages(Roads.parse("B"))] == ["play.roads"]


def test_before_the_first_coup_there_is_nothing_to_draw(play: Typed) -> None:
    lines = play("--bank", "100", typed="r\nrr\nq\n").lines
    none = ["Roads: no coups since the shuffle."]
    assert after(lines, "Player, Banker, Tie? r") == after(lines, "Player, Banker, Tie? rr") == none


def test_a_good_road_is_named_when_it_appears_and_with_the_roads_if_wanted(play: Typed) -> None:
    typed = "x 37\nr\nrr\nq\n"
    begin = ("--bank", "100", "--seed", "roads")
    lines = play(*begin, "--good-roads", typed=typed).lines
    *appeared, said, drawn = [line for line in lines if line.startswith("Good road: ")]
    assert len(appeared) > 1
    assert appeared[-1] == said == drawn
    assert said in after(lines, "Player, Banker, Tie? r")
    assert after(lines, "Player, Banker, Tie? rr")[-1] == drawn
    unnamed = play(*begin, typed=typed).lines
    rest = [line for line in lines if not line.startswith("Good road: ")]
    assert len(rest) == len(unnamed)
    assert not any("Good road" in line for line in unnamed)


def test_good_roads_are_a_setting(play: Typed) -> None:
    typed = "x 37\nc roads y\nr\nc roads\nr\nq\n"
    lines = play("--bank", "100", "--seed", "roads", typed=typed).lines
    said = [line for line in lines if line.startswith("Good road")]
    assert said[0] == "Good roads: on, named as they appear."
    assert said[1].startswith("Good road: ")
    assert said[2:] == ["Good roads: off."]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_mark_is_written_like_an_outcome(language: str) -> None:
    words = catalogue(language)
    marks = [words.texts[f"mark.letter.{mark.name.lower()}"] for mark in Mark]
    assert not set(marks) & set(map(words.outcome, Outcome))
    assert len(set(marks)) == len(Mark)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_drawn_road_says_what_its_marks_mean(language: str) -> None:
    words = catalogue(language)
    drawn = drawing.derived(Roads.parse("BBPPBBPPPP"), DerivedRoad.BIG_EYE_BOY, words=words)
    title = drawn.splitlines()[0]
    for mark in Mark:
        assert words.texts[f"mark.letter.{mark.name.lower()}"] in title
        assert words.texts[f"mark.{mark.name.lower()}"] in title
