"""A check in brief, for tests of what it says and not of how thorough it is."""

from __future__ import annotations

from itertools import islice, product

import pytest

from puntobanco.hardware import checking


@pytest.fixture
def few_orders(monkeypatch: pytest.MonkeyPatch) -> None:
    """Play only some of the orders, and wait only for a moment at the end."""
    monkeypatch.setattr(checking, "product", lambda *given, **kw: islice(product(*given, **kw), 2))
    monkeypatch.setattr(checking, "LONG_WAIT", 50)
    monkeypatch.setattr(checking.Trial, "_missing_opening", lambda _: None)
