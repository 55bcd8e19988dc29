"""`puntobanco simulate`: its contract, its refusals, Ctrl-C, checkpoints and a cluster."""

from __future__ import annotations

import csv
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from collections import deque
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from errno import ELOOP, ENOSPC
from multiprocessing import resource_tracker
from pathlib import Path
from typing import Any

import cloudpickle  # type: ignore[import-untyped] # untyped there
import msgspec
import pytest
from click import ClickException

from puntobanco.analysis._jit import jit_guarded
from puntobanco.analysis.counting.counts import COUNTS
from puntobanco.analysis.plan import Plan
from puntobanco.analysis.simulation.blocks import Progress, Tally
from puntobanco.analysis.simulation.blocks import run as run_blocks
from puntobanco.analysis.simulation.specification import KernelRules, ShoesJob, Specification
from puntobanco.analysis.strategies.catalogue import PLACEMENTS, STAKINGS
from puntobanco.analysis.strategies.strategy import Strategy
from puntobanco.cards import DECK
from puntobanco.cli.simulation.files import progress_display
from puntobanco.cli.simulation.options import WorkerOptions
from puntobanco.cli.simulation.run import cluster_errors, compile_kernels, pool_of
from puntobanco.house import CLASSIC
from tests.cli.conftest import Run, start

PATIENCE = 60.0
"""Seconds that a busy machine may need."""

QUICK = ("simulate", "--shoes", "500", "--seed", "cli")


def facts(run: Run, *arguments: object, command: tuple[str, ...] = QUICK) -> dict[str, Any]:
    ran = run(*command, *arguments, "--json")
    assert ran.code == 0, ran.err
    found: dict[str, Any] = json.loads(ran.out)
    return found


def untimed(found: Mapping[str, Any]) -> dict[str, Any]:
    """Return the results without times."""
    timed = ("seconds", "coups_per_second")
    strategies = [untimed(each) for each in found.get("strategies", ())]
    rest = {key: value for key, value in found.items() if key not in timed}
    return {**rest, "strategies": strategies} if strategies else rest


def test_json_has_the_keys_of_the_contract(run: Run) -> None:
    found = facts(run)
    assert {
        "version",
        "seed",
        "shoes",
        "coups",
        "outcomes",
        "coups_per_shoe",
        "score_histogram",
        "bets",
        "strategies",
        "seconds",
        "coups_per_second",
    } <= found.keys()
    assert (found["version"], found["seed"], found["shoes"]) == (1, "cli", 500)
    assert set(found["outcomes"]) == {"player", "banker", "tie"}
    assert sum(found["outcomes"].values()) == found["coups"]
    assert sum(row[4] for row in found["score_histogram"]) == found["coups"]
    lengths = {int(coups): shoes for coups, shoes in found["coups_per_shoe"].items()}
    assert sum(lengths.values()) == found["shoes"]
    assert sum(coups * shoes for coups, shoes in lengths.items()) == found["coups"]
    assert all(len(row) == 5 for row in found["score_histogram"])
    for bet in found["bets"]:
        assert {"key", "edge", "edge_se", "edge_expected", "sd"} <= bet.keys()
    banker = next(bet for bet in found["bets"] if bet["key"] == "banker")
    assert banker["edge_expected"] == pytest.approx(1.057906, abs=1e-6)
    assert found["coups_per_second"] == pytest.approx(found["coups"] / found["seconds"])
    assert not found["partial"]


def test_the_same_seed_gives_the_same_report_on_any_number_of_threads(run: Run) -> None:
    arguments = ("--strategy", "follow", "--count", "tie", "--bet", "player_pair", "--bet", "tie")
    one, other = (untimed(facts(run, *arguments, "--threads", each)) for each in "13")
    assert one == other
    assert [bet["key"] for bet in one["bets"]] == ["player_pair", "tie"]


def test_without_a_seed_a_new_one_is_reported(run: Run) -> None:
    seeds = {json.loads(run("simulate", "--shoes", "9", "--json").out)["seed"] for _ in "12"}
    assert len(seeds) == 2


def test_people_read_lines_and_tables(run: Run) -> None:
    strategy = ("--strategy", "streak >= 3: last", "--staking", "1-3-2-6")
    ran = run(*QUICK, "--bet", "banker", *strategy, "--count", "perfect")
    lines = ran.out.splitlines()
    assert lines[0].startswith("500 shoes at classic, 4")
    assert lines[1].startswith("Player ")
    assert lines[2].startswith("Coups per shoe: 8")
    assert "cut-card effect" in lines[3]
    assert any(line.startswith("banker") and "1.0579" in line for line in lines)
    (verdict,) = (line for line in lines if line.startswith("streak >= 3: last (1-3-2-6): "))
    assert "standard errors from exact: luck." in verdict
    assert "Each session: $1,000 with a unit of $10; 1 shoe." in lines
    assert "Strategies, longest losing run: the most losses in a row in any session." in lines
    assert any(line.startswith("perfect") for line in lines)


def test_csv_has_one_figure_a_row(run: Run) -> None:
    ran = run(*QUICK, "--csv", "--strategy", "always banker", "--count", "dragon_7")
    rows = list(csv.DictReader(ran.out.splitlines()))
    assert set(rows[0]) == {"section", "name", "figure", "value"}
    found = {(row["section"], row["name"], row["figure"]): row["value"] for row in rows}
    assert len(found) == len(rows)
    assert found["", "simulation", "shoes"] == "500"
    assert float(found["bets", "tie", "edge_expected"]) == pytest.approx(14.359629, abs=1e-6)
    assert float(found["strategies", "always banker/flat", "sessions"]) == 500
    assert "percentiles 50" in {row["figure"] for row in rows}
    assert ("counts", "dragon_7/dragon_7", "units_per_shoe") in found


def test_decks_and_houses_change_what_is_dealt(run: Run) -> None:
    six, one = facts(run, "--house", "six_decks"), facts(run, "--decks", "1")
    assert six["decks"] == 6
    assert one["decks"] == 1
    assert one["coups"] < 5_000 < six["coups"]
    ez = facts(run, "--house", "ez")
    assert "banker_ez" in [bet["key"] for bet in ez["bets"]][:3]


def test_a_count_may_be_the_guests_own(run: Run) -> None:
    text = "mine on dragon_7: A0 20 30 4-1 5-1 6-1 7-1 8+2 9+2 T0, at a true count of 4"
    mine, known = facts(run, "--count", text, "--count", "dragon_7_simple")["counts"]
    assert mine["how"] == text
    assert mine["bets"] == known["bets"] > 0


def test_a_count_of_52_tags_may_be_on_a_bet_that_a_house_defines(run: Run, tmp_path: Path) -> None:
    house = tmp_path / "own.toml"
    house.write_text('[bets.red_pair]\nlines = ["either pair red: 8"]\n', encoding="utf-8")
    tags = " ".join(f"{card}{'-1' if card.suit.is_red else '+1'}" for card in DECK)
    text = f"mine on red_pair: {tags}, at a running count of 6"
    own = ("--house", str(house), "--count", text, "--bet", "red_pair")
    (found,) = facts(run, *own)["counts"]
    assert (found["how"], found["bet"]) == (text, "red_pair")
    assert 0.05 < found["frequency"] < 0.5
    checkpoint = ("--checkpoint", str(tmp_path / "kept"))
    one, again = (untimed(facts(run, *own, *checkpoint, "--threads", each)) for each in "12")
    assert one == again
    house.write_text('[bets.red_pair]\nlines = ["either pair red: 9"]\n', encoding="utf-8")
    assert "another simulation" in run(*QUICK, *own, *checkpoint).refusal


def test_json_of_a_strategy_has_the_keys_of_the_contract(run: Run) -> None:
    (found,) = facts(run, "--strategy", "streak >= 3: opposite")["strategies"]
    assert {
        "name",
        "placement",
        "staking",
        "sessions",
        "ahead",
        "mean_end",
        "median_end",
        "ruined",
        "goal",
        "coups",
        "bets",
        "action",
        "loss_share",
        "loss_share_se",
        "exact_share",
        "sigmas",
        "verdict",
    } <= found.keys()
    assert (found["placement"], found["staking"]) == ("streak >= 3: opposite", "flat")
    assert found["sessions"] == 500
    assert 0 < found["bets"] < found["coups"]
    assert found["action"] == 10 * found["bets"]


def test_sessions_follow_their_options(run: Run) -> None:
    found = facts(
        run,
        *("--strategy", "always player", "--staking", "martingale", "--bank", "200"),
        *("--unit", "2", "--cap", "40", "--stop-loss", "100", "--goal", "50", "--session", "2"),
        *("--trailing-stop", "90", "--losing-run", "30", "--bets-per-shoe", "60"),
    )
    (strategy,) = found["strategies"]
    assert strategy["sessions"] == 250
    session = strategy["session"]
    assert (session["unit"], session["cap"], session["trailing_stop"]) == (2, 40, 90)
    assert (session["losing_run"], session["bets_per_shoe"]) == (30, 60)
    assert strategy["goal"] + strategy["stopped"] + strategy["ruined"] <= 1
    assert strategy["mean_end"] < 300


def test_stakings_are_matched_to_strategies_in_order(run: Run) -> None:
    strategies = ("--strategy", "follow", "--strategy", "oppose")
    both = facts(run, *strategies, "--staking", "paroli")["strategies"]
    assert [each["staking"] for each in both] == ["paroli", "paroli"]
    each = facts(run, *strategies, "--staking", "oscar", "--staking", "flat")["strategies"]
    assert [one["staking"] for one in each] == ["oscar", "flat"]
    three = ("--staking", "flat") * 3
    assert "3 --staking for 2 --strategy" in run(*QUICK, *strategies, *three).refusal


STRATEGIES = """
[[strategy]]
name = "patient"
placement = "streak >= 3: opposite"
staking = "martingale"
max_steps = 4
at_cap = "hold"

[[strategy]]
placement = "true_count dragon_7 >= 0: tie"
count = "dragon_7"
stake = { 0 = 1, 2 = 5 }
"""


def test_a_file_holds_several_strategies(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(STRATEGIES, encoding="utf-8")
    first, second = facts(run, "--strategies", file)["strategies"]
    assert (first["name"], first["staking"]) == ("patient", "martingale, max_steps=4, at_cap=hold")
    assert second["staking"] == "ramp dragon_7 0:1 2:5"


@pytest.mark.parametrize(
    "text, refusal",
    [
        ("x = 1", "it needs tables [[strategy]] and nothing else"),
        ("[[strategy]]\nname = 'x'", "strategy 1: placement is missing"),
        ("[[strategy]]\nplacement = 'follow'\nstakes = 1", "strategy 1: stakes is not one of name"),
        ("[[strategy]]\nplacement = 'strek > 1: last'", "line 1, column 1: 'strek' is not"),
        ("[[strategy]]\nplacement = 'follow'\nstake = 3", "stake is a table such as"),
        ("[[strategy", "Expected"),
    ],
)
def test_a_mistake_in_a_file_of_strategies_is_named(
    run: Run, tmp_path: Path, text: str, refusal: str
) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(text, encoding="utf-8")
    ran = run(*QUICK, "--strategies", file)
    assert ran.refusal.startswith(f"--strategies {file}")
    assert refusal in ran.refusal


def test_the_named_strategies_are_listed_with_their_texts(run: Run) -> None:
    listed = run("strategies", "--json").data
    texts = {each["name"]: each["text"] for each in listed["placements"]}
    assert texts["follow"] == "otherwise: last"
    assert texts["streak N"] == "streak >= 3: last"
    assert {each["name"] for each in listed["stakings"]} >= {"flat", "martingale", "oscar"}
    assert "  follow: the side that won last" in run("strategies").out.splitlines()


def test_own_functions_come_from_a_file(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        "def shy(memory, result):\n    return 1\n"
        "def place(view):\n    return {'banker': 1} if view.coup > 1 else {}\n",
        encoding="utf-8",
    )
    shy, flat = facts(
        run,
        *("--strategy", "follow", "--strategy", "follow"),
        *("--staking", f"{file}:shy", "--staking", "flat"),
    )["strategies"]
    assert shy["engine"] == "staking compiled"
    assert shy["lost"] == flat["lost"]
    arguments = ("simulate", "--shoes", "5", "--strategy", f"{file}:place", "--json")
    (mine,) = json.loads(run(*arguments).out)["strategies"]
    assert mine["bets"] == mine["coups"] - 5
    refusal = run(*QUICK, "--strategy", f"{file}:bold").refusal
    assert refusal.startswith(f"--strategy: {file}:bold can't be used: AttributeError")


def test_an_own_placement_that_fails_keeps_the_checkpoint(run: Run, tmp_path: Path) -> None:
    file, checkpoint = tmp_path / "mine.py", tmp_path / "kept"
    file.write_text("def place(view):\n    return {'nosuch': 1}\n", encoding="utf-8")
    arguments = ("--strategy", "follow", "--strategy", f"{file}:place")
    refusal = run(*QUICK, *arguments, "--checkpoint", checkpoint).refusal
    assert re.search(r"failed at shoe 1, coup 1: ", refusal)
    kept = checkpoint.read_bytes()
    run(*QUICK, *arguments, "--checkpoint", checkpoint)
    assert checkpoint.stat().st_size == len(kept)
    done = [set(each["done"]) for each in msgspec.msgpack.decode(kept)["progress"]]
    assert done == [{1}, {1}, {0}]


def test_an_own_staking_that_was_just_edited_plays_as_it_now_reads(
    run: Run, tmp_path: Path
) -> None:
    """Nothing compiled of the file is kept beside it."""
    file = tmp_path / "mine.py"
    actions = []
    for stake in (1, 2):
        file.write_text(f"def mine(memory, result):\n    return {stake}\n", encoding="utf-8")
        staking = ("--staking", f"{file}:mine", "--bank", "100000")
        (strategy,) = facts(run, "--strategy", "always banker", *staking)["strategies"]
        actions.append(strategy["action"])
    assert actions[1] == 2 * actions[0]
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize("option", ["--report", "--checkpoint"])
def test_what_is_not_a_file_is_never_replaced(run: Run, tmp_path: Path, option: str) -> None:
    pipe, link = tmp_path / "pipe", tmp_path / "link"
    os.mkfifo(pipe)
    link.symlink_to(pipe)
    for path in (pipe, link):
        assert "not a file" in run(*QUICK, option, path).refusal
    assert pipe.is_fifo()
    assert link.is_symlink()


@pytest.mark.parametrize("option", ["--report", "--checkpoint"])
def test_links_that_lead_to_each_other_are_refused(run: Run, tmp_path: Path, option: str) -> None:
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    refusal = run(*QUICK, option, loop).refusal
    assert refusal.endswith(f"{loop} cannot be written: {os.strerror(ELOOP)}")


def test_a_checkpoint_behind_a_link_is_written_where_the_link_points(
    run: Run, tmp_path: Path
) -> None:
    there, link = tmp_path / "there", tmp_path / "link"
    link.symlink_to(there)
    facts(run, "--checkpoint", link)
    assert link.is_symlink()
    assert there.stat().st_size > 0


def test_a_checkpoint_that_cannot_be_moved_into_place_is_refused(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_part: Path, _path: Path) -> None:
        raise OSError(ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    checkpoint = str(tmp_path / "c")
    refusal = run(*QUICK, "--checkpoint", checkpoint).refusal
    assert refusal.endswith(f"{checkpoint} cannot be written: No space left on device")
    assert not [*tmp_path.iterdir()]


def test_a_checkpoint_of_other_pays_or_of_an_edited_function_is_not_resumed(
    run: Run, tmp_path: Path
) -> None:
    eight, nine, checkpoint = (tmp_path / name for name in ("8.toml", "9.toml", "checkpoint"))
    eight.write_text("tie_pays = 8\n", encoding="utf-8")
    nine.write_text("tie_pays = 9\n", encoding="utf-8")
    bets = ("--bet", "player", "--bet", "tie")
    perfect = ("--count", "perfect", *bets, "--checkpoint", str(checkpoint))
    facts(run, "--house", eight, *perfect)
    assert "another simulation" in run(*QUICK, "--house", nine, *perfect).refusal
    checkpoint.unlink()

    file = tmp_path / "mine.py"
    file.write_text("K = 1\nmine = lambda memory, result: K\n", encoding="utf-8")
    own = ("--strategy", "follow", "--staking", f"{file}:mine", "--checkpoint", str(checkpoint))
    one, again = (untimed(facts(run, *own)) for _ in "12")
    assert one == again
    file.write_text("K = 2\nmine = lambda memory, result: K\n", encoding="utf-8")
    assert "another simulation" in run(*QUICK, *own).refusal


def test_the_specification_is_part_of_what_machines_read(run: Run) -> None:
    asked = facts(run, "--strategy", "follow", "--goal", "50", "--count", "tie")["specification"]
    assert asked["house"].startswith('name = "classic"')
    assert asked["package"].startswith("puntobanco ")
    assert (asked["bankroll"], asked["unit"], asked["goal"]) == (1000, 10, 50)
    assert asked["strategies"] == ["follow: flat"]
    assert asked["counts"][0].startswith("tie on tie: A0 2-1")
    ran = run(*QUICK, "--strategy", "follow", "--markdown")
    assert "Each session: $1,000 with a unit of $10; 1 shoe." in ran.out


def test_results_are_printed_even_if_the_page_can_no_longer_be_written(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("puntobanco.analysis.output.report.write", full)
    ran = run(*QUICK, "--report", tmp_path / "page.html")
    assert ran.code != 0
    assert ran.out.startswith("500 shoes at classic")
    assert ran.err.splitlines()[-1].endswith("cannot be written: No space left on device")


@pytest.mark.parametrize(
    "address", ["", "nonsense://", "nonsense://x", "nonsense", "tcp://127.0.0.1:1"]
)
def test_an_unreachable_scheduler_is_reported_in_one_line(address: str) -> None:
    """It runs in a process of its own, to end what Dask has started."""
    with start(*QUICK, "--scheduler", address) as process:
        out, err = process.communicate()
    assert (process.returncode, out) == (2, "")
    (line,) = err.splitlines()
    assert line.startswith(f"puntobanco: the scheduler {address!r} cannot be reached")


@pytest.mark.parametrize(
    "arguments, refusal",
    [
        ("--shoes 0", "0 shoes is out of range: use 1 to 100,000,000,000"),
        ("--shoes -5", "-5 shoes is out of range: use 1 to"),
        ("--shoes 999999999999999999999999999999", "shoes is out of range: use 1 to"),
        ("--strategy folow", "--strategy: 'folow' is not a strategy: always, follow"),
        ("--strategy 'streak >> 3: last'", "--strategy: line 1, column 9: '>' is not a number"),
        (
            "--strategy 'lost: panda_8'",
            "lost: panda_8: line 1, column 7: 'panda_8' is not a bet that classic",
        ),
        (
            "--strategy 'edge player_pair < 0: skip'",
            "line 1, column 6: 'player_pair' is not a bet on the score",
        ),
        ("--staking flat", "--staking needs --strategy"),
        (
            "--strategy follow --staking martingael",
            "--staking: 'martingael' is not a staking: flat, martingale",
        ),
        ("--bet panda", "'panda' is not a bet"),
        ("--count hi-lo", "'hi-lo' is not a count: player"),
        ("--count 'mine on tie: A+1, at a true count of 4'", "is not a count such as"),
        (
            "--count tie --shoes 9999999999",
            "9999999999 shoes is out of range: use 1 to 1,000,000,000",
        ),
        ("--strategy follow --cap 5", "a cap of $5 is below the unit of $10"),
        ("--strategy follow --unit 0.30", "must be a multiple of $0.20"),
        ("--strategy follow --bank nothing", "'nothing' is not an amount"),
        ("--strategy follow --coups 0", "a session lasts 1 to"),
        ("--threads 0", "--threads: 0 is out of range: use 1 to 1024"),
        ("--decks 0", "decks: 0 is out of range: use 1 to 12"),
        ("--report /no/such/folder/r.html", "there is no folder /no/such/folder"),
        ("--report /", "/"),
        ("--checkpoint /no/such/folder/c", "/no/such/folder/c cannot be written"),
        ("--json --csv", "use only one of --json, --csv and --markdown"),
        ("--session 2 --coups 9", "use --session or --coups, not both"),
        ("--session 0", "a session lasts 1 to"),
        ("--cap 5", "a cap of $5 is below the unit of $10"),
        ("--strategy 'always banker' --cap 20000", "a cap of $20,000 is above the $10,000"),
        ("--report here --checkpoint ./here", "are the same file"),
    ],
)
def test_bad_input_is_one_clear_line_before_any_work(
    run: Run, arguments: str, refusal: str
) -> None:
    assert refusal in run(*QUICK, *shlex.split(arguments)).refusal


TELLING = (
    "from puntobanco.cli import main; from puntobanco.cli.simulation import files;"
    "files.SECONDS_BETWEEN_LINES = 0.0; main()"
)
"""The command, reporting progress after every block."""


def test_ctrl_c_stops_at_a_block_and_reports_what_was_done(tmp_path: Path) -> None:
    """The run stops within a block and keeps a checkpoint."""
    checkpoint, shoes = tmp_path / "half", "4000000000"
    command = [sys.executable, "-c", TELLING, "simulate", "--shoes", shoes, "--seed", "stop"]
    pipe = subprocess.PIPE
    with subprocess.Popen(
        [*command, "--json", "--checkpoint", str(checkpoint)],
        stdout=pipe,
        stderr=pipe,
        encoding="utf-8",
    ) as process:
        assert process.stderr
        try:
            assert " of 4,000,000,000 shoes done, " in process.stderr.readline()
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=600)
        finally:
            process.kill()
    assert process.returncode == 130, err
    found = json.loads(out)
    assert found["partial"]
    assert 0 < found["shoes"] < int(shoes)
    assert found["shoes"] % 65_536 == 0
    assert found["unfinished"] == [
        f"dealing stopped after {found['shoes']:,} of 4,000,000,000 shoes"
    ]
    assert checkpoint.stat().st_size > 0


def test_a_checkpoint_resumes_to_the_same_report(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "checkpoint"
    whole = untimed(facts(run, "--strategy", "follow"))
    first = untimed(facts(run, "--strategy", "follow", "--checkpoint", file))
    again = untimed(facts(run, "--strategy", "follow", "--checkpoint", file))
    assert whole == first == again
    refusal = run(*QUICK, "--checkpoint", file, "--shoes", "501").refusal
    assert refusal.endswith("another simulation, with other rules, size or seed")
    file.write_bytes(b"torn")
    assert "not one, or damaged" in run(*QUICK, "--checkpoint", file).refusal


def test_a_checkpoint_knows_its_seed(run: Run, tmp_path: Path) -> None:
    file = ("--checkpoint", str(tmp_path / "checkpoint"))
    first = facts(run, "--seed", "of the first", *file)
    command = ("simulate", "--shoes", "500", "--json", *file)
    again = json.loads(run(*command).out)
    assert untimed(again) == untimed(first)
    assert again["seed"] == "of the first"
    assert "other rules, size or seed" in run(*command, "--seed", "another").refusal


def test_progress_is_printed_in_plain_lines_elsewhere(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("puntobanco.cli.simulation.files.SECONDS_BETWEEN_LINES", 0.0)
    asked = ("--shoes", "20000", "--threads", "1", "--strategy", "follow", "--strategy", "oppose")
    lines = run(*QUICK, *asked).err.splitlines()
    assert lines[-1].startswith("100 %: 20,000 of 20,000 shoes done, ")
    assert lines[-1].endswith("about 0 s left")


class Compiled:
    """A job whose kernel is always compiled."""

    def compile_kernels(self) -> None:
        jit_guarded(lambda number: number + 1, 1)


def test_compiling_is_told_once_for_all_jobs_on_a_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    jobs: list[Any] = [Compiled(), Compiled()]
    notice = "compiling for this machine, which takes a few seconds the first time\n"
    for is_terminal, said in ((True, notice), (False, "")):
        monkeypatch.setattr(sys.stderr, "isatty", lambda answer=is_terminal: answer)
        compile_kernels(jobs, should_stop=lambda: False)
        assert capsys.readouterr().err == said


def test_the_estimate_begins_when_the_first_shoes_are_dealt_not_while_kernels_compile(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (job,) = Specification(CLASSIC, 192).jobs("estimate")
    far, clock = Progress(job), [0.0]
    monkeypatch.setattr("puntobanco.cli.simulation.files.monotonic", lambda: clock[-1])
    with progress_display([far], plain=True) as show:
        for block, at in enumerate((60.0, 65.0, 80.0)):
            clock.append(at)
            far.add(block, job.play(block))
            show()
    assert capsys.readouterr().err == ("100 %: 192 of 192 shoes done, 6 a second, about 0 s left\n")


@pytest.fixture(scope="session")
def _dask() -> None:
    """Start what lives as long as the tests."""
    from distributed.utils import _offload_executor

    resource_tracker.ensure_running()
    _offload_executor.submit(int).result()


def local_cluster(**options: object) -> Any:  # noqa: ANN401 - untyped there
    from distributed import LocalCluster

    return LocalCluster(dashboard_address=None, **options)  # type: ignore[no-untyped-call]  # as above


@pytest.mark.usefixtures("_dask")
@pytest.mark.filterwarnings("ignore")
def test_a_cluster_gives_the_same_report_even_if_a_worker_dies(run: Run) -> None:
    """Two worker processes on this machine; one is killed in the middle of a strategy."""
    from distributed import Client

    texts = ("streak >= 3: opposite", "true_count dragon_7 >= 1: 2 tie + player_pair")
    strategies = tuple(Strategy.parse(text, staking="martingale") for text in texts)
    plan = Plan(Specification(CLASSIC, 20_000), "cluster", strategies)
    shared = tuple(map(Progress, plan.jobs()))
    killed: list[int] = []
    cluster = local_cluster(n_workers=2, threads_per_worker=1, processes=True)
    client: Any = Client(cluster)  # type: ignore[no-untyped-call]  # untyped there
    with cluster, client, client.get_executor(pure=False) as pool:

        def kill() -> None:
            if not killed and shared[1].done.mean() >= 0.4:
                killed.append(next(iter(client.run(os.getpid).values())))
                os.kill(killed[0], signal.SIGKILL)
                assert not shared[1].is_complete

        for progress in shared:
            run_blocks(progress, pool, workers=2, blocks_per_task=2, on_progress=kill)
        address = cluster.scheduler_address
        there = untimed(facts(run, "--scheduler", address, "--strategy", "follow"))
        client.wait_for_workers(2)  # a cluster does not end while a worker is being started
    assert killed
    one, two = (untimed(plan.simulate(threads=threads).json()) for threads in (1, 2))
    assert untimed(plan.results(shared).json()) == one == two
    assert there == untimed(facts(run, "--strategy", "follow"))


@pytest.mark.usefixtures("_dask")
@pytest.mark.filterwarnings("ignore")
@pytest.mark.skipif(not shutil.which("openssl"), reason="openssl makes the certificate")
def test_a_cluster_may_ask_for_certificates(run: Run, tmp_path: Path) -> None:
    from distributed import Security

    certificate, key = str(tmp_path / "cert.pem"), str(tmp_path / "key.pem")
    wanted = "req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=localhost -keyout"
    subprocess.run(
        ["openssl", *wanted.split(), key, "-out", certificate], check=True, capture_output=True
    )
    names = [f"tls_{role}_{kind}" for role in ("scheduler", "worker") for kind in ("cert", "key")]
    files = {name: key if name.endswith("key") else certificate for name in names}
    security = Security(  # type: ignore[no-untyped-call]  # as above
        tls_ca_file=certificate,
        tls_client_cert=certificate,
        tls_client_key=key,
        require_encryption=True,
        **files,
    )
    options = {"processes": False, "protocol": "tls://", "security": security}
    with local_cluster(n_workers=1, threads_per_worker=1, **options) as cluster:
        address = cluster.scheduler_address
        assert address.startswith("tls://")
        by_tls = ("--scheduler", address, "--tls", certificate, certificate, key)
        assert untimed(facts(run, *by_tls)) == untimed(facts(run))
        refused = run(*QUICK, "--scheduler", address)
        assert (refused.code, "needs --tls CA CERTIFICATE KEY" in refused.err) == (2, True)
    plain = run(*QUICK, "--scheduler", "127.0.0.1:1", "--tls", certificate, certificate, key)
    assert (plain.code, "--tls needs a scheduler such as tls://" in plain.err) == (2, True)


@pytest.mark.usefixtures("_dask")
@pytest.mark.filterwarnings("ignore")
def test_a_cluster_that_fails_is_one_line(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its workers go, then its scheduler."""
    monkeypatch.setattr("puntobanco.cli.simulation.run.SECONDS_WITHOUT_WORKERS", 0.1)
    cluster = local_cluster(n_workers=1, processes=False, protocol="tcp://")
    address = cluster.scheduler_address
    with cluster, pool_of(WorkerOptions(threads=None, scheduler=address)) as pool:
        pool.check()
        cluster.scale(0)
        waiting = pool.executor.submit(int)
        with pytest.raises(ClickException) as no_workers, cluster_errors(address):
            deque(iter(pool.check, "never"))
        ran = run(*QUICK, "--scheduler", address)
        cluster.close()
        with pytest.raises(ClickException) as no_scheduler, cluster_errors(address):
            waiting.result(PATIENCE)
    failed = f"the cluster of {address} failed"
    assert no_workers.value.message == f"{failed}: it has no workers any more"
    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert ran.err.endswith("has no workers\n")
    assert no_scheduler.value.message == f"{failed}: its scheduler is gone"


class PicklingExecutor(ThreadPoolExecutor):
    """Sends tasks like a cluster: each with its own copy of everything."""

    def submit(self, *task: Any, **_: Any) -> Any:  # noqa: ANN401 - any task
        """Run a task that was packed and unpacked."""
        data = cloudpickle.dumps(task)

        def done() -> Any:  # noqa: ANN401 - whatever the task returns
            function, *arguments = cloudpickle.loads(data)
            return function(*arguments)

        return super().submit(done)


COMPILED: list[object] = []
"""The jobs that were compiled."""


class CompilingJob(ShoesJob):
    """A job that records when it is compiled. Only the compiled copy can be played."""

    def compile_kernels(self) -> None:
        COMPILED.append(self)

    def play(self, block: int) -> Tally:
        assert any(each is self for each in COMPILED)
        return super().play(block)


def test_a_job_is_compiled_once_in_each_process_of_a_cluster() -> None:
    """A guest's own function is compiled by identity, so it took 91 s instead of 5."""
    progress = Progress(CompilingJob(KernelRules.at(CLASSIC), "packed", 640))
    with PicklingExecutor(2) as executor:
        run_blocks(progress, executor, workers=2, is_elsewhere=True)
    assert progress.is_complete
    assert progress.job.blocks > 2
    assert len(COMPILED) == 1


def test_the_report_is_one_offline_page(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "report.html"
    ran = run(*QUICK, "--report", file, "--strategy", "follow", "--json")
    assert ran.code == 0
    json.loads(ran.out)
    assert ran.err.splitlines()[-1] == f"The report is in {file}."
    assert file.read_text(encoding="utf-8").startswith("<!doctype html>")


def test_help_has_every_name(run: Run) -> None:
    words = " ".join(run("simulate", "--help").out.split())
    assert f"a name ({', '.join(PLACEMENTS)}), or FILE.py:FUNCTION." in words
    assert f"How many units to bet: {', '.join(STAKINGS)}, 'ramp COUNT" in words
    assert f"Count cards: {', '.join(COUNTS)}, a line of tags, or perfect" in words
