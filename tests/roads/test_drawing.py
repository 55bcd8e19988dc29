"""Drawings and words that a person can check."""

from __future__ import annotations

import re
from textwrap import dedent

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puntobanco.roads import DerivedRoad, Roads, drawing, speech
from puntobanco.roads.drawing import Ink
from puntobanco.tableau import Side
from puntobanco.words import Catalogue, texts_of
from tests.roads.test_logic import SHOES


def picture(text: str) -> str:
    return dedent(text).strip("\n ")


def painted(text: str, ink: Ink) -> str:
    return f"<{ink.value}>{text}</>"


def test_a_whole_shoe_drawn() -> None:
    assert drawing.text(Roads.parse("TBBPBP.PPBB'PPT'B.BBBPB")) == picture("""
        Decisions: B P P T B B B B P B

        Bead plate
           T  P  T  B
           B  P 'B.
           B  B  B
           P  B  B
           B 'P  B
           P. P  P

        Big road
          B1P B P B P B P B
          B     P B P1B
                P     B
                      B

        Big eye boy: R red, L blue
          L R L R L R L R L R L
                        R     L
                        R

        Small road: R red, L blue
          L R L R L R L R L
          L   L           L
              L

        Cockroach pig: R red, L blue
          R L R L
            L R L
            L   L
            L
            L
            L

        If Banker is next: big eye boy blue, small road red, cockroach pig red
        If Player is next: big eye boy red, small road blue, cockroach pig blue
    """)


def test_an_empty_board_drawn() -> None:
    assert drawing.text(Roads()) == picture("""
        Decisions: none

        Bead plate: empty

        Big road: empty

        Big eye boy: empty

        Small road: empty

        Cockroach pig: empty

        If Banker is next: no marks
        If Player is next: no marks
    """)


def test_the_dragons_tail_drawn() -> None:
    assert drawing.big_road(Roads.parse("B" * 9 + "P" * 10)) == picture("""
        Big road
          B P
          B P
          B P
          B P
          B P P P P
          B B B B P P
    """)


def test_dragons_on_a_derived_road_drawn() -> None:
    assert drawing.derived(Roads.parse("BP" * 5 + "BBPBBP"), DerivedRoad.BIG_EYE_BOY) == picture("""
        Big eye boy: R red, L blue
          R L
          R L
          R L
          R L
          R L
          R R R R
    """)


def test_ties_are_counted_up_to_nine_and_more_is_a_plus() -> None:
    assert drawing.big_road(Roads.parse("B" + 9 * "T" + "P" + 10 * "T" + "B")) == picture("""
        Big road
          B9P+B
    """)


def test_a_long_road_shows_its_latest_columns() -> None:
    assert drawing.big_road(Roads.parse("BP" * 30 + "P"), width=12) == picture("""
        Big road (5 of 60 columns)
          P B P B P
                  P
    """)


def test_colour_is_laid_over_letters_that_are_there_without_it() -> None:
    assert drawing.big_road(Roads.parse("BTP"), paint=painted) == picture("""
        Big road
          <red>B</><green>1</><blue>P</>
    """)


@given(SHOES, st.integers(20, 80))
def test_no_line_of_a_road_is_wider_than_asked(results: str, width: int) -> None:
    roads = Roads.parse(results)
    sheets = (
        drawing.bead_plate(roads, width=width),
        drawing.big_road(roads, width=width),
        *(drawing.derived(roads, road, width=width) for road in DerivedRoad),
    )
    assert all(len(line) <= width for sheet in sheets for line in sheet.splitlines()[1:])
    assert all(len(line) <= 80 for line in drawing.text(roads).splitlines())


@given(SHOES)
def test_painting_changes_nothing_but_colour(results: str) -> None:
    roads = Roads.parse(results)
    bare = re.sub(r"</?\w*>", "", drawing.text(roads, paint=painted))
    unpadded = "\n".join(line.rstrip() for line in bare.splitlines())
    assert unpadded == drawing.text(roads)


@pytest.mark.parametrize(
    "results, said",
    [
        ("", "No coups yet"),
        ("B", "Banker 1"),
        ("BBBPBBTBBB", "Banker 3, Player 1, Banker 5, tie after 2"),
        ("TBTTBTP", "tie first, Banker 2, 2 ties after 1, tie after 2, Player 1"),
        ("TT", "2 ties first"),
    ],
)
def test_the_runs_said(results: str, said: str) -> None:
    assert Roads.parse(results).spoken() == said


def test_only_the_latest_runs_said() -> None:
    roads = Roads.parse("TBBPTB")
    assert roads.spoken(latest=2) == "Player 1, tie after 1, Banker 1"
    assert roads.spoken(latest=3) == "Banker 2, Player 1, tie after 1, Banker 1"
    assert roads.spoken(latest=9) == roads.spoken()


@given(SHOES)
def test_what_is_said_holds_every_coup(results: str) -> None:
    said = Roads.parse(results).spoken()
    wins = sum(int(count) for count in re.findall(r"(?:Banker|Player) (\d+)", said))
    ties = sum(int(count or 1) for count in re.findall(r"(\d+ )?ties? ", said))
    assert (wins, ties) == (len(results.replace("T", "")), results.count("T"))


def test_everything_said() -> None:
    assert speech.lines(Roads.parse("BBPP'PBB.")) == [
        "Banker 2, Player 3, Banker 2",
        "Pairs: Banker in coup 5, Player in coup 7",
        "Big eye boy: red 1, blue 2, red 1",
        "Small road: red 1",
        "Cockroach pig: no marks",
        "If Banker is next: big eye boy red, small road blue",
        "If Player is next: big eye boy blue, small road red",
    ]


@given(SHOES)
def test_what_is_asked_is_said_for_each_side(results: str) -> None:
    roads = Roads.parse(results)
    for side in Side:
        said = speech.asked(roads, side)
        assert said.startswith(f"If {side} is next: ")
        marks = [roads.asked(road, side) for road in DerivedRoad]
        assert said.count("red") + said.count("blue") == sum(mark is not None for mark in marks)


def test_a_language_has_marks_and_names_of_its_own_and_wide_marks_stay_in_line() -> None:
    words = Catalogue("zh-Hant", texts_of("zh-Hant"))
    roads = Roads.parse("BP'PTBBP.")
    assert drawing.bead_plate(roads, words=words).splitlines() == [
        "珠盤路",
        "   莊  閒.",
        "   閒",
        "  '閒",
        "   和",
        "   莊",
        "   莊",
    ]
    assert drawing.big_road(Roads.parse("BPB"), words=words).splitlines() == ["大路", "  莊 閒 莊"]
    assert drawing.big_road(Roads(), words=words) == "大路：空"
    assert drawing.big_road(Roads.parse("BPBP"), width=8, words=words).splitlines() == [
        "大路（4欄中的2欄）",
        "  莊 閒",
    ]
