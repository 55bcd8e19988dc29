"""A test that leaves something open fails itself, and the next one does not."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

LEAKS = """
import asyncio, socket, subprocess, sys, threading

kept = []


def test_a_socket_that_is_dropped():
    cycle = [socket.socket()]
    cycle.append(cycle)


def test_a_file_that_is_kept(tmp_path):
    kept.append(open(tmp_path / "file", "w"))


def test_a_process_that_runs_on():
    kept.append(subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE))


def test_a_thread_that_waits():
    wait = threading.Event()
    kept.append(wait)
    threading.Thread(target=wait.wait, daemon=True).start()


def test_a_loop_that_was_not_closed():
    kept.append(asyncio.new_event_loop())
"""

CLOSED = """
def test_nothing(tmp_path):
    with open(tmp_path / "file", "w"):
        pass
"""


def test_what_is_left_open_is_reported_by_the_test_that_has_opened_it(tmp_path: Path) -> None:
    shutil.copy(Path(__file__).with_name("conftest.py"), tmp_path)
    parts = LEAKS.split("\n\n\n")
    for number, part in enumerate(parts[1:]):
        (tmp_path / f"test_{number}_leaks.py").write_text(f"{parts[0]}\n\n\n{part}")
        (tmp_path / f"test_{number}_then.py").write_text(CLOSED)
    run = [sys.executable, "-m", "pytest", "-q", "-rapE", "-W", "error", "-p", "no:cacheprovider"]
    ran = subprocess.run(run, cwd=tmp_path, capture_output=True, text=True, check=False)
    reported = re.findall(r"^ERROR test_\d_(\w+)\.py", ran.stdout, re.MULTILINE)
    assert reported == ["leaks"] * (len(parts) - 1), ran.stdout
    assert f"{2 * (len(parts) - 1)} passed, {len(parts) - 1} errors" in ran.stdout
