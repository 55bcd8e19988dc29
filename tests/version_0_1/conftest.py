"""These tests run the command as those of the command line do."""

from __future__ import annotations

from tests.cli.conftest import run

__all__ = ["run"]
