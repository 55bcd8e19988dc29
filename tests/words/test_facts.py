"""Facts of each kind in words, in any currency. A missing fact is an error."""

from __future__ import annotations

from enum import Enum

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puntobanco.announcer import WIDTH, card_words, fitted, money
from puntobanco.announcer.catalogues import catalogue
from puntobanco.bets import Odds
from puntobanco.cards import DECK
from puntobanco.settlement import Currency, SignPlace
from puntobanco.words import LANGUAGES, GuestFact, Message, clause, english, in_english, message


class Result(Enum):
    """Outcomes that no module of the game has defined."""

    PLAYER = "player"
    TIE = "tie"


def test_money_has_the_sign_and_the_place_of_its_currency() -> None:
    euros = Currency("€", SignPlace.AFTER)
    assert [catalogue("en", each).money(9_50) for each in (euros, Currency("£"))] == [
        "9.50\N{NO-BREAK SPACE}€",
        "£9.50",
    ]
    assert (
        catalogue("fr").money(-1_234_50)
        == "moins 1\N{NARROW NO-BREAK SPACE}234,50\N{NO-BREAK SPACE}$"
    )


def test_without_a_currency_money_is_a_number_of_chips() -> None:
    assert [english().money(chips) for chips in (9_50, -5, 1_234_567)] == ["950", "-5", "1,234,567"]
    assert english().key("side") == "side bets: list them, or s 1 5 to bet 5 on the first"


def test_a_currency_is_named_by_its_sign_and_dollars_by_their_name() -> None:
    assert [english().currency_name(sign) for sign in (None, "€")] == ["dollars", "€"]


def test_odds_are_said_by_a_croupier() -> None:
    odds = [Odds(0), Odds(8), Odds(19, 20), Odds(54, 100)]
    assert [english().odds(each) for each in odds] == ["push", "8 to 1", "19 to 20", "0.54 to 1"]
    assert english().pays([Odds(12), Odds(20)]) == "20 or 12 to 1"
    assert english().pays([Odds(1), Odds(1, 2)]) == "1 to 1 or 1 to 2"


def test_cards_are_known_by_their_text_and_outcomes_by_their_value() -> None:
    assert [english().short_card(card) for card in ("9h", None)] == ["9h", "--"]
    assert english().card("Ts") == "ten of spades"
    assert [english().outcome(each) for each in Result] == ["P", "T"]


def test_a_guest_is_named_with_the_seat_if_the_name_is_missing_or_ambiguous() -> None:
    guests = [GuestFact("Ada", 1), GuestFact("Ada", 2, is_shared=True), GuestFact(None, 3)]
    assert [english().guest(each) for each in guests] == ["Ada", "Ada in seat 2", "Seat 3"]
    assert english().guest(GuestFact("Banker", 4)) == "Banker in seat 4"


def test_a_bet_of_an_error_is_known_by_its_key() -> None:
    facts = {"bet": "house_special", "bets": ("player", "dragon_7")}
    said = in_english(Message("refused.not_offered", facts))
    assert said == "Not offered: house_special. Bets: Player and Dragon 7."


def test_a_clause_has_no_capital_and_no_full_stop_but_keeps_a_fact_as_it_is() -> None:
    assert clause("refused.not_open", {}) == "this table is not open"
    assert clause("refused.disk_full", {"path": "Tables.db"}) == (
        "Tables.db: the disk is full, so nothing was changed"
    )


def test_a_message_that_lacks_a_fact_is_told() -> None:
    with pytest.raises(ValueError, match="burned in en: 'card' is missing"):
        in_english(message("burned", hidden=1))


def test_a_smaller_audience_is_within_the_first() -> None:
    assert message("a", 0x0FF).to(0xFF0).audience == 0x0F0


def test_every_card_has_words_of_its_own() -> None:
    assert len({card_words(card) for card in DECK}) == 52
    assert [card_words(card) for card in DECK[:2]] == ["ace of clubs", "two of clubs"]


@given(st.integers(0, 10**14))
def test_money_can_be_read_back(chips: int) -> None:
    whole, _, cents = money(chips).removeprefix("$").replace(",", "").partition(".")
    assert int(whole) * 100 + int(cents or 0) == chips


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_tie_begins_with_its_name_in_lines_and_on_the_page(language: str) -> None:
    words = catalogue(language)
    for id_ in ("coup.result.tie", "coup.result.naturals_tie", "page.call.tie"):
        said = words.render(Message(id_, {"player": 8, "banker": 9}))
        assert said.startswith(words.texts["bet.tie"])
        assert "égalité" in said.lower() or language not in ("en", "fr")


@given(st.text(st.characters(categories=["L", "N", "P", "S", "Zs"]), max_size=400))
def test_no_line_is_wider_than_the_screen(text: str) -> None:
    assert all(len(line) <= WIDTH for line in fitted(text))
