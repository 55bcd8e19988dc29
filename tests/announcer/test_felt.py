"""The text of a spot follows from the conditions of the bet's lines, not from their words."""

from __future__ import annotations

import pytest

from puntobanco.announcer.catalogues import catalogue
from puntobanco.announcer.names import best_message, plain_odds, spot_message
from puntobanco.bets import CATALOGUE, Bet, Spot, find

ENGLISH = catalogue("en")


def spot_rule(bet: Bet) -> str:
    said = spot_message(bet)
    return ENGLISH.render(said) if said else ""


@pytest.mark.parametrize(
    "key, rule, pays",
    [
        ("player", "", "1 to 1"),
        ("banker_ez", "push on three-card 7", "1 to 1"),
        ("banker_super_6", "half on 6", "1 to 1"),
        ("banker_pair", "first two cards a pair", "11 to 1"),
        ("dragon_bonus_banker", "win by 4 to 9", "30, 10, 6, 4, 2 or 1 to 1"),
        ("super_6", "Banker wins with 6", "12 to 1"),
        ("lucky_6", "Banker wins with a two-card 6, Banker wins with a three-card 6", None),
    ],
)
def test_a_spot_says_when_its_bet_wins_and_what_it_pays(
    key: str, rule: str, pays: str | None
) -> None:
    bet = find(key)
    assert spot_rule(bet) == rule
    assert ENGLISH.pays(plain_odds(bet)) == (pays or bet.pays_text)


def test_a_main_bet_names_the_hand_only_where_it_is_the_winners() -> None:
    lines = ("tie: push", "banker wins and player total = 6: push", "banker wins: 1")
    bet = Bet.parse("own", lines, spot=Spot.BANKER)
    assert spot_rule(bet) == f"push on {bet.lines[1].words}"
    shared = Bet.parse("own", ("banker wins with three cards: 2", lines[2]), spot=Spot.BANKER)
    assert spot_rule(shared) == "2 to 1 on Banker wins with three cards"


def test_a_narrow_spot_shows_the_best_of_many_odds() -> None:
    shown = {key: best_message(bet) for key, bet in CATALOGUE.items()}
    for key, words in (("dragon_bonus_player", "up to 30"), ("matching_dragon_A", "up to 100")):
        best = shown[key]
        assert best is not None
        assert ENGLISH.render(best) == words
    assert shown["banker"] is shown["lucky_6"] is None
