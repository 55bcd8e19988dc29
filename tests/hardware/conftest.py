"""A short check, for tests of its output, not of its thoroughness."""

from __future__ import annotations

from itertools import islice, product

import pytest

from puntobanco.hardware import checking


@pytest.fixture
def few_orders(monkeypatch: pytest.MonkeyPatch) -> None:
    """Play only some orders, and wait only briefly at the end."""
    monkeypatch.setattr(checking, "product", lambda *given, **kw: islice(product(*given, **kw), 2))
    monkeypatch.setattr(checking, "LONG_WAIT", 50)
    monkeypatch.setattr(checking.Trial, "_missing_opening", lambda _: None)
