"""Fixtures and hooks for the tests of the web table."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from inspect import iscoroutinefunction
from pathlib import Path

import pytest

from puntobanco.web.limits import Caps
from tests.web.serving import Served, served
from tests.web.test_hall import Evening


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run a test that is a coroutine in an event loop of its own."""
    if not iscoroutinefunction(pyfuncitem.obj):
        return None
    names = pyfuncitem._fixtureinfo.argnames
    asyncio.run(pyfuncitem.obj(**{name: pyfuncitem.funcargs[name] for name in names}))
    return True


@pytest.fixture(scope="module")
def server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Served]:
    """A real server for all tests of a module, with the options `SERVER` of that module."""
    options = getattr(request.module, "SERVER", {})
    with served(tmp_path_factory.mktemp("server") / "hall.db", **options) as running:
        yield running


@pytest.fixture
def evening(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Evening]:
    """A hall whose turns the test makes, with the limits of the mark `caps`."""
    caps = request.node.get_closest_marker("caps")
    one = Evening(tmp_path / "hall.db", Caps(**caps.kwargs) if caps else None)
    yield one
    one.store.close()
