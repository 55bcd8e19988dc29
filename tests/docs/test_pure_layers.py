"""No clock, randomness, environment or file below `store` and `wire`: they are arguments."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src/puntobanco"

FORBIDDEN_MODULES = frozenset(
    {
        *("time", "sched", "random", "secrets", "uuid", "os", "platform", "locale", "getpass"),
        *("pathlib", "glob", "shutil", "tempfile", "fileinput", "mmap", "dbm", "shelve", "sqlite3"),
        *("importlib", "inspect", "linecache", "pkgutil", "subprocess", "multiprocessing"),
        *("socket", "urllib", "http", "signal", "sys", "numba", "plotly.offline"),
    }
)
FORBIDDEN_CALLS = frozenset({"open", "input", "print", "exec", "eval", "__import__"})
FORBIDDEN_METHODS = frozenset(
    {
        *("now", "utcnow", "today", "default_rng", "SystemRandom", "urandom"),
        *("open", "read_text", "read_bytes", "write_text", "write_bytes"),
        *("fromfile", "tofile", "memmap", "loadtxt", "genfromtxt", "savetxt"),
    }
)

EXCEPTIONS = {
    ("words/catalogue.py", "pathlib"): "says where the catalogues lie, package data",
    ("words/catalogue.py", ".read_bytes"): "reads a catalogue, package data",
    ("notation/__init__.py", "pathlib"): "says where the second verifier lies, package data",
    ("notation/parsing.py", "pathlib"): "opens the record whose path a program gives",
    ("notation/parsing.py", ".open"): "opens the record whose path a program gives",
    ("analysis/simulation/blocks.py", "os.cpu_count"): (
        "how many threads by default; no figure depends on it"
    ),
    ("_lazy.py", "importlib"): "imports a module of this package on first use",
    ("_lazy.py", "sys"): "finds that package",
    ("analysis/_jit.py", "numba"): "keeps compiled kernels on disk; they compute the same",
    ("analysis/_jit.py", "numba.core"): "tells when a kernel is compiled",
    ("analysis/_jit.py", "numba.extending"): "compiles a kernel into the one that calls it",
    ("analysis/output/report.py", "plotly.offline"): "gives a script that is data of plotly",
}
"""Allowed exceptions and their reasons, by (file, module or call)."""


def lower_modules() -> list[Path]:
    """The files of every layer below the one that holds `store`."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    (layers,) = (each["layers"] for each in contracts if each["id"] == "layers")
    (store,) = (at for at, layer in enumerate(layers) if "store" in layer.split(" | "))
    names = [name for layer in layers[store + 1 :] for name in layer.split(" | ")]
    files = [PACKAGE / f"{name}.py" for name in names]
    folders = [path for name in names for path in (PACKAGE / name).rglob("*.py")]
    return sorted(path for path in (*files, *folders) if path.exists())


def uses(source: str) -> Iterator[str]:
    """Every import and call by which a source could reach out of its arguments."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names):
                yield from (each.name for each in names if _is_forbidden(each.name))
            case ast.ImportFrom(module=str(module), names=names, level=0):
                if module == "os":
                    yield from (f"os.{each.name}" for each in names)
                elif _is_forbidden(module):
                    yield module
            case ast.Call(func=ast.Name(name)) if name in FORBIDDEN_CALLS:
                yield name
            case ast.Attribute(attr=name) if name in FORBIDDEN_METHODS:
                yield f".{name}"


def _is_forbidden(module: str) -> bool:
    parts = module.split(".")
    return any(".".join(parts[:size]) in FORBIDDEN_MODULES for size in range(1, len(parts) + 1))


def breaches() -> set[tuple[str, str]]:
    return {
        (path.relative_to(PACKAGE).as_posix(), use)
        for path in lower_modules()
        for use in uses(path.read_text(encoding="utf-8"))
    }


def test_nothing_below_the_store_reads_a_clock_randomness_or_a_file() -> None:
    assert breaches() - EXCEPTIONS.keys() == set()


def test_every_exception_is_still_needed() -> None:
    assert EXCEPTIONS.keys() - breaches() == set()


def test_every_lower_layer_is_looked_at() -> None:
    looked_at = {path.relative_to(PACKAGE).parts[0].removesuffix(".py") for path in lower_modules()}
    assert {"analysis", "announcer", "cards", "errors", "notation", "table"} <= looked_at
    assert not looked_at & {"cli", "croupier", "store", "terminal", "web", "wire"}


@pytest.mark.parametrize(
    "source, use",
    [
        ("import time", "time"),
        ("from time import perf_counter", "time"),
        ("from os import environ", "os.environ"),
        ("import os.path", "os.path"),
        ("def late():\n    import secrets", "secrets"),
        ("from importlib.resources import files", "importlib.resources"),
        ("from datetime import datetime\ndatetime.now()", ".now"),
        ("with open('x') as stream: pass", "open"),
        ("path.read_bytes()", ".read_bytes"),
        ("np.random.default_rng()", ".default_rng"),
    ],
)
def test_a_breach_is_found(source: str, use: str) -> None:
    assert use in uses(source)


def test_what_is_given_is_no_breach() -> None:
    assert not list(uses("from datetime import datetime\ndef f(clock, stream): stream.read()"))


def test_no_module_takes_a_name_from_the_top_of_the_package() -> None:
    """The top re-exports names of every layer, so the layers contract can't see through it."""
    modules = {path.stem for path in PACKAGE.iterdir()} | {"__version__"}
    taken = [
        f"{path.relative_to(PACKAGE)}: {alias.name}"
        for path in PACKAGE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and node.module == "puntobanco"
        for alias in node.names
        if alias.name not in modules
    ]
    assert taken == []
