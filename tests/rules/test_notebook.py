"""Values of the game as a notebook shows them."""

from __future__ import annotations

from html import escape
from random import Random
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puntobanco._html import html_table
from puntobanco.bets import CATALOGUE, PUSH, Bet, Spot
from puntobanco.cards import DECK
from puntobanco.coup import Coup
from puntobanco.house import CLASSIC, CLASSROOM, HOUSES, House
from puntobanco.shoe import Shoe
from puntobanco.tableau import PUNTO_BANCO, SQUARES


def cells(html: str) -> list[list[str]]:
    """Return the rows of all tables, which must be well formed."""
    page = ET.fromstring(f"<body>{html}</body>")  # noqa: S314 - of our own making
    return [["".join(cell.itertext()) for cell in row] for row in page.iter("tr")]


@given(st.text(alphabet=st.characters(min_codepoint=32, exclude_categories=["Cs"])))
def test_every_text_of_a_table_is_escaped(text: str) -> None:
    table = html_table(text, (text,), [(text, text)])
    assert table.count(escape(text)) >= 4
    assert table.count("<") == html_table("", ("",), [("", "")]).count("<")


def test_a_coup_shows_both_hands_and_who_won() -> None:
    shown = Coup.parse("Jd 5h 9s / Qh Qd 8h")._repr_html_()
    assert cells(shown)[1:] == [["Player", "Jd 5h 9s", "4"], ["Banker", "Qh Qd 8h", "8"]]
    assert "<caption>Coup: banker</caption>" in shown


@pytest.mark.parametrize(
    "text, numbers",
    [
        ("9h Kd ^ 4s 5c | 6h 2d", ["6", "2", "4", "2"]),
        ("9h Kd | 4s 5c ^ 6h 2d", ["6", "4", "2", "0"]),
        ("9h Kd", ["2", "0", "2", "no cut card"]),
    ],
)
def test_a_shoe_shows_how_many_cards_it_holds(text: str, numbers: list[str]) -> None:
    assert cells(Shoe.parse(text)._repr_html_())[1] == numbers


def test_a_shoe_shows_none_of_its_cards() -> None:
    orders = [Shoe.shuffled(8, Random(seed).randrange) for seed in range(2)]
    one, other = (shoe.take(20)[1].with_cut_card(14)._repr_html_() for shoe in orders)
    assert one == other
    assert not any(str(card) in one for card in DECK)


def test_the_tableau_shows_its_picture() -> None:
    shown = cells(PUNTO_BANCO._repr_html_())[1:]
    assert [row[1] for row in shown] == ["D"] * 6 + ["."] * 2
    assert shown[3] == ["3", "D", "D", *"DDDDDDDD.D"]
    drawn = sum(row[1:].count("D") for row in shown)
    assert drawn == sum(map(PUNTO_BANCO.draws, SQUARES))


@pytest.mark.parametrize("house", HOUSES.values(), ids=HOUSES)
def test_a_house_shows_its_rules_and_every_bet(house: House) -> None:
    shown = cells(house._repr_html_())
    assert ["decks", str(house.decks)] in shown
    assert [row[0] for row in shown[-len(house.bets) :]] == [bet.key for bet in house.bets]


def test_a_house_shows_limits_where_it_has_any() -> None:
    assert ["player", "Player", "1 to 1", "1", "10,000"] in cells(CLASSIC._repr_html_())
    assert cells(CLASSROOM._repr_html_())[-1][-2:] == ["", ""]


@pytest.mark.parametrize("bet", CATALOGUE.values(), ids=CATALOGUE)
def test_a_bet_shows_each_of_its_lines(bet: Bet) -> None:
    shown = cells(bet._repr_html_())[1:]
    assert [row[0] for row in shown] == [line.words for line in bet.lines]
    assert [row[1] == "push" for row in shown] == [line.pays == PUSH for line in bet.lines]


OWN = [
    Bet.parse("mine", ["tie: push", "Banker wins: 19 to 20"], spot=Spot.BANKER, name='"Mine"'),
    Bet.parse("close", ["margin = 1: 2"], code="cc"),
]


@pytest.mark.parametrize("bet", [*CATALOGUE.values(), *OWN], ids=lambda bet: bet.key)
def test_the_repr_of_a_bet_reads_back(bet: Bet) -> None:
    again = eval(repr(bet), {"Bet": Bet, "Spot": Spot})  # noqa: S307 - our own text
    assert again == bet
    assert (again.spot, again.code) == (bet.spot, bet.code)
