"""Every decision says what was not chosen and what decided it."""

from __future__ import annotations

import re
from pathlib import Path

DECISIONS = (Path(__file__).parents[2] / "docs/decisions.md").read_text(encoding="utf-8")


def test_every_decision_names_what_was_rejected_and_what_decided() -> None:
    decisions = re.findall(r"^\*\*.*?(?=^\*\*|^## |\Z)", DECISIONS, re.MULTILINE | re.DOTALL)
    assert len(decisions) > 15
    for decision in decisions:
        assert decision.count("*Not:*") == 1, decision
        assert decision.count("*Decided by:*") == 1, decision
