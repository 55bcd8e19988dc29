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


class Terminal(io.TextIOWrapper):
    """A standard stream that claims to be a terminal."""

    def isatty(self) -> bool:
        return True


def run(*arguments: str) -> int:
    with pytest.raises(SystemExit) as ended:
        main(["roads", *arguments])
    assert isinstance(ended.value.code, int)
    return ended.value.code


def pipe(monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data)))


def on_a_terminal(monkeypatch: pytest.MonkeyPatch, **environment: str) -> Terminal:
    for name in ("NO_COLOR", "ACCESSIBLE", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    terminal = Terminal(io.BytesIO(), encoding="utf-8", write_through=True)
    monkeypatch.setattr("sys.stdout", terminal)
    return terminal


def shown(terminal: Terminal) -> str:
    assert isinstance(terminal.buffer, io.BytesIO)
    return terminal.buffer.getvalue().decode()


def test_results_are_drawn(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("BBPTPB") == 0
    assert capsys.readouterr().out == drawing.text(Roads.parse("BBPTPB")) + "\n"


def test_results_may_come_in_several_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("bb", "pt", "PB", "--say") == 0
    assert capsys.readouterr().out.splitlines() == speech.lines(Roads.parse("BBPTPB"))


@pytest.mark.parametrize("arguments", [[], ["-"]])
def test_results_are_read_from_standard_input(
    arguments: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    pipe(monkeypatch, "\ufeffBBP\r\n t PB\n".encode())
    assert run(*arguments) == 0
    assert capsys.readouterr().out == drawing.text(Roads.parse("BBPTPB")) + "\n"


def test_a_shoe_in_json_is_read_with_its_pairs(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    coups = [
        {"outcome": "banker", "banker_pair": True, "player_pair": False, "player": ["9h"]},
        {"outcome": "tie", "banker_pair": False, "player_pair": True},
        {"outcome": "player", "banker_pair": False, "player_pair": False},
    ]
    pipe(monkeypatch, json.dumps({"house": "classic", "coups": coups}).encode())
    assert run("--json") == 0
    assert json.loads(capsys.readouterr().out) == layout.data(Roads.parse("'BT.P"))


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


def test_a_record_is_read_with_its_pairs_and_without_interrupted_coups(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    pipe(monkeypatch, RECORD.encode())
    assert run("--json") == 0
    assert json.loads(capsys.readouterr().out) == layout.data(Roads.parse("P.'PTB"))


def test_a_picture_is_written_to_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture = tmp_path / "roads.svg"
    assert run("BBPTPB", "--svg", str(picture)) == 0
    assert picture.read_text(encoding="utf-8") == svg(Roads.parse("BBPTPB"))
    assert capsys.readouterr().out == ""


def test_an_empty_shoe_is_an_empty_board(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("") == 0
    assert "Big road: empty" in capsys.readouterr().out


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
        (["B", "--svg", "/no/such/folder/roads.svg"], b"", "/no/such/folder/roads.svg"),
    ],
)
def test_bad_input_is_one_clear_line_and_exit_code_2(
    arguments: list[str],
    data: bytes,
    message: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pipe(monkeypatch, data)
    assert run(*arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert message in captured.err
    assert captured.err.count("\n") == 1


def test_an_input_without_an_end_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pipe(monkeypatch, b"B" * (LARGEST_INPUT + 1_000))
    assert run() == 2
    assert "standard input has more than 4,194,304 bytes" in capsys.readouterr().err


def test_nothing_given_and_nothing_piped_in_is_refused(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", Terminal(io.BytesIO()))
    assert run() == 2
    assert "give letters such as BBPTPB" in capsys.readouterr().err


def test_a_terminal_gets_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = on_a_terminal(monkeypatch)
    assert run("B") == 0
    assert "\x1b[31mB\x1b[0m" in shown(terminal)


@pytest.mark.parametrize("setting", [{"NO_COLOR": "1"}, {"ACCESSIBLE": "1"}, {"TERM": "dumb"}])
def test_colour_can_be_declined(setting: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = on_a_terminal(monkeypatch, **setting)
    assert run("BBPTPB") == 0
    assert shown(terminal) == drawing.text(Roads.parse("BBPTPB")) + "\n"


def test_plain_text_can_be_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = on_a_terminal(monkeypatch)
    assert run("--plain", "BBPTPB") == 0
    assert shown(terminal) == drawing.text(Roads.parse("BBPTPB")) + "\n"


def test_a_long_shoe_is_told_in_lines_that_fit(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--say", "BPPBBB'PTB" * 8) == 0
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= WIDTH
    assert " ".join(line.strip() for line in lines) == " ".join(
        speech.lines(Roads.parse("BPPBBB'PTB" * 8))
    )


def test_a_narrow_terminal_gets_a_narrow_drawing(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = on_a_terminal(monkeypatch, COLUMNS="40", NO_COLOR="1")
    assert run("BP" * 40) == 0
    assert "Big road (19 of 80 columns)" in shown(terminal)
