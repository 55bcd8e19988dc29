"""The guide: tips for the first three coups of a newcomer."""

from __future__ import annotations

from pathlib import Path

import pytest

from puntobanco.announcer.catalogues import catalogue
from puntobanco.terminal.options import Settings, read_settings
from puntobanco.words import LANGUAGES, message
from tests.terminal.conftest import Typed
from tests.terminal.test_settings import FILE, at_terminal

NATURAL, SIX_CARDS = "9h Kd Ks Qd", "Jd Qh 5h Qd 9s 8h"
"""Player wins with a natural; Banker wins after two third cards."""
STOOD = "4h 2d 3s 3d 4c"
"""Player stands on 7, and Banker draws on 5."""

PICK = "Pick a hand: p 25 bets $25 on Player, b 25 on Banker."
DEAL = "Now type x: it deals the cards."
NINE = [
    "Closest to 9 wins: 7 beats 5.",
    "Aces count 1; tens, jacks, queens and kings 0.",
    "Only the last digit counts: 8 and 6 make 4.",
]
THIRD = "Third cards follow fixed rules. Player draws on 0 to 5."
AFTER_DRAW = "Banker looks at its own total and at Player's third card."
AFTER_STAND = "Player stood, so Banker draws on 0 to 5 too."
WHY = "Type i to see the rules that decided this coup."
DRAWS = [THIRD, AFTER_DRAW, WHY]
COMMISSION = "Commission: Banker wins more often, so it pays 19 to 20, not 1 to 1."
END = "No more tips. ? lists the keys."
TIPS = {PICK, DEAL, *NINE, *DRAWS, AFTER_STAND, COMMISSION, END}
MONEY = "This is play money. Press Enter for $1,000, or type an amount."
OFFER = "New here: type c guide for tips on your first three coups."


@pytest.fixture
def guided(play: Typed, tmp_path: Path) -> Typed:
    """Play with given cards: a burn, a natural, and coups of six cards."""
    cards = f"Ac 2c {NATURAL} {SIX_CARDS} {SIX_CARDS} {SIX_CARDS}"
    (tmp_path / "cards.txt").write_text(cards, encoding="utf-8")
    return lambda *more, typed="": play(
        "--cards", "cards.txt", "--bank", "1000", *more, typed=typed
    )


def test_each_tip_comes_once_when_it_is_needed(guided: Typed) -> None:
    lines = guided("--guide", typed="b 25\nx\nb 25\nx\nb 25\nx\nb 25\nx\nq\n").lines
    told = [line for line in lines if line in TIPS]
    assert told == [PICK, DEAL, *NINE, *DRAWS, COMMISSION, END]
    dealt = next(at for at, line in enumerate(lines) if line.startswith("Coup 1"))
    assert lines.index(NINE[-1]) < dealt < lines.index(THIRD)
    won = next(at for at, line in enumerate(lines) if line.startswith("You win $23.75 on Banker"))
    assert won < lines.index(THIRD) < lines.index(COMMISSION) < lines.index(END)
    assert lines[lines.index(PICK) + 1].startswith("Player, Banker, Tie?")


def test_a_banker_that_draws_after_player_stood_is_not_explained_by_a_third_card(
    play: Typed, tmp_path: Path
) -> None:
    (tmp_path / "cards.txt").write_text(f"Ac 2c {STOOD} {SIX_CARDS}", encoding="utf-8")
    options = ("--cards", "cards.txt", "--bank", "1000", "--guide")
    lines = play(*options, typed="p 25\nx\np 25\nx\nq\n").lines
    told = [line for line in lines if line in TIPS]
    assert told == [PICK, DEAL, *NINE, THIRD, AFTER_STAND, WHY, AFTER_DRAW]


def test_the_guide_can_be_stopped_and_asked_for_again(guided: Typed) -> None:
    lines = guided("--guide", typed="c guide\np 25\nx\nc guide y\nx\nq\n").lines
    assert "Guide: off." in lines
    assert [line for line in lines if line in TIPS] == [PICK, PICK, *NINE, *DRAWS]


def test_the_guide_is_offered_on_the_very_first_start_and_remembered_until_it_ends(
    tmp_path: Path,
) -> None:
    first = at_terminal(tmp_path, typed="\nc guide\np 25\nx\nq\ny\n")
    assert (
        first.index(MONEY) < first.index("Bankroll in dollars?") < first.index("Bankroll: $1,000.")
    )
    assert first.count(OFFER) == 1
    assert first.index(OFFER) > first.index("Bankroll in dollars?")
    assert "Guide: on, with tips for three coups." in first
    assert read_settings(tmp_path / FILE) == Settings(guide=True)
    second = at_terminal(tmp_path, typed="1000\np 25\nx\nx\nx\nz\nq\ny\n")
    assert OFFER not in second
    assert END in second
    assert read_settings(tmp_path / FILE) == Settings()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_guide_speaks_every_language(language: str, guided: Typed) -> None:
    lines = guided("--guide", "--language", language, typed="b 25\nx\nb 25\nx\nx\nq\n").lines
    words = catalogue(language)
    for tip in (message("coach.nine"), message("coach.third"), message("play.guide.end")):
        assert words.render(tip) in lines
