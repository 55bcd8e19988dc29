"""`puntobanco risk`, `program` and `odds --known`, as they are called."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from puntobanco.announcer import WIDTH
from tests.cli.conftest import Run

HOUSE = '[bets.four]\nlines = ["banker wins with 4: 6", "tie: push"]\n'


def data(run: Run, *arguments: object) -> Any:  # noqa: ANN401 - as json.loads
    return run(*arguments, "--json").data


def test_risk_has_the_keys_of_the_contract(run: Run) -> None:
    found = data(run, "risk", "--bet", "player", "--bankroll", "40", "--goal", "20")
    assert found["ruin"] == pytest.approx(0.522252780228, abs=1e-12)
    assert found["goal"] == pytest.approx(1 - found["ruin"])
    assert (found["neither"], found["bankroll"]) == (0, 40)
    assert found["coups"] == pytest.approx(917.766834321)


def test_the_same_bet_has_the_same_risk_however_it_is_named(run: Run, tmp_path: Path) -> None:
    terms = ("--bankroll", "10", "--goal", "7.5", "--coups", "50", "--decks", "6")
    file = tmp_path / "house.toml"
    file.write_text(HOUSE, encoding="utf-8")
    own = data(run, "risk", "--house", file, "--bet", "four", *terms)
    text = data(run, "risk", "--bet", "Banker wins with 4: 6; tie: push", *terms)
    assert own["bet"] == "four"
    assert text["bet"] == "own_bet"
    assert {name: own[name] for name in ("ruin", "goal", "coups")} == {
        name: text[name] for name in ("ruin", "goal", "coups")
    }


def test_a_bankroll_and_a_stake_are_found_for_a_risk(run: Run) -> None:
    asked = ("risk", "--bet", "banker", "--coups", "100")
    found = data(run, *asked, "--for-risk", "1%", "--bankroll", "1300")
    assert found["ruin"] <= 0.01
    assert found["stake"] == 1300 / found["bankroll"]
    less = data(run, *asked, "--bankroll", str(found["bankroll"] - 1))
    assert less["ruin"] > 0.01


def test_a_session_is_described_and_compared_with_whole_shoes(run: Run) -> None:
    asked = ("risk", "--bet", "player", "--bankroll", "5", "--coups", "40", "--run", "5")
    found = data(run, *asked, "--sessions", "500", "--seed", "x")
    played = found["session"]
    assert played["ahead"] + played["even"] + played["behind"] == pytest.approx(1)
    assert sum(chance for _, chance in played["distribution"]) == pytest.approx(1)
    assert 0 < played["winning_run"] < played["losing_run"] < 1
    assert abs(found["simulated"]["sigmas"]["ruin"]) < 4
    lines = run(*asked, "--sessions", "500", "--seed", "x").out.splitlines()
    assert "500 simulated sessions of whole shoes, seed x" in lines
    assert max(map(len, lines)) <= WIDTH


def test_programs_have_the_keys_of_the_contract(run: Run) -> None:
    bets = ("--bet", "player", "--bet", "banker")
    trip = ("--chips", "5000", "--rate", "1.6%", "--result", "+4,000,000", "--unit", "100000")
    found = data(run, "program", "rolling", *bets, *trip)
    assert found["coups_per_chip"] == pytest.approx(2.2103256797)
    assert found["break_even"] == -found["mean"] == pytest.approx(0.0253412415)
    assert found["sd"] == pytest.approx(1.3786022902)
    assert found["expected"] == pytest.approx(-4_670_620.7486)
    assert found["z"] == pytest.approx(0.8894595304)

    found = data(run, "program", "rebate", "--bet", "player", "--coups", "750", "--share", "50%")
    assert found["equivalent_rebate"] == pytest.approx(0.2954963967)
    assert found["value"] is found["quit_at"] is None
    found = data(run, "program", "rebate", "--bet", "player", "--rebate", "0.2", "--optimal")
    assert found["quit_at"] == {"win": 4, "loss": 4}
    assert found["value"] == pytest.approx(0.2036278040)

    hour = ("--stake", "100", "--coups-per-hour", "70", "--share", "30%")
    found = data(run, "program", "comp", "--bet", "banker", *hour)
    assert found["theoretical"] == pytest.approx(74.0534048973)
    assert found["comp"] == pytest.approx(0.3 * found["theoretical"])


def test_known_cards_have_the_keys_of_the_contract(run: Run) -> None:
    found = data(run, "odds", "--known", "5=?", "--bet", "player")
    assert (found["value"], found["forced_value"]) == pytest.approx((8.973166, 8.887524), abs=1e-6)
    known = data(run, "odds", "--known", "1=9", "--bet", "player")
    assert known["bets"][0]["edge"] == pytest.approx(-21.528134, abs=1e-6)
    assert "value" not in data(run, "odds", "--bet", "player")


@pytest.mark.parametrize(
    "arguments, words",
    [
        ("risk --bankroll 4", "--bet"),
        ("risk --bet nosuch --bankroll 4", "is not a bet"),
        ("risk --bet player", "give --bankroll, --for-risk or --coups"),
        ("risk --bet player --bankroll 0.5", "from 1 to 1,000,000 units"),
        ("risk --bet player --bankroll x", "is not a number"),
        ("risk --bet player --bankroll 4 --goal 0", "a goal must be above 0"),
        ("risk --bet player --bankroll 4 --goal -3", "a goal must be above 0"),
        ("risk --bet player --bankroll 4 --coups 0", "coups must be from 1"),
        ("risk --bet player --bankroll 4 --coups 1e7", "minutes: use fewer"),
        ("risk --bet player --for-risk 1%", "ruin is certain"),
        ("risk --bet player --for-risk 1% --goal 5", "no bankroll has a risk of ruin as low"),
        ("risk --bet player --for-risk 0% --coups 9", "above 0%"),
        ("risk --bet player --for-risk 5 --coups 9", "is not a share"),
        ("risk --bet player --bankroll 4 --run 3", "--run needs --coups"),
        ("risk --bet player --bankroll 4 --sessions 3", "--sessions needs --coups"),
        ("risk --bet player --bankroll 4 --coups 9 --sessions 9 --without 9h", "whole shoes need"),
        ("risk --bet player_pair --bankroll 4 --composition 9,9,9,9,9,9,9,9,9,9", "needs the rank"),
        ("program rolling", "--bet"),
        ("program rolling --bet player --result 4", "--result needs --chips"),
        ("program rolling --bet player --chips 0", "--chips must be from 1"),
        ("program rolling --bet player --chips 3 --unit 0", "--unit must be above 0"),
        ("program rebate --bet player", "give --rate or --share"),
        ("program rebate --bet player --rate 10%", "give --coups, --limit or --optimal"),
        ("program rebate --bet player --rate 10% --goal 4", "give --coups, --limit or --optimal"),
        ("program rebate --bet player --rate 110% --coups 5", "is not a share"),
        ("program rebate --bet player --share 50%", "--share needs --coups"),
        ("program rebate --bet player --rate 9% --optimal --goal 4", "not both"),
        ("program rebate --bet player --rate 100% --optimal", "the best session never ends"),
        ("program comp --bet player --stake 0", "must be above 0"),
        ("program nosuch", "nosuch"),
        ("odds --known 7=9", "places 1 to 6"),
        ("odds --known 1=9 --known 1=8", "card 1 is given twice"),
        ("odds --seen 9h --known 1=9", "already seen"),
        ("odds --bet tie --composition 9,9,9,9,9,9,9,9,9,0 --known 1=9", "none is left"),
    ],
)
def test_bad_input_is_refused_in_one_line(run: Run, arguments: str, words: str) -> None:
    assert words in run(*arguments.split()).refusal
