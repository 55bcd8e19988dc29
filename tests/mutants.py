"""A seeded sample of small faults in the code around the log, and which of them no test finds.

`python -m tests.mutants [COUNT [FIRST]]` changes the source in `src`, so `make log-mutants` runs it
on a copy. Each mutant is tried by the examples of its file and the tests of its part, quick ones
first, in a child of a process that has imported everything else.
"""

from __future__ import annotations

import ast
import os
import re
import resource
import signal
import sys
import warnings
from collections.abc import Iterator
from hashlib import sha256
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import pytest
from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names

SEED, COUNT = 17, 300
PROCESSOR_TIME = 100
"""Seconds of processor time after which a mutant that hangs counts as found."""

SOURCE = Path("src/puntobanco")
PARTS = ("store", "croupier", "web")
WARM = (
    "apsw", "httpx", "starlette", "uvicorn", "websockets", "puntobanco.announcer",
    "puntobanco.notation", "puntobanco.roads", "puntobanco.wire",
)  # fmt: skip
"""What is imported once, and is not changed."""
LOG = "mutant.log"
"""What the tests said of the last mutant."""

SAME = re.compile("BitOr_|(Is_Eq|Eq_Is|IsNot_NotEq|NotEq_IsNot)$")
"""Operators whose mutants mostly cannot differ, as in `cosmic-ray.toml`."""

_EVENINGS = "test_whatever_happens_the_books_agree_and_guests_see_what_the_log_says"
_SIMULATION = f"tests/web/test_simulation.py::{_EVENINGS}[0]"
_LIMITS = "tests/docs/test_generated.py::test_a_document_says_what_the_program_says[web.md]"
_LOG = ("test_store.py", "test_heads.py", "test_failing_disk.py", "test_gone.py")
_ROOMS = (
    "test_hall.py", "test_ready_button.py", "test_cleanup.py", "test_failing_disk.py",
    "test_damaged_tables.py", "test_house_cost.py",
)  # fmt: skip
_HTTP = (
    "test_guard.py", "test_reading.py", "test_http.py", "test_bankroll.py", "test_protocol.py",
    "test_socket.py", "test_budgets.py", "test_hungry_guests.py", "test_coming_back.py",
    "test_closing.py",
)  # fmt: skip
TESTS = {
    "store/repair": ("tests/store/test_repair.py", "tests/cli/test_repair.py"),
    "store/replacing": ("tests/store/test_replacing.py",),
    "store": (
        *(f"tests/store/{name}" for name in _LOG), "tests/croupier", "tests/cli/test_audit.py",
        "tests/store/test_repair.py", "tests/store/test_damage.py", "tests/version_0_1",
    ),
    "croupier": ("tests/croupier", "tests/web/test_hall.py", _SIMULATION),
    "web/http": tuple(f"tests/web/{name}" for name in _HTTP),
    "web": (
        _LIMITS, *(f"tests/web/{name}" for name in _ROOMS), _SIMULATION,
        "tests/web/test_protocol.py", "tests/web/test_hungry_guests.py",
        "tests/page/test_evening.py", "tests/web/test_http.py", "tests/web/test_socket.py",
        "tests/web/test_closing.py",
    ),
}  # fmt: skip
"""The tests of each part, those that are likely to find something first."""


class Mutant(NamedTuple):
    """One small change of a file."""

    path: Path
    line: int
    before: str
    after: str
    code: str

    def __str__(self) -> str:
        return f"{self.path.relative_to(SOURCE)}: {self.before} -> {self.after}"


def sample(seed: int = SEED) -> Iterator[Mutant]:
    """Mutants of the parts without those that cannot differ, in an order that other files keep."""
    places = []
    for path in sorted(path for part in PARTS for path in (SOURCE / part).rglob("*.py")):
        nodes = list(ast_nodes(get_ast(path.read_text("utf-8"))))
        for name in sorted(operator_names()):
            kind = get_operator(name)
            if not SAME.search(name) and not kind.arguments():
                count = sum(len(list(kind().mutation_positions(node))) for node in nodes)
                places += [(path, name, occurrence) for occurrence in range(count)]
    for place in sorted(places, key=lambda place: sha256(f"{seed} {place}".encode()).digest()):
        if mutant := _mutant(*place):
            yield mutant


def _mutant(path: Path, operator: str, occurrence: int) -> Mutant | None:
    """The mutant at a place; None if only a type is another, or Python itself complains."""
    source = path.read_text("utf-8")
    try:
        code = mutate_code(source, get_operator(operator)(), occurrence)
        if code is None or _meaning(code) == _meaning(source):
            return None
        with warnings.catch_warnings(action="error"):
            compile(code, path, "exec")
    except (SyntaxError, AttributeError):  # the latter is cosmic-ray's at `except a.b`
        return None
    old, new = source.splitlines(), code.splitlines()
    line = next((n for n, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), len(new) - 1)
    after = new[line].strip() if len(old) == len(new) else "(gone)"
    return Mutant(path, line + 1, old[line].strip(), after, code)


def _meaning(source: str) -> str:
    """A module's syntax without its annotations, which nothing evaluates."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.arg):
            node.annotation = None
        elif isinstance(node, ast.arguments):  # `*` and `/` change nothing for who names them
            node.args += node.kwonlyargs
            node.args = [*node.posonlyargs, *node.args]
            node.posonlyargs, node.kwonlyargs = [], []
            node.defaults, node.kw_defaults = [*node.defaults, *filter(None, node.kw_defaults)], []
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            node.returns = None
        elif isinstance(node, ast.AnnAssign):
            node.annotation = ast.Constant(None)
    return ast.dump(tree)


def tests_of(path: Path) -> tuple[str, ...]:
    """The tests that a mutant of a file is tried by, its own examples first."""
    place = path.relative_to(SOURCE).as_posix()
    tests = next(tests for part, tests in TESTS.items() if place.startswith(part))
    return (str(path), *tests)


def is_found(mutant: Mutant) -> bool:
    """Whether a test finds a mutant, which stands in the source meanwhile."""
    original, times = mutant.path.read_bytes(), mutant.path.stat()
    try:
        mutant.path.write_text(mutant.code, "utf-8")
        os.utime(mutant.path, (times.st_atime, times.st_mtime + 10))  # no stale bytecode
        return _run(tests_of(mutant.path)) != 0
    finally:
        mutant.path.write_bytes(original)
        os.utime(mutant.path, ns=(times.st_atime_ns, times.st_mtime_ns))


def _run(tests: tuple[str, ...]) -> int:
    """Run tests in a child; gives its exit code, not 0 if it hangs."""
    child = os.fork()
    if not child:
        resource.setrlimit(resource.RLIMIT_CPU, (PROCESSOR_TIME, PROCESSOR_TIME))
        quiet = os.open(LOG, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(quiet, 1)
        os.dup2(quiet, 2)
        code: int = pytest.ExitCode.INTERNAL_ERROR
        try:
            code = pytest.main(["-qx", "-n", "0", "-p", "no:cacheprovider", "--no-header", *tests])
        finally:
            os._exit(code)
    _, status = os.waitpid(child, 0)
    code = os.waitstatus_to_exitcode(status)
    assert code != pytest.ExitCode.INTERNAL_ERROR, Path(LOG).read_text("utf-8")
    return code


def main(count: int = COUNT, first: int = 0) -> int:
    """Try the mutants of the sample; gives the exit code, 1 if fewer than 95 % are found."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # and leave the source as it was
    os.environ |= {"PYTHONDONTWRITEBYTECODE": "1", "MUTANTS": "1"}
    sys.dont_write_bytecode = True
    for name in WARM:
        import_module(name)
    for tests in TESTS.values():
        if code := _run(tests):
            sys.exit(f"without a mutant {tests[0]} and the others give {code}")
    survivors = 0
    for number, mutant in enumerate(islice(sample(), first, first + count), first):
        found = is_found(mutant)
        survivors += not found
        mark = "found   " if found else "SURVIVED"
        sys.stdout.write(f"{number} {mark} {mutant.line} {mutant}\n")
        sys.stdout.flush()
    rate = 1 - survivors / count
    sys.stdout.write(f"{rate:.1%} of {count} were found\n")
    return int(rate < 0.95)


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
