"""The game on a real terminal, driven through a pseudo-terminal."""

from __future__ import annotations

import os
import re
import termios
from io import StringIO
from pathlib import Path

import pytest

from puntobanco.announcer import WIDTH
from puntobanco.terminal.console import Console, Style, style_for
from tests.running import CHANGING

from .conftest import ASKS, AtTable
from .live import ESCAPES, Screen

RESUMES = "Resume (y/n)? "
WORD = "Your word for the shuffle (Enter for a random one)? "

EVENING = (
    *("p 25", "b", "10", "t 5", "s", "1 5", "x", "i", "=", "u", "z", "d", "m", "r", "f", "v", "x"),
    *("a", "?", "p 5 t 1 pp 2", "z", "x 3", "aa", "w", "w dbp", "c", "b", "n", "nonsense", "p -5"),
)

PLAIN = {
    "--plain": (["--plain"], {}),
    "ACCESSIBLE": ([], {"ACCESSIBLE": "1"}),
    "TERM=dumb": ([], {"TERM": "dumb"}),
}


def at_home(home: Path, *arguments: str, **environment: str) -> Screen:
    return Screen(*arguments, columns=80, **{"HOME": str(home), "XDG_DATA_HOME": "", **environment})


def play_an_evening(screen: Screen) -> str:
    """Press every key until the game ends. Return everything the guest saw."""
    screen.wait_for("Bankroll in dollars? ")
    screen.type("1000", then=ASKS)
    for line in EVENING:
        screen.type(line, then="? ")
    assert screen.end("q\n") == 0
    return screen.text


@pytest.fixture(scope="module")
def plain_evening(tmp_path_factory: pytest.TempPathFactory) -> str:
    home = tmp_path_factory.mktemp("plain")
    with at_home(home, "play", "--seed", "screen", "--plain") as screen:
        return _without_changes(play_an_evening(screen))


def _without_changes(text: str) -> str:
    return CHANGING.sub("…", text)


@pytest.mark.parametrize("arguments,environment", PLAIN.values(), ids=PLAIN)
def test_plain_play_writes_printable_text_and_line_ends_alone(
    arguments: list[str], environment: dict[str, str], tmp_path: Path
) -> None:
    loaded = tmp_path / "loaded"
    listing = {"module": "tests.terminal.listing", "LOADED": str(loaded)}
    with at_home(tmp_path, "play", *arguments, **environment, **listing) as screen:
        play_an_evening(screen)
    modules = loaded.read_text("utf-8").splitlines()
    assert "puntobanco.terminal.game" in modules
    assert "readline" not in modules
    text = screen.raw.decode("utf-8", errors="strict")
    strange = {letter for letter in text if not letter.isprintable()} - {"\r", "\n"}
    assert not strange
    assert "\nRecord: ~/.local/share/puntobanco/records/" in screen.text
    assert all(len(line) <= WIDTH for line in screen.text.splitlines())


def test_colour_never_carries_meaning_alone(plain_evening: str, tmp_path: Path) -> None:
    with at_home(tmp_path, "play", "--seed", "screen") as screen:
        text = play_an_evening(screen)
    assert "\x1b[1;94mPlayer" in screen.raw.decode()
    assert _without_changes(text) == plain_evening
    left = ESCAPES.sub("", screen.raw.decode())
    assert not {letter for letter in left if not letter.isprintable()} - {"\r", "\n"}


def test_on_a_terminal_the_guest_may_choose_the_word(tmp_path: Path) -> None:
    with Screen("play", "--db", str(tmp_path / "tables.db"), "--bank", "50") as screen:
        screen.wait_for(WORD)
        screen.type("rosebud", then=ASKS)
        assert screen.end("q\n") == 0
    assert "Word: rosebud." in screen.text.splitlines()


def test_a_line_typed_ahead_of_another_house_is_no_word_for_its_shuffle(tmp_path: Path) -> None:
    with Screen("play", "--db", str(tmp_path / "tables.db"), "--bank", "50") as screen:
        screen.wait_for(WORD)
        screen.type("", then=ASKS)
        screen.press("c house ez\np 5\n")
        screen.wait_for(f"Bet: $5 on Player.\n{ASKS}")
        assert screen.end("q\ny\n") == 0
    assert screen.text.count(WORD) == 1


def test_ctrl_c_and_ctrl_d_keep_the_table(at_table: AtTable, tmp_path: Path) -> None:
    ends = (("\x03", 130), ("\x04", 0))
    evenings = [(*end, look) for end in ends for look in ("--plain", "--level=normal")]
    for evening, (key, code, look) in enumerate(evenings):
        with at_table(look, columns=400, asks=RESUMES if evening else ASKS) as screen:
            if evening:
                screen.type("y", then=ASKS)
            screen.type("p 1", then=ASKS)
            assert screen.end(key) == code
        assert screen.text.endswith(
            "Interrupted: your table is saved.\n"
            f"Resume: puntobanco play --db {tmp_path / 'tables.db'} --seed d\n"
        )
    with at_table("--plain", asks=RESUMES) as screen:
        screen.type("y", then=ASKS)
        assert "Bet: $4 on Player." in screen.text


@pytest.mark.parametrize("look", ["--plain", "--level=normal"])
def test_ctrl_d_before_the_first_question_is_not_lost(tmp_path: Path, look: str) -> None:
    db = str(tmp_path / "tables.db")
    with Screen("play", "--db", db, "--seed", "d", "--bank", "50", look) as screen:
        assert screen.end("p 5\n\x04") == 0
    assert f"Bet: $5 on Player.\n{ASKS}\nInterrupted: your table is saved.\n" in screen.text


def test_ctrl_c_in_a_line_that_is_being_edited_is_not_an_answer(at_table: AtTable) -> None:
    with at_table() as screen:
        before = termios.tcgetattr(screen.master)
        assert screen.end("p 5\x1b[D\x1b[D\x03") == 130
        assert "Bet:" not in screen.text
        assert before[3] & termios.ICANON == 0
        after = termios.tcgetattr(screen.master)
        assert after[3] & termios.ICANON
        assert after[6][termios.VINTR] == b"\x03"


def test_ctrl_space_is_not_the_end(at_table: AtTable) -> None:
    with at_table() as screen:
        screen.press("\0")
        screen.type("p 5", then=ASKS)
        assert screen.end("q\nq\n") == 0
    assert "Bet: $5 on Player." in screen.text


def test_without_colour_lines_are_edited_and_remembered(at_table: AtTable) -> None:
    with at_table(NO_COLOR="1") as screen:
        screen.press("b 57\x7f\x1b[D\x1b[D\x1b[D\x1b[3~p\n")  # becomes p 5
        screen.wait_for(f"Bet: $5 on Player.\n{ASKS}")
        screen.press("\x1b[A\n")  # the line before
        screen.wait_for(f"{ASKS}p 5\nBet: $5 on Player, $10 in all.\n{ASKS}")
        assert screen.end("q\ny\n") == 0
    assert not re.search(rb"\x1b\[[0-9;]*m", screen.raw)


@pytest.mark.parametrize("missing", [["readline"], ["termios"], ["readline", "termios"]], ids=str)
def test_a_python_without_readline_plays_as_well(
    at_table: AtTable, tmp_path: Path, missing: list[str]
) -> None:
    hidden = f"sys.modules.update(dict.fromkeys({missing}))"
    unless_it_takes_the_terminal = "if '-c' not in sys.orig_argv"
    (tmp_path / "sitecustomize.py").write_text(
        f"import sys\n{unless_it_takes_the_terminal}: {hidden}\n"
    )
    path = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
    with at_table(PYTHONPATH=path) as screen:
        screen.type("p 5", then=ASKS)
        assert screen.end("q\nq\n") == 0
    assert "Bet: $5 on Player." in screen.text


@pytest.mark.parametrize("again", ["--plain", "--level=normal"])
def test_a_terminal_that_a_killed_game_left_without_echo_is_restored_at_the_next_start(
    at_table: AtTable, again: str
) -> None:
    with at_table() as screen:
        screen.process.kill()
        screen.process.wait()
        killed = termios.tcgetattr(screen.master)
        assert not killed[3] & termios.ECHO
    with at_table(again, modes=killed, asks=RESUMES) as screen:
        screen.press("y\n")
        screen.wait_for(ASKS)
        assert screen.end("q\n") == 0
        after = termios.tcgetattr(screen.master)
    assert "Resume (y/n)? y\n" in screen.text
    assert after[3] & termios.ECHO
    assert after[3] & termios.ICANON
    assert after[6][termios.VINTR] == b"\x03"


def test_a_closed_window_loses_nothing(at_table: AtTable) -> None:
    with at_table() as screen:
        screen.type("b 7", then=ASKS)
        screen.press("t ")
        screen.hang_up()
    with at_table("--plain", asks=RESUMES) as screen:
        screen.type("y", then=ASKS)
    assert "Bankroll: $50.\nBet: $7 on Banker.\n" in screen.text


def test_the_machine_needs_no_enter_on_a_terminal(tmp_path: Path) -> None:
    step = ("step", "--cards", "Jd Qh 5h Qd 9s 8h")
    with Screen(*step, columns=200, HOME=str(tmp_path)) as screen:
        screen.wait_for("any key deals, r resets, q leaves\n")
        for shown in ("off\n", "off\n", "off\n", "on 5\n", "against 9\n", "wins, 8 over 4\n"):
            before = len(screen.raw)
            screen.press(" ")
            while len(screen.raw) == before:
                assert screen._read(0.1)
            screen.wait_for(shown)
        screen.press("r")
        screen.wait_for("reset\n")
        assert screen.end("q") == 0


@pytest.mark.parametrize("key", ["\x04", "q"])
def test_the_machine_ends_by_a_key_that_was_pressed_early(key: str) -> None:
    with Screen("step", "--cards", "Jd Qh 5h Qd 9s 8h", columns=200) as screen:
        assert screen.end(f" {key}") == 0
    first, second = screen.text.removeprefix(" ").splitlines()
    assert first.endswith("any key deals, r resets, q leaves")
    assert second.startswith("Player Jd -- --")


def test_ctrl_c_ends_the_round_in_class_politely() -> None:
    with Screen("round") as screen:
        screen.wait_for("Enter 1 or 2 to select your bet: ")
        assert screen.end("\x03") == 130
    said = screen.text.replace("^C", "")  # the terminal's own echo may come before or after ours
    assert said.endswith("Enter 1 or 2 to select your bet: \nGoodbye.\n")


# --- without a terminal ---------------------------------------------------------------------------


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


XTERM = {"TERM": "xterm"}


@pytest.mark.parametrize(
    "environment,style",
    [
        (XTERM, Style.COLOUR),
        (XTERM | {"NO_COLOR": ""}, Style.COLOUR),
        (XTERM | {"NO_COLOR": "1"}, Style.PLAIN),
        (XTERM | {"ACCESSIBLE": "1"}, Style.PLAIN),
        ({"TERM": "dumb"}, Style.PLAIN),
        ({"TERM": ""}, Style.PLAIN),
        ({}, Style.PLAIN),
    ],
    ids=str,
)
def test_the_environment_chooses_the_style(environment: dict[str, str], style: Style) -> None:
    assert style_for(None, environment, Terminal(), Terminal()) is style


def test_pipes_and_a_wish_make_it_plain() -> None:
    assert style_for(Style.PLAIN, XTERM, Terminal(), Terminal()) is Style.PLAIN
    assert style_for(None, XTERM, StringIO(), Terminal()) is Style.PLAIN
    assert style_for(None, XTERM, Terminal(), StringIO()) is Style.PLAIN


def test_a_last_line_without_an_end_counts() -> None:
    assert Console(StringIO("q"), StringIO(), style=Style.PLAIN).ask("Bet?") == "q"
