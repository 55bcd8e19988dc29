"""`puntobanco simulate --shoes-from`: records, folders, logs and exports; and what is refused."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from puntobanco.house import BURT, CLASSIC
from puntobanco.store import Store
from tests.cli.conftest import Run
from tests.cli.test_history import evening
from tests.cli.test_simulate import facts as simulated_facts
from tests.cli.test_simulate import untimed

RECORD = Path(__file__).parents[2] / "examples/shoe.bgn"
SESSION = ("--strategy", "follow", "--strategy", "edge banker < 1.05: 2 banker", "--unit", "20")


facts = partial(simulated_facts, command=("simulate",))


def figures(found: dict[str, Any]) -> dict[str, Any]:
    """Return the results without times and the seed."""
    found["specification"].pop("seed")
    found.pop("seed")
    return untimed(found)


def test_a_record_is_played_with_its_cards(run: Run) -> None:
    found = facts(run, "--shoes-from", RECORD, "--bet", "player_pair", *SESSION)
    assert (found["shoes"], found["coups"], found["seed"]) == (1, 4, None)
    assert found["outcomes"] == {"player": 2, "banker": 1, "tie": 1}
    assert found["recorded"]["known"] == "cards"
    follow, _ = found["strategies"]
    # P T P B: nothing, Player pushes, Player wins, Player loses.
    assert (follow["bets"], follow["lost"]) == (3, 0)


def test_a_folder_and_a_log_hold_several_shoes(run: Run, tmp_path: Path) -> None:
    log, folder = tmp_path / "tables.db", tmp_path / "folder"
    with Store.open(log) as store:
        evening(store, "one", CLASSIC, day=1, coups=90, bet="banker")
        evening(store, "two", BURT, day=2, coups=5, bet="player")
    found = facts(run, "--shoes-from", log, *SESSION)
    assert (found["shoes"], found["coups"]) == (3, 95)
    folder.mkdir()
    for shoe in ("one/1", "one/2", "two/1"):
        file = folder / f"{shoe.replace('/', '-')}.bgn"
        assert run("history", "export", shoe, file, "--db", log).code == 0
    assert figures(facts(run, "--shoes-from", folder, *SESSION)) == figures(found)


@pytest.mark.parametrize("rows", ["coups", "shoes"])
def test_an_exported_shoe_has_the_same_report(run: Run, tmp_path: Path, rows: str) -> None:
    file, again = str(tmp_path / "dealt.csv"), str(tmp_path / "again.csv")
    dealt = facts(
        run, "--shoes", "30", "--seed", "x", "--export-shoes", file, "--rows", rows, *SESSION
    )
    read = facts(run, "--shoes-from", file, "--export-shoes", again, "--rows", rows, *SESSION)
    assert figures(read) == figures(dealt)
    assert Path(again).read_bytes() == Path(file).read_bytes()


def test_the_shoe_of_a_seed_is_exported_as_it_was_dealt(run: Run, tmp_path: Path) -> None:
    reports = []
    for rows in ("coups", "shoes"):
        file = tmp_path / f"{rows}.csv"
        ran = run("shoe", "--seed", "x", "--json", "--export", file, "--rows", rows)
        assert ran.err == f"The shoes are in {file}.\n"
        shoe = json.loads(ran.out)
        found = facts(run, "--shoes-from", file, *SESSION)
        assert found["coups"] == shoe["statistics"]["coups"]
        assert found["outcomes"]["banker"] == shoe["statistics"]["banker_wins"]
        reports.append(figures(found))
    assert reports[0] == reports[1]


def test_people_read_how_much_the_shoes_can_prove(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "results.txt"
    file.write_text("BPBPPB\nbbp\n", encoding="utf-8")
    ran = run("simulate", "--shoes-from", file, "--ties", "unknown", "--strategy", "follow")
    assert ran.code == 0
    assert "2 shoes at classic, 9 coups, recorded." in ran.out
    assert "takes about 30,000 coups; these shoes have 9." in ran.out
    assert "Four-card coups" not in ran.out


@pytest.mark.parametrize(
    "text, arguments, refusal",
    [
        ("BPTB", ("--shoes", "5"), "use --shoes N or --shoes-from FILE, not both"),
        ("BPTB", ("--bet", "dragon_7"), "dragon_7 needs the number of cards, which the recorded"),
        ("BPTB", ("--ties", "unknown"), "shoe 1, coup 3: this is a tie"),
        ("BPTB", ("--count", "tie"), "counts deal their own shoes"),
        ("BPXB", (), "line 1: 'X' is not a result (column 3)"),
        ("\x00\xff", (), "is not UTF-8 text"),
        ("", (), "there is no coup in these shoes"),
        (
            "BGN: 1\nHouse: classic\nDecks: 6\n\n  1. 9s 7d Kh 5c 9-2 P\nEnd: unfinished, 1 coup\n",
            (),
            "--decks",
        ),
    ],
)
def test_bad_input_is_one_clear_line(
    run: Run, tmp_path: Path, text: str, arguments: tuple[str, ...], refusal: str
) -> None:
    file = tmp_path / "shoes"
    file.write_bytes(text.encode("latin-1"))
    assert refusal in run("simulate", "--shoes-from", file, *arguments).refusal


def test_shoes_are_named_in_one_way_or_the_other(run: Run, tmp_path: Path) -> None:
    assert "use --shoes N or --shoes-from FILE" in run("simulate").refusal
    refusal = run("simulate", "--shoes", "1", "--ties", "unknown").refusal
    assert "--ties unknown needs --shoes-from" in refusal
    assert "no files that end in" in run("simulate", "--shoes-from", tmp_path).refusal
    refusal = run("simulate", "--shoes", "100001", "--export-shoes", tmp_path / "x").refusal
    assert refusal == "--export-shoes writes up to 100,000 shoes"
