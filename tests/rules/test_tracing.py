"""Branch coverage is measured where that is cheap."""

from __future__ import annotations

import sys

import pytest


@pytest.mark.no_cover
def test_a_long_test_is_not_slowed_down_by_a_tracer() -> None:
    assert sys.gettrace() is None
