"""The command `puntobanco roads`."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from puntobanco.announcer import WIDTH
from puntobanco.cli import main
from puntobanco.cli.commands.roads import LARGEST_INPUT
from puntobanco.roads import Roads, drawing, layout, speech
from puntobanco.roads.svg import svg
from tests.running import Ran, Run


class Terminal(io.TextIOWrapper):
    """A standard stream that claims to be a terminal."""

    def isatty(self) -> bool:
        return True


BOARD = drawing.text(Roads.parse("BBPTPB")) + "\n"


def on_a_terminal(monkeypatch: pytest.MonkeyPatch, *arguments: str, **environment: str) -> str:
    """Return what the command prints on a terminal."""
    for name in ("NO_COLOR", "ACCESSIBLE", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)
    for name, value in {"TERM": "xterm", **environment}.items():
        monkeypatch.setenv(name, value)
    printed = io.BytesIO()
    monkeypatch.setattr("sys.stdout", Terminal(printed, encoding="utf-8", write_through=True))
    with pytest.raises(SystemExit):
        main(["roads", *arguments])
    return printed.getvalue().decode()


@pytest.mark.parametrize(
    "arguments, typed", [(["BBPTPB"], ""), ([], "\ufeffBBP\r\n t PB\n"), (["-"], "BBPTPB")]
)
def test_results_are_drawn(run: Run, arguments: list[str], typed: str) -> None:
    assert run("roads", *arguments, typed=typed) == Ran(0, BOARD, "")


def test_results_may_come_in_several_words(run: Run) -> None:
    lines = run("roads", "bb", "pt", "PB", "--say").lines
    assert lines == speech.lines(Roads.parse("BBPTPB"))


RECORD = """\
BGN: 1
House: classic

Burn: 2c
  1. 9h Kd 9s 5c        8-5 P  #1 player 10.00 +10.00
  2. 4h Ks 3c 5d 9c     interrupted
  3. 2h Kd 7s Kc        9-0 P ; a comment
  4. ?? ?? ?? ??        6-6 T
  5.                    ?-? B
End: unfinished, 4 coups
"""


def test_a_record_is_read_with_its_pairs_and_without_interrupted_coups(run: Run) -> None:
    assert json.loads(run("roads", "--json", typed=RECORD).out) == layout.data(
        Roads.parse("P.'PTB")
    )


def test_a_picture_is_written_to_a_file(run: Run, tmp_path: Path) -> None:
    picture = tmp_path / "roads.svg"
    assert run("roads", "BBPTPB", "--svg", str(picture)) == Ran(0, "", "")
    assert picture.read_text(encoding="utf-8") == svg(Roads.parse("BBPTPB"))


def test_an_empty_shoe_is_an_empty_board(run: Run) -> None:
    assert "Big road: empty" in run("roads", "").lines


@pytest.mark.parametrize(
    "arguments, data, message",
    [
        (["BBXP"], b"", "'X' is not P, B or T (character 3)"),
        ([], b"BB\nPZ\n", "'Z' is not P, B or T (line 2, character 2)"),
        ([], b"B\xff", "'\ufffd' is not P, B or T (character 2)"),
        ([], b'{"coups": [{"outcome": "won"}]}', "this JSON is not a shoe"),
        ([], b'{"coups": 5}', "this JSON is not a shoe"),
        ([], b'{"shoe": []}', "this JSON is not a shoe"),
        ([], b'{"coups": ["B"]}', "this JSON is not a shoe"),
        ([], b'{"coups": ', "this JSON is not a shoe"),
        ([], b'{"coups": ' + b"[" * 100_000, "this JSON is not a shoe"),
        ([], b"BGN: 1\n\n1. 2h 3h 4h 5h 6-8 ?\n", "coup 1 of this record has no outcome"),
        ([], b"BGN: 1\n\nnonsense\n", "line 3: 'nonsense' is not"),
        ([], b"B" * (LARGEST_INPUT + 1_000), "standard input has more than 4,194,304 bytes"),
        (["B", "--svg", "/no/such/folder/roads.svg"], b"", "/no/such/folder/roads.svg"),
    ],
)
def test_bad_input_is_one_clear_line_and_exit_code_2(
    run: Run, arguments: list[str], data: bytes, message: str
) -> None:
    assert message in run("roads", *arguments, typed=data).refusal


def test_nothing_given_and_nothing_piped_in_is_refused(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", Terminal(io.BytesIO()))
    with pytest.raises(SystemExit):
        main(["roads"])
    assert "give letters such as BBPTPB" in capsys.readouterr().err


def test_a_terminal_gets_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "\x1b[31mB\x1b[0m" in on_a_terminal(monkeypatch, "B")


@pytest.mark.parametrize("setting", [{"NO_COLOR": "1"}, {"ACCESSIBLE": "1"}, {"TERM": "dumb"}])
def test_colour_can_be_declined(setting: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert on_a_terminal(monkeypatch, "BBPTPB", **setting) == BOARD


def test_plain_text_can_be_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    assert on_a_terminal(monkeypatch, "--plain", "BBPTPB") == BOARD


def test_a_long_shoe_is_told_in_lines_that_fit(run: Run) -> None:
    lines = run("roads", "--say", "BPPBBB'PTB" * 8).lines
    assert max(map(len, lines)) <= WIDTH
    assert " ".join(line.strip() for line in lines) == " ".join(
        speech.lines(Roads.parse("BPPBBB'PTB" * 8))
    )


def test_a_narrow_terminal_gets_a_narrow_drawing(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = on_a_terminal(monkeypatch, "BP" * 40, COLUMNS="40", NO_COLOR="1")
    assert "Big road (19 of 80 columns)" in shown
