"""Every catalogue has a template for every message, and uses only the facts of the message."""

from __future__ import annotations

import re

import pytest

from puntobanco.announcer.audience import Level
from puntobanco.announcer.catalogues import catalogue
from puntobanco.announcer.lines import WIDTH, columns_of
from puntobanco.announcer.names import house_fact, named_bet
from puntobanco.bets import CATALOGUE, Odds
from puntobanco.bets.conditions import Subject
from puntobanco.cards import DECK
from puntobanco.cli import options
from puntobanco.coup import Outcome
from puntobanco.errors import NotationError, shown
from puntobanco.house import CLASSIC, HOUSES
from puntobanco.roads.board import DerivedRoad, Mark
from puntobanco.roads.good_roads import GOOD_ROADS
from puntobanco.tableau import SQUARES, Side, Square, rule_message
from puntobanco.terminal.grammar import Key, letters_of
from puntobanco.terminal.options import NAMES
from puntobanco.words import FACT_KINDS, LANGUAGES, Catalogue, GuestFact, Kind, ListOf, Message
from puntobanco.words.template import plural_rule
from tests.announcer.catalogues import WORDS, faults, made, texts_of, wanted


def test_every_language_has_a_catalogue_and_plurals() -> None:
    assert {path.stem for path in WORDS.glob("*.json")} == set(LANGUAGES)
    assert all(plural_rule(language)(2) == "other" for language in LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_catalogue_is_complete(language: str) -> None:
    assert faults(texts_of(language)) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_list_has_only_something_between_its_items(language: str) -> None:
    lists = [text for id_, text in texts_of(language).items() if id_.startswith("list.")]
    assert [text for text in lists if not re.fullmatch(r"\{head\}[^{}]*\{last\}", text)] == []


def test_the_command_line_knows_every_language() -> None:
    assert set(options.LANGUAGES) == set(LANGUAGES)


@pytest.mark.parametrize(
    "id_, text, fault",
    [
        ("burnt", "Burn card.", "burnt is superfluous"),
        ("burned", "Burn card: {card", "burned, column 17: } expected"),
        ("burned", "Burn card: {kard}.", "burned: there is no fact kard"),
        ("burned", "{hidden, plural, other {{x}}}", "burned: there is no fact x"),
        ("burned", "{card, plural, other {#}}", "burned: card is no number"),
        ("stake.left", "Left: {name}", "stake.left: there is no fact name"),
    ],
)
def test_a_wrong_catalogue_is_told(id_: str, text: str, fault: str) -> None:
    assert faults({**texts_of("en"), id_: text}) == [fault]


def test_every_fact_has_a_kind_and_every_kind_of_fact_is_used() -> None:
    used = {name for names in wanted().values() for name in names}
    assert used == set(FACT_KINDS)


@pytest.mark.parametrize("language", ["de", "fr-CA", "../words/en"])
def test_a_language_without_a_catalogue_is_refused_with_those_that_have_one(language: str) -> None:
    with pytest.raises(
        NotationError, match=f"is not a language; there are {', '.join(LANGUAGES)}$"
    ):
        catalogue(language)


LONGEST: dict[Kind, list[object]] = {
    Kind.NUMBER: [416],
    Kind.PERCENT: [14.3596],
    Kind.KEY: [key.name.lower() for key in Key],
    Kind.LEVEL: list(Level),
    Kind.SETTING: [*NAMES],
    Kind.TEXT: ["0123456789abcdef"],
    Kind.CHOICE: [True, False],
    Kind.MONEY: [1_000_000_50],
    Kind.CURRENCY: [None, "HK$."],
    Kind.BALANCE: [1_000_000_50, -1_000_000_50, 0],
    Kind.ODDS: [Odds(27, 50), Odds(100)],
    Kind.PAYS: [max((bet.pay_table for bet in CATALOGUE.values()), key=len)],
    Kind.CARD: list(DECK),
    Kind.SHORT_CARD: list(DECK),
    Kind.SIDE: list(Side),
    Kind.SUBJECT: [each for each in Subject if each is not Subject.COUP],
    Kind.TOTAL: list(range(10)),
    Kind.FIRST_TOTAL: list(range(10)),
    Kind.OUTCOME: list(Outcome),
    Kind.ROAD: list(DerivedRoad),
    Kind.FIRST_ROAD: list(DerivedRoad),
    Kind.MARK: list(Mark),
    Kind.GOOD_ROAD: list(GOOD_ROADS),
    Kind.BET: [named_bet(bet) for bet in CATALOGUE.values()],
    Kind.HOUSE: [house_fact(house) for house in HOUSES.values()],
    Kind.GUEST: [GuestFact("Guest", 1)],
    Kind.HOLDINGS: [range(6), (6, 7)],
    Kind.MESSAGE: [rule_message(square) for square in SQUARES],
}
"""Long facts of each kind, as they occur in the terminal."""

NARROW: dict[str, object] = {
    **dict.fromkeys(("banker", "hand", "holding", "player", "third"), 9),
    **dict.fromkeys(("hidden", "shown"), 10),
    **dict.fromkeys(("low", "step"), 5_00),
    "high": 10_000_00,
    "letter": "x",
    "typed": shown("0123456789abcdef", 12),
    "letters": letters_of(CLASSIC),
    "count": max(len(house.side_bets) for house in HOUSES.values()),
    "outcomes": [Outcome.TIE] * 10,
    "bets": [named_bet(bet) for bet in CLASSIC.main_bets],
    "main_bets": [named_bet(bet) for bet in CLASSIC.main_bets],
}
"""Facts that are never as long as their kind allows."""

NO_LINES = (
    "machine",
    "condition.",
    "values.",
    "deal.",
    "felt.",
    "refused.seed_text",
    "refused.house_",
    "play.felt.bets",
    "play.houses",
    "play.part_refused",
    "play.pays.",
    "play.settings.language",
    "play.roads",
    "roads.",
    "heard.",
    "coup.opening",
    "drill.",
    "replay.",
    "rule.",
    "ready",
    "clock.",
    "stake.placed.",
    "stake.taken_",
    "trouble.",
    "closing.",
    "page.",
)
"""Prefixes of messages that are only spoken, parts of a line, long lists, or only on the page."""


def longest(words: Catalogue, id_: str, name: str) -> object:
    if name in NARROW:
        return NARROW[name]
    if id_ == "why.player" and name == "rule":
        return rule_message(Square(Side.PLAYER, 5), is_first=True)
    if id_ == "play.greeting" and name == "chips":
        return 25_00
    kind = FACT_KINDS[name]
    if isinstance(kind, ListOf):
        items = LONGEST[kind.kind]
        return [max(items, key=lambda each: columns_of(words.formats[name]([each])))] * 4
    return max(LONGEST[kind], key=lambda each: columns_of(words.formats[name](each)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_line_of_the_terminal_is_too_wide_with_its_longest_facts(language: str) -> None:
    words = catalogue(language)
    lines = {
        id_: words.render(Message(id_, {name: longest(words, id_, name) for name in names}))
        for id_, names in made().items()
        if not id_.startswith(NO_LINES) and not id_.endswith((".others", ".heard"))
    }
    assert {id_: line for id_, line in lines.items() if columns_of(line) > WIDTH} == {}


def test_french_never_breaks_a_line_before_its_punctuation() -> None:
    texts = texts_of("fr")
    assert [id_ for id_, text in texts.items() if re.search(r"(?<=\S) [:;!»%]|« ", text)] == []
