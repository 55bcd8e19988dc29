"""The program of a tutorial that needs a server plays at a real one."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

from tests.web.serving import PATIENCE, start

TUTORIAL = Path(__file__).parents[2] / "docs/tutorials/bot.md"
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
