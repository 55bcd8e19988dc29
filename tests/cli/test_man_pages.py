"""The manual pages say what the help of the commands says."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from puntobanco.cli.entry import COMMANDS
from tools import man_pages

PAGES = man_pages.man_pages()


def test_there_is_a_page_for_every_command_and_subcommand() -> None:
    assert {"puntobanco.1", *(f"puntobanco-{name}.1" for name in COMMANDS)} <= set(PAGES)
    assert "puntobanco-history-export.1" in PAGES


@pytest.mark.parametrize("name", PAGES)
def test_a_page_has_its_sections_and_only_known_requests(name: str) -> None:
    lines = PAGES[name].splitlines()
    sections = [line for line in lines if line.startswith(".SH ")]
    assert sections[:4] == [".SH NAME", ".SH SYNOPSIS", ".SH DESCRIPTION", ".SH OPTIONS"]
    requests = {line.split()[0] for line in lines if line.startswith((".", "'"))}
    assert requests <= {".TH", ".SH", ".PP", ".TP"}


def test_every_option_of_a_command_is_on_its_page() -> None:
    for option in ("house", "bet", "without", "json", "help"):
        assert f"\\-\\-{option}" in PAGES["puntobanco-odds.1"]


def test_pages_are_written_into_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["man_pages", str(tmp_path / "man1")])
    man_pages.main()
    assert {path.name for path in (tmp_path / "man1").iterdir()} == set(PAGES)


@pytest.mark.parametrize(
    "text, roff", [("--bet", "\\-\\-bet"), (".x", "\\&.x"), ('a "b" \\', "a \\(dqb\\(dq \\e")]
)
def test_text_is_no_request_of_roff(text: str, roff: str) -> None:
    assert man_pages._roff(text) == roff
