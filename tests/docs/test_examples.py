"""The programs in `examples` print what `docs/examples.md` says, and a tutorial's plays."""

from __future__ import annotations

import ast
import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

from tests.web.serving import PATIENCE, start

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
OUTPUTS = dict(
    re.findall(
        r"^```output (\S+)\n(.*?)^```$",
        (ROOT / "docs/examples.md").read_text(encoding="utf-8"),
        re.MULTILINE | re.DOTALL,
    )
)


def printed(
    program: Path,
    *arguments: str,
    patch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> str:
    patch.setattr(sys, "argv", [str(program), *arguments])
    runpy.run_path(str(program), run_name="__main__")
    return capsys.readouterr().out


def test_every_program_is_in_the_document() -> None:
    assert sorted(OUTPUTS) == sorted(path.name for path in EXAMPLES.glob("*.py"))


@pytest.mark.parametrize("name", OUTPUTS)
def test_a_program_prints_what_the_document_says(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert printed(EXAMPLES / name, patch=monkeypatch, capsys=capsys) == OUTPUTS[name]


def test_the_picture_of_the_roads_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    picture = tmp_path / "roads.svg"
    printed(EXAMPLES / "roads.py", str(picture), patch=monkeypatch, capsys=capsys)
    assert picture.read_text(encoding="utf-8").startswith("<svg ")


TUTORIAL = ROOT / "docs/tutorials/bot.md"
BRIEF = {"stage": 10, "between": 10}
"""A ceremony that does not wait for a guest who has no seed to add."""


def test_the_bot_of_the_tutorial_bets_at_a_real_table_and_leaves(tmp_path: Path) -> None:
    (program,) = re.findall(
        r"^```python\n(.*?)^```$", TUTORIAL.read_text("utf-8"), re.MULTILINE | re.DOTALL
    )
    server = start(tmp_path / "hall.db", pace=BRIEF)
    try:
        played = subprocess.run(
            [sys.executable, "-c", program, server.address],
            capture_output=True,
            check=False,
            encoding="utf-8",
            timeout=PATIENCE,
        )
    finally:
        server.kill()
    assert played.stderr == ""
    events = dict(line.split(" ", 1) for line in played.stdout.splitlines())
    settled, left = (ast.literal_eval(events[kind]) for kind in ("bet_settled", "guest_left"))
    assert left["chips"] == 200_00 + settled["earned"]
