"""The keys, one by one, beyond what the transcripts show."""

from __future__ import annotations

import sys
from datetime import datetime, tzinfo
from pathlib import Path
from typing import Self

import pytest

from puntobanco.house import BURT, HOUSES

from .conftest import Typed


@pytest.mark.parametrize("line", ["p 25", "P 25", "p25", "p $25", "p 25.00", "player 25", "p\n25"])
def test_a_bet_may_be_typed_in_many_ways(line: str, play: Typed) -> None:
    ran = play("--bank", "100", typed=f"{line}\nq\n")
    assert "Bet: $25 on Player." in ran.lines


def test_keys_work_in_upper_case(play: Typed) -> None:
    lower = play("--bank", "100", "--seed", "a", typed="p 5\nx\nd\nm\ni\nr\nu\nz\nv\n=\nq\n")
    upper = play("--bank", "100", "--seed", "a", typed="P 5\nX\nD\nM\nI\nR\nU\nZ\nV\n=\nQ\n")
    assert lower.printed.lower() == upper.printed.lower()


def test_without_a_seed_no_two_evenings_are_alike(play: Typed) -> None:
    typed = "x\n" * 10 + "q\n"
    assert play("--bank", "10", typed=typed).out != play("--bank", "10", typed=typed).out


@pytest.mark.parametrize("house", HOUSES)
def test_every_named_house_can_be_played_to_the_end_of_its_shoe(house: str, play: Typed) -> None:
    """With a seed, since about one shoe in a hundred deals more than 85 coups."""
    options = ("--bank", "100000", "--house", house, "--level", "full", "--seed", "to the end")
    ran = play(*options, typed="p 5\nb 5\nx\n" * 85 + "q\n")
    assert ran.code == 0
    assert "Shuffle: shoe 2." in ran.lines
    assert any(line.startswith("Secret shown") for line in ran.lines)
    again = "" if house == "classic" else f" --house {house}"
    assert ran.lines[-1] == (
        f"Play again: puntobanco play --db tables.db{again} --seed 'to the end' --level full"
    )


class _OneSecond(datetime):
    @classmethod
    def now(cls, tz: tzinfo | None = None) -> Self:
        return cls(2026, 1, 1, tzinfo=tz)


def test_tables_of_one_second_have_different_names(
    play: Typed, monkeypatch: pytest.MonkeyPatch
) -> None:
    letters = iter(["0a1b", "0a1b", "2c3d", "2c3d", "4e5f"])
    monkeypatch.setattr("puntobanco.terminal.table.datetime", _OneSecond)
    monkeypatch.setattr("puntobanco.terminal.table.token_hex", lambda _: next(letters))
    for typed in ("x\nq\n", "c house ez\nx\nq\n"):
        ran = play("--bank", "100", typed=typed)
        assert (ran.code, ran.err) == (0, "")
    records = Path("records").glob("*.bgn")
    names = [f"20260101-000000-{drawn}-1.bgn" for drawn in ("0a1b", "4e5f")]
    assert sorted(each.name for each in records) == names


def test_the_last_ten_decisions_are_told_and_no_more(play: Typed) -> None:
    ran = play("--bank", "10", "--seed", "lily", typed="x\n" * 12 + "d\nq\n")
    (line,) = (line for line in ran.lines if line.startswith("Decisions"))
    assert line.removeprefix("Decisions, oldest first: ").count(" ") == 9


def test_all_bets_together_never_exceed_the_bankroll(play: Typed) -> None:
    ran = play("--bank", "10", typed="p 4\nb 4\nt 3\nt 2\ns 1 1\nq\n")
    assert "Too much: $3 is more than the $2 left to bet." in ran.lines
    assert "Too much: this needs $1, and you have nothing left to bet." in ran.lines


def test_odds_are_those_of_the_cards_not_seen(play: Typed) -> None:
    ran = play("--bank", "10", "--house", "burt", "--seed", "lily", typed="x\no\nq\n")
    at = next(at for at, line in enumerate(ran.lines) if line.startswith("House edge"))
    told = ran.lines[at + 1 : at + 1 + len(BURT.bets)]
    names = [line.split(":")[0] for line in told]
    assert names[:2] == ["Banker", "Player"]
    assert sorted(names) == sorted(bet.name for bet in BURT.bets)
    assert all(line.endswith("%.") for line in told)


def test_without_the_lab_the_odds_say_what_to_install(
    play: Typed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "puntobanco.analysis", None)
    ran = play("--bank", "10", typed="o\nq\n")
    assert "House edge: not installed. Run puntobanco odds for instructions." in ran.lines


def test_a_word_may_be_given_for_the_next_shuffle_without_a_question(play: Typed) -> None:
    typed = "f  rose bud \nx\nx\nq\n"
    ran = play("--house", "classroom", "--level", "full", "--word", "tulip", typed=typed)
    assert "Your word for shoe 2: rose bud." in ran.lines
    seeds = [line for line in ran.lines if line.startswith("Word: ")]
    assert seeds[:2] == ["Word: tulip.", "Word: rose bud."]
    assert len(set(seeds)) == 3


def test_a_word_that_cannot_be_printed_is_refused(play: Typed) -> None:
    ran = play("--house", "classroom", typed="f \x07\nq\n")
    assert "'?' cannot be your word: type printable characters." in ran.lines


def test_where_no_bets_are_taken_nothing_is_said_of_money(play: Typed) -> None:
    ran = play("--house", "classroom", "--level", "normal", typed="x\nm\n\n25\nq\n")
    assert ran.lines[0] == "Punto banco. x deals, ? lists the keys, q leaves."
    assert "$" not in ran.out
    assert "No bets: this house takes none." in ran.lines
    assert "Nothing typed: type x to deal or ? for the keys." in ran.lines
    assert ran.lines[-3:-1] == ["Table closed.", "Coups: 1 dealt."]
    interrupted = play("--house", "classroom", typed="x\n")
    assert "$" not in interrupted.out
    resumed = play("--house", "classroom", typed="y\nq\n")
    assert "Still open: your table at the classroom house." in resumed.lines
    assert "$" not in resumed.out.partition("\n")[2]


def test_where_every_coup_has_a_shoe_of_its_own_the_roads_go_on(play: Typed) -> None:
    played = play("--house", "classroom", "--seed", "fern", typed="x\nx\nd\nr\n")
    assert "Decisions, oldest first: P P." in played.lines
    assert "Roads: Player 2." in played.lines
    resumed = play("--house", "classroom", "--seed", "fern", typed="y\nx\nd\nq\n")
    assert "Decisions, oldest first: P P." in resumed.lines
    (three,) = (line for line in resumed.lines if line.startswith("Decisions, oldest first: P P "))
    assert len(three) == len("Decisions, oldest first: P P P.")


def test_a_bank_that_is_not_used_is_told_so(play: Typed) -> None:
    ran = play("--house", "classroom", "--bank", "100", typed="q\n")
    assert "Bank: ignored, because this house takes no bets." in ran.lines
    play("--bank", "50", typed="p 5\n")
    ran = play("--bank", "100", "--house", "ez", typed="y\nq\n")
    assert "Bank: ignored, because a resumed table keeps its money." in ran.lines
    assert "House: classic, because a resumed table keeps its rules." in ran.lines
    assert "Cashed out: $50." in ran.lines


def test_a_folder_that_is_named_is_never_made(run: Typed, tmp_path: Path) -> None:
    ran = run("play", "--db", str(tmp_path / "no/such/tables.db"), typed="q\n")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == f"puntobanco: --db: there is no folder '{tmp_path / 'no/such'}'\n"
    assert not (tmp_path / "no").exists()


def test_the_default_place_is_the_users_own_data_folder(
    run: Typed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    run("play", "--bank", "5", typed="q\n")
    files = sorted((tmp_path / "puntobanco").iterdir())
    assert "tables.db" in {file.name for file in files}
    assert (tmp_path / "puntobanco").stat().st_mode & 0o777 == 0o700
    assert all(file.stat().st_mode & 0o077 == 0 for file in files)


def test_a_relative_data_folder_is_ignored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from puntobanco.cli.installation import data_folder

    monkeypatch.setenv("HOME", str(tmp_path))
    assert data_folder({"XDG_DATA_HOME": "here"}) == tmp_path / ".local/share/puntobanco"
    assert data_folder({}) == tmp_path / ".local/share/puntobanco"


def test_the_record_of_a_shoe_is_written_where_it_is_said(play: Typed, run: Typed) -> None:
    ran = play("--bank", "10000", "--seed", "record", typed="p 5\nb 5\nx\n" * 100 + "q\n")
    finished, unfinished = (
        line.removeprefix("Record: ") for line in ran.lines if line.startswith("Record: ")
    )
    for place in (finished, unfinished):
        checked = run("verify", place)
        assert checked.code == 0, checked.out + checked.err


def test_a_record_that_cannot_be_written_stops_nothing(play: Typed, tmp_path: Path) -> None:
    (tmp_path / "records").write_text("in the way", encoding="utf-8")
    ran = play("--bank", "10", typed="x\nq\n")
    assert ran.code == 0
    assert ran.lines[-1].startswith("Play again: ")
    assert "cannot be written" in ran.out
    told = play("--bank", "10", "--language", "fr", typed="x\nq\n").out
    assert "écriture impossible." in told
    assert "cannot be written" not in told


# --- keys that move chips ------------------------------------------------------------------------


def test_chips_can_be_bought_at_any_time(play: Typed) -> None:
    ran = play("--bank", "100", typed="+ 500\n+25\n+\n10\n+ ten\nm\nq\n")
    assert ran.lines.count("Bankroll: $635.") == 2
    assert "Buy in for how many dollars? 10" in ran.lines
    assert "'ten' is not an amount: type dollars above zero, such as 25 or 2.50." in ran.lines
    assert "Result: neither won nor lost." in ran.lines


def test_all_bets_are_doubled_by_one_key(play: Typed) -> None:
    ran = play("--bank", "100", typed="*\np 20 t 5\n*\n*\nm\nq\n")
    assert "There are no bets to double." in ran.lines
    assert "Bet: $20 on Player, $40 in all." in ran.lines
    assert "Too much: $50 is more than the $50 left to bet." not in ran.lines
    assert "Left to bet: $0." in ran.lines


@pytest.mark.parametrize("answer,stake", [("y", "97"), ("n", None), ("", None)])
def test_everything_left_is_bet_on_the_last_spot_after_a_question(
    play: Typed, answer: str, stake: str | None
) -> None:
    ran = play("--bank", "100", typed=f"!\nt 1 p 2\n!\n{answer}\nm\nq\n")
    assert "Which bet? Type p, b or t before the amount, such as p 25." in ran.lines
    assert f"All in: $97 on Player (y/n)? {answer}" in ran.lines
    assert (f"Bet: ${stake} on Player, $99 in all." in ran.lines) == bool(stake)
    assert ("No bet." in ran.lines) == (stake is None)


def test_everything_is_no_more_than_the_limit_of_the_spot(play: Typed) -> None:
    ran = play("--bank", "5000.50", typed="pp 10\n!\ny\n!\nq\n")
    assert "All in: $990 on Player pair (y/n)? y" in ran.lines
    assert "Limits on Player pair: $1 to $1,000 in steps of $1, not $1,001." in ran.lines


# --- leaving -------------------------------------------------------------------------------------


@pytest.fixture
def locked(tmp_path: Path) -> str:
    """A house that locks stakes after a tie; the first coup of seed holly is one."""
    (tmp_path / "locked.toml").write_text('ties = "locked"\n', encoding="utf-8")
    return "locked.toml"


LOCKED = "You cannot leave yet: $20 is locked until Player or Banker wins."


def test_leaving_with_a_locked_stake_deals_the_coup_first(play: Typed, locked: str) -> None:
    game = ("--bank", "100", "--house", locked, "--seed", "holly")
    ran = play(*game, typed="p 20\nx\nq\nn\nz\nq\ny\n")
    assert ran.lines.count(LOCKED) == 2
    assert "Deal the coup, then leave (y/n)? n" in ran.lines
    dealt = ran.lines[ran.lines.index("Deal the coup, then leave (y/n)? y") :]
    assert any(" wins, " in line for line in dealt)
    assert ran.lines[-1].startswith("Play again: ")


def test_an_interrupted_table_keeps_its_locked_stake(play: Typed, locked: str) -> None:
    game = ("--house", locked, "--seed", "holly")
    ran = play(*game, "--bank", "100", typed="p 20\nx\nq\n")
    assert "Interrupted: your table is saved." in ran.lines
    again = play(*game, typed="n\nm\n")
    assert LOCKED in again.lines
    assert "Still in play: $20 on Player." in again.lines


def test_the_evenings_total_is_told_after_a_change_of_house(play: Typed) -> None:
    typed = "b 10\nx\n+ 50\ne\nc house ez\np 5\nx\nc house classic\ne\nm\nq\n"
    ran = play("--bank", "100", "--seed", "tulip", typed=typed)
    results = [line.split("Result: ")[1] for line in ran.lines if line.startswith("Result: ")]
    assert len(results) == 3

    def chips(result: str) -> float:
        sign = {"won": 1, "lost": -1, "neither": 0}[result.split(maxsplit=1)[0]]
        return sign * float(result.split("$")[1].rstrip(".")) if sign else 0

    total = sum(map(chips, results))
    (evening,) = (line for line in ran.lines if line.startswith("Evening: "))
    assert evening.endswith(" at 3 tables.")
    assert chips(evening.removeprefix("Evening: ").removesuffix(" at 3 tables.")) == total
    assert "Evening" not in play("--bank", "100", typed="x\nq\n").out


# --- records -------------------------------------------------------------------------------------

SHORT = 'decks = 1\nburn = "none"\ncut_card = 40\n'


@pytest.mark.parametrize(
    "setting,records", [("", 2), ("c records always\n", 2), ("c records never\n", 0)]
)
def test_records_are_kept_at_the_end_of_a_shoe_and_on_leaving_as_is_set(
    play: Typed, setting: str, records: int
) -> None:
    Path("short.toml").write_text(SHORT, encoding="utf-8")
    ran = play("--house", "short.toml", "--bank", "10", typed=f"{setting}e\nx\nq\n")
    assert len([line for line in ran.lines if line.startswith("Record: ")]) == records
    assert "Save a record" not in ran.out


@pytest.mark.parametrize("first,second", [("y", "n"), ("n", "y"), ("x", "y")])
def test_records_are_asked_for_at_the_end_of_a_shoe_and_on_leaving(
    play: Typed, first: str, second: str
) -> None:
    Path("short.toml").write_text(SHORT, encoding="utf-8")
    typed = f"c records ask\nc records perhaps\ne\n{first}\nx\nq\nwhat\n{second}\n"
    ran = play("--house", "short.toml", "--bank", "10", "--seed", "s", typed=typed)
    assert "'perhaps' is not one of always, ask and never." in ran.lines
    assert f"Save a record of shoe 1 (y/n)? {first}" in ran.lines
    assert "Save a record of shoe 2 (y/n)? what" in ran.lines
    kept = [(first != "n"), second == "y"]
    assert len([line for line in ran.lines if line.startswith("Record: ")]) == sum(kept)


def test_a_house_that_shuffles_before_every_coup_keeps_no_records(play: Typed) -> None:
    ran = play("--house", "classroom", typed="c records ask\nx\nq\n")
    assert "ecord" not in ran.out.partition("Deal? x")[2]
