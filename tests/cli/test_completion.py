"""Shell completion."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.shell_completion import ShellComplete

from puntobanco.analysis.strategies.catalogue import PLACEMENTS, STAKINGS
from puntobanco.bets import CATALOGUE
from puntobanco.cli.entry import COMMANDS, group
from puntobanco.house import HOUSES


def offered(*words: str, typed: str = "") -> list[str]:
    shell = ShellComplete(group, {}, "puntobanco", "_PUNTOBANCO_COMPLETE")
    return [item.value for item in shell.get_completions(list(words), typed)]


def test_every_command_is_offered() -> None:
    assert offered() == list(COMMANDS)
    assert offered(typed="si") == ["simulate"]


@pytest.mark.parametrize("command", ["odds", "removal", "simulate"])
def test_bets_are_offered_by_their_beginning(command: str) -> None:
    assert offered(command, "--bet") == list(CATALOGUE)
    assert offered(command, "--bet", "tie", "--bet", typed="dragon_7") == ["dragon_7"]


@pytest.mark.parametrize("command", ["odds", "removal", "simulate", "play", "deal", "shoe"])
def test_houses_are_offered(command: str) -> None:
    assert offered(command, "--house") == list(HOUSES)
    assert offered(command, "--house", typed="six") == ["six_decks"]


def test_strategies_are_offered() -> None:
    assert offered("simulate", "--strategy") == list(PLACEMENTS)
    assert offered("simulate", "--staking") == list(STAKINGS)
    assert offered("simulate", "--staking", typed="mart") == ["martingale"]


def test_bets_of_a_house_file_are_offered_after_it(tmp_path: Path) -> None:
    house = tmp_path / "mine.toml"
    house.write_text('[bets.close_call]\nlines = ["margin = 1: 2"]\n', encoding="utf-8")
    assert offered("odds", "--house", str(house), "--bet", typed="close") == ["close_call"]


def test_a_file_is_offered_where_no_name_begins_so() -> None:
    shell = ShellComplete(group, {}, "puntobanco", "_PUNTOBANCO_COMPLETE")
    for words in (["odds", "--house"], ["simulate", "--strategy"]):
        (item,) = shell.get_completions(words, "./mi")
        assert item.type == "file"
