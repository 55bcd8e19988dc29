"""A betting system from a guest's own file, ``FILE.py:FUNCTION``."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

import click

from puntobanco.errors import PuntoBancoError

if TYPE_CHECKING:
    from puntobanco.analysis.strategies.systems import System


def system_of(name: str) -> System:
    """The built-in system with this name, or a function of a file."""
    from puntobanco.analysis.strategies import systems

    path, colon, function = name.rpartition(":")
    if not colon or not path.endswith(".py"):
        return systems.find(name)
    try:
        source = Path(path).read_bytes()
        return systems.own(getattr(_module(path, source), function), name, source=source)
    except PuntoBancoError as error:
        raise click.UsageError(f"--system: {error}") from None
    except Exception as error:  # noqa: BLE001 - a guest's own file may fail in any way
        reason = f"{type(error).__name__}: {error}".splitlines()[0]
        raise click.UsageError(f"--system: {name} cannot be used: {reason}") from None


def _module(path: str, source: bytes) -> ModuleType:
    """The file as a module. No bytecode is kept, which could be older than the source."""
    module = ModuleType("own_system")
    module.__file__ = path
    exec(compile(source, path, "exec"), vars(module))  # noqa: S102 - the guest asked to run it
    return module
