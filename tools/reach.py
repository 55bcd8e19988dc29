"""Which tests reach which lines, and what each of them costs.

Servers are watched too: pytest tells them the name of the test that starts them.
"""

from __future__ import annotations

import ast
import json
import os
import re
import sys
from collections import defaultdict
from collections.abc import Callable, Generator, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from coverage import Coverage, CoverageData

SOURCE = (Path("src/puntobanco"), Path("tests"))
SETTINGS = """
[run]
source = {source}
data_file = {folder}/process
context = ${{PYTEST_CURRENT_TEST}}
parallel = true
sigterm = true
"""


class Reach(NamedTuple):
    """Seconds that each test costs, and which of them, by place, reach each line of each file."""

    cost: dict[str, float]
    lines: dict[str, dict[str, list[int]]]

    @classmethod
    def read(cls, file: Path) -> Reach:
        return cls(*json.loads(file.read_bytes()))

    def tests(self, path: Path, line: int) -> list[str]:
        """The tests that a change of a line may matter to: who name it first, then the cheapest."""
        lines, names = _statement(line, ast.parse(path.read_text("utf-8")))
        places = [(str(path), number) for number in lines]
        places += [place for name in names for place in self._mentions(name)]
        named, reached = set[int](), set[int]()
        for file, number in places:
            tests = self.lines.get(file, {}).get(str(number), ())
            (named if file.startswith("tests") else reached).update(tests)
        every, cost = [*self.cost], [*self.cost.values()]
        ordered = sorted(named | reached, key=lambda test: (test not in named, cost[test]))
        return [every[test] for test in ordered]

    def _mentions(self, name: str) -> Iterator[tuple[str, int]]:
        """Where a name stands; for tests, all of the file."""
        word = re.compile(rf"\b{name}\b")
        for file in self.lines:
            lines = Path(file).read_text("utf-8").splitlines()
            places = [number for number, text in enumerate(lines, 1) if word.search(text)]
            if places and file.startswith("tests"):
                places = [*range(1, len(lines) + 1)]
            yield from ((file, number) for number in places)


def _statement(line: int, tree: ast.AST) -> tuple[range, list[str]]:
    """The lines that run with a line; and the names that it defines, if it runs at the import."""
    around = [n for n in ast.walk(tree) if isinstance(n, ast.stmt) and line in _span(n)]
    node = around[-1]  # outer statements are walked before inner ones
    functions = [n for n in around if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef)]
    if node in functions:  # its decorators or arguments
        return _span(node), []
    if functions:
        body = getattr(node, "body", None)
        head = range(node.lineno, body[0].lineno) if body else _span(node)
        return (head if line in head else range(line, line + 1)), []
    names = [n.id for n in ast.walk(node) if isinstance(n, ast.Name) and type(n.ctx) is ast.Store]
    classes = [n.name for n in around if isinstance(n, ast.ClassDef)]
    return (_span(node) if isinstance(node, ast.ClassDef) else range(0)), [*names, *classes]


def _span(node: ast.stmt) -> range:
    """The lines of a statement, with its decorators."""
    decorators = getattr(node, "decorator_list", [])
    first = min([node.lineno, *(each.lineno for each in decorators)])
    return range(first, (node.end_lineno or node.lineno) + 1)


class Recorder:
    """A plugin of pytest that notes what each test reaches, and writes it to a file."""

    def __init__(self, folder: Path) -> None:
        folder.chmod(0o777)  # a test may start a process as another user
        source = [str(path.absolute()) for path in SOURCE]
        settings = SETTINGS.format(source=",".join(source), folder=folder)
        (folder / "settings").write_text(settings)
        os.environ["COVERAGE_PROCESS_START"] = str(folder / "settings")
        self._folder = folder
        self._cost: dict[str, float] = {}
        self._coverage = Coverage(data_file=None, source=source, config_file=False)
        self._coverage.start()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        _clear_caches()
        self._coverage.switch_context(item.nodeid)
        before = sum(os.times()[:4])
        result = yield
        self._cost[item.nodeid] = sum(os.times()[:4]) - before
        return result

    def pytest_sessionfinish(self) -> None:
        self._coverage.stop()
        lines: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
        for data, tests_of in ((self._coverage.get_data(), self._test), *self._processes()):
            for file in data.measured_files():
                for line, contexts in data.contexts_by_lineno(file).items():
                    lines[os.path.relpath(file)][str(line)].update(*map(tests_of, contexts))
        at = {test: place for place, test in enumerate(self._cost)}
        indexed = {
            file: {line: [at[test] for test in tests] for line, tests in reached.items()}
            for file, reached in lines.items()
        }
        (self._folder / "reach").write_text(json.dumps(Reach(self._cost, indexed)))

    def _processes(self) -> Iterator[tuple[CoverageData, Callable[[str], set[str]]]]:
        tests_beside = cache(self._tests_beside)
        for file in self._folder.glob("process.*"):
            data = CoverageData(str(file))
            data.read()
            yield data, tests_beside

    def _test(self, context: str) -> set[str]:
        return {context} & self._cost.keys()

    def _tests_beside(self, context: str) -> set[str]:
        """All tests of a file: the server that one of them started may be there for the others."""
        file, _, test = context.partition("::")
        return {each for each in self._cost if test and each.startswith(f"{file}::")}


def _clear_caches() -> None:
    """Forget what was worked out before, as a test that runs alone has to work it out."""
    for name, module in [*sys.modules.items()]:
        if name.startswith("puntobanco"):
            for each in [*vars(module).values()]:
                for one in (each, *(vars(each).values() if isinstance(each, type) else ())):
                    getattr(getattr(one, "__func__", one), "cache_clear", bool)()
