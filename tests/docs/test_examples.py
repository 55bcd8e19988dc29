"""The programs of `examples` print what `docs/examples.md` says."""

from __future__ import annotations

import re
import runpy
import sys
from pathlib import Path

import pytest

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
