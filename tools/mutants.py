"""A seeded sample of small faults in the code around the log, and which of them no test finds.

`python -m tools.mutants [COUNT [FIRST]]` changes the source in `src`, so `make log-mutants` runs it
on a copy. The tests run once to see which lines they reach. Then each mutant is tried by those that
reach its line, cheapest first, in a child of a process that has imported everything else. The test
that found a mutant is noted, and comes first when it is tried again: that takes a second. What
survived is tried again when the tree has changed.
"""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import signal
import sys
import traceback
import warnings
from bisect import bisect
from collections.abc import Iterator
from contextlib import suppress
from hashlib import sha256
from importlib import import_module
from itertools import accumulate, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import pytest
from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names

from tools.reach import Reach, Recorder

SEED, COUNT = 17, 300
SOURCE = Path("src/puntobanco")
PARTS = ("store", "croupier", "web")
_EVENINGS = (
    "tests/web/test_simulation.py::test_whatever_happens_the_books_agree_and_guests_see_what_the_log_says",
    "tests/web/test_disk_simulation.py::test_whatever_the_disk_does_the_log_keeps_what_was_acknowledged",
)
_LONG = ("web/test_kill.py", "web/test_fuzz.py", "web/test_soak.py")
TESTS = (
    *(str(SOURCE / part) for part in PARTS), "tests/store", "tests/croupier", "tests/web",
    "tests/page/test_evening.py",
    "tests/docs/test_generated.py::test_a_document_says_what_the_program_says[web.md]",
    *(f"tests/cli/test_{name}.py" for name in ("audit", "history", "repair", "serve")),
    *(f"--deselect=tests/{name}" for name in _LONG),
    *(f"--deselect={name}[{first}" for name in _EVENINGS for first in range(1, 10)),
)  # fmt: skip
"""The tests of the parts, but for some long ones and most of the evenings."""
PYTEST = ("-qx", "-pno:cacheprovider", "-Wignore:Module already imported")
WARM = (
    "apsw", "httpx", "hypothesis", "starlette.applications", "h11", "websockets", "playwright",
    "puntobanco.announcer", "puntobanco.notation", "puntobanco.roads", "puntobanco.wire",
)  # fmt: skip
"""What is imported once, and is not changed."""
ROUNDS = (0.0, 1.0, 10.0, 1e9)
"""Seconds that the tests of a round take at most, if it is more than one."""
PATIENCE = 60
"""Seconds after which a round hangs, and counts as found; beside ten times what it takes."""
FINDERS, REACH, LOG = Path("../log-mutants.json"), Path("../log-reach"), Path("mutant.log")
"""What finds each mutant, or the tree in which nothing does; what tests reach; what they said."""

SAME = re.compile("BitOr_|(Is_Eq|Eq_Is|IsNot_NotEq|NotEq_IsNot)$")
"""Operators whose mutants mostly cannot differ, as in `cosmic-ray.toml`."""


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
    line = next(n for n in range(line, len(old)) if old[n].strip())
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


def finder(mutant: Mutant, reach: Reach, known: str | None) -> str | None:
    """The test that finds a mutant, which stands in the source meanwhile; None if none does."""
    original, times = mutant.path.read_bytes(), mutant.path.stat()
    tests = reach.tests(mutant.path, mutant.line)
    tests.sort(key=lambda test: test != known)
    try:
        mutant.path.write_text(mutant.code, "utf-8")
        os.utime(mutant.path, (times.st_atime, times.st_mtime + 10))  # no stale bytecode
        return next(filter(None, (_failing(each, reach) for each in _rounds(tests, reach))), None)
    finally:
        mutant.path.write_bytes(original)
        os.utime(mutant.path, ns=(times.st_atime_ns, times.st_mtime_ns))


def _rounds(tests: list[str], reach: Reach) -> Iterator[list[str]]:
    """The tests in rounds: the first alone, which may be known to find the mutant."""
    for limit in ROUNDS:
        sums = accumulate(reach.cost[test] for test in tests)
        end = max(bisect([*sums], limit), 1)
        if tests:
            yield tests[:end]
        tests = tests[end:]


def _failing(tests: list[str], reach: Reach) -> str | None:
    """The first of some tests that fails twice, or that hangs."""
    while tests:
        seconds = sum(reach.cost[test] for test in tests)
        if _run(tests, seconds) == pytest.ExitCode.OK:
            return None
        said = LOG.read_text("utf-8", "replace")
        failed = re.search(r"^(?:FAILED|ERROR) (\S.*?)(?: - .*)?$", said, re.MULTILINE)
        if not failed or failed[1] not in tests:
            return "a test that hangs, or cannot be imported"
        if _run([failed[1]], seconds) != pytest.ExitCode.OK:
            return failed[1]
        tests = tests[tests.index(failed[1]) + 1 :]
    return None


def _run(tests: list[str], seconds: float, record: Path | None = None) -> int:
    """Run tests in a child, which is killed if it hangs; gives its exit code."""
    child = os.fork()
    if not child:
        os.setsid()
        quiet = os.open(LOG, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(quiet, 1)
        os.dup2(quiet, 2)
        code: int = pytest.ExitCode.INTERNAL_ERROR
        try:
            plugins = [Recorder(record)] if record else []
            code = pytest.main([*PYTEST, *tests], plugins)
        except BaseException:  # noqa: BLE001 - the child ends here, whatever happens
            traceback.print_exc()
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)
    signal.signal(signal.SIGALRM, lambda *_: os.killpg(child, signal.SIGKILL))
    signal.alarm(int(PATIENCE + 10 * seconds))
    try:
        _, status = os.waitpid(child, 0)
    finally:
        signal.alarm(0)
        with suppress(ProcessLookupError):
            os.killpg(child, signal.SIGKILL)  # and what the tests started
    return os.waitstatus_to_exitcode(status)


def measured() -> tuple[Reach, str]:
    """What the tests reach without a mutant, and a digest of this tree, for which it is kept."""
    files = sorted(path for root in ("src", "tests", "tools") for path in Path(root).rglob("*.*"))
    source = [path.read_bytes() for path in files if path.suffix in {".py", ".js", ".json"}]
    tree = sha256(b"".join(source)).hexdigest()[:16]
    kept = REACH.with_suffix(f".{tree}")
    if not kept.exists():
        with TemporaryDirectory() as folder:
            if code := _run([*TESTS], 1_000, Path(folder)):
                sys.exit(f"{LOG.read_text('utf-8')}\nwithout a mutant the tests give {code}")
            shutil.copy(Path(folder, "reach"), kept)
    return Reach.read(kept), tree


def main(count: int = COUNT, first: int = 0) -> int:
    """Try the mutants of the sample; gives the exit code, 1 if fewer than 95 % are found."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # and leave the source as it was
    os.environ |= {"MUTANTS": "1", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    for name in WARM:
        import_module(name)
    reach, tree = measured()
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
    sys.dont_write_bytecode = True
    finders = json.loads(FINDERS.read_bytes()) if FINDERS.exists() else {}
    survivors = 0
    for number, mutant in enumerate(islice(sample(), first, first + count), first):
        known = finders.get(str(mutant))
        by = None if known == tree else finder(mutant, reach, known)
        finders[str(mutant)] = by or tree
        FINDERS.write_text(json.dumps(finders))
        survivors += not by
        sys.stdout.write(f"{number} {mutant.line} {mutant}: {by or 'SURVIVED'}\n")
        sys.stdout.flush()
    rate = 1 - survivors / count
    sys.stdout.write(f"{rate:.1%} of {count} were found\n")
    return int(rate < 0.95)


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
