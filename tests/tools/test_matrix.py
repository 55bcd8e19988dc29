"""`make matrix` tests the committed source, and fails if the suite fails on one Python."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from tools import matrix

MAKE = """#!/bin/sh
echo "$@" > arguments
cat source
case "$2" in *3.13*) echo '== 1 failed, 2 passed in 3s =='; exit 1;; esac
echo '== 3 passed in 3s =='
"""


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in front of PATH, and nothing behind it but Git and a shell."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for name in ("git", "sh", "cat"):
        real = subprocess.check_output(["sh", "-c", f"command -v {name}"], encoding="utf-8")
        (folder / name).symlink_to(real.strip())
    monkeypatch.setenv("PATH", str(folder))
    return folder


def program(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text if text.startswith("#!") else f"#!/bin/sh\n{text}\n", encoding="utf-8")
    path.chmod(0o755)


def test_the_committed_source_is_tested_on_each_and_one_failure_is_a_failure(
    programs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    root = programs.parent / "project"
    root.mkdir()
    git = ["git", "-C", str(root), "-c", "user.name=a", "-c", "user.email=a@example.org"]
    subprocess.run([*git, "init", "--quiet"], check=True)
    (root / "source").write_text("committed\n", encoding="utf-8")
    subprocess.run([*git, "add", "source"], check=True)
    subprocess.run([*git, "commit", "--quiet", "--message", "a"], check=True)
    (root / "source").write_text("changed\n", encoding="utf-8")
    program(programs / "make", MAKE)
    program(programs / "python3.12", "echo 3.12")

    assert matrix.main(root, ["TESTS=-x"]) == 0
    folder = root / "build/matrix"
    log = (folder / "3.12.log").read_text("utf-8")
    assert log == "committed\n== 3 passed in 3s ==\n"
    arguments = (folder / "3.12/arguments").read_text("utf-8")
    assert arguments == f"test PYTHON={programs}{os.sep}python3.12 TESTS=-x\n"

    program(programs / "python3.13", "echo 3.13")
    capsys.readouterr()
    assert matrix.main(root, []) == 1
    told = capsys.readouterr().out
    assert "Python 3.12: passed (3 passed in 3s)" in told
    assert "Python 3.13: failed (1 failed, 2 passed in 3s)" in told
