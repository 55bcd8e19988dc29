"""The walks of a bet and a coup in the document of the architecture are those of the program."""

from __future__ import annotations

import ast
import io
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import pytest

from puntobanco.cli import main
from tests.web.test_hall import Evening, seated
from tests.work import watched

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "puntobanco"
DOCUMENT = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")

Hop = tuple[str, str]


def walk(name: str) -> list[Hop]:
    """The hops of a table, each a file and what is called in it."""
    table = DOCUMENT.split(f"`walk: {name}`")[1].split("\n\n")[0]
    return re.findall(r"^\| \d+ \| `(\S+) (\S+)` \|", table, re.MULTILINE)


def defined(path: Path) -> set[str]:
    """What a module of Python defines, methods after their class."""
    names = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ClassDef):
            names |= {f"{node.name}.{each.name}" for each in node.body if hasattr(each, "name")}
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            names.add(node.name)
    return names


@contextmanager
def traced() -> Iterator[list[Hop]]:
    """Every function of the package that is called meanwhile, in order."""
    calls: list[Hop] = []

    def note(frame: FrameType, event: str, _argument: object) -> None:
        path = Path(frame.f_code.co_filename)
        if event == "call" and path.is_relative_to(SOURCE):
            calls.append((path.relative_to(SOURCE).as_posix(), frame.f_code.co_qualname))

    with watched(note):
        yield calls


def follow(hops: list[Hop], calls: list[Hop]) -> list[Hop]:
    """The hops that the calls pass in their order, up to the first that they miss."""
    passed, rest = [], iter(calls)
    for hop in hops:
        if hop not in rest:
            break
        passed.append(hop)
    return passed


@pytest.mark.parametrize("name", ["terminal", "browser", "coup"])
def test_every_hop_is_numbered_and_exists(name: str) -> None:
    rows = DOCUMENT.split(f"`walk: {name}`")[1].split("\n\n")[0].splitlines()[2:]
    assert [row.split("|")[1].strip() for row in rows] == [str(n + 1) for n in range(len(rows))]
    hops = walk(name)
    assert len(hops) == len(rows)
    for file, function in hops:
        text = (SOURCE / file).read_text(encoding="utf-8")
        if file.endswith(".py"):
            assert function in defined(SOURCE / file), (file, function)
        else:
            assert re.search(
                rf"^(export )?(  )?(async |function )*{function}\(", text, re.MULTILINE
            )


@pytest.mark.parametrize("name, hops", [("terminal", 22), ("browser", 43)])
def test_the_number_of_hops_is_told_as_it_is(name: str, hops: int) -> None:
    assert len(walk(name)) == hops
    assert f": {hops} hops (" in DOCUMENT


def test_a_typed_bet_takes_the_walk_of_the_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("100\nb 25\nq\n"))
    with traced() as calls, pytest.raises(SystemExit):
        main(["play", "--db", str(tmp_path / "tables.db")])
    hops, first_prompt = walk("terminal"), calls.index(("terminal/game.py", "Game._prompt"))
    assert follow(hops, calls[first_prompt:]) == hops


def at_the_hall(tmp_path: Path, act: Callable[[Evening], None]) -> list[Hop]:
    """What is called while something is asked of the hall, and its frames are put out."""
    evening = Evening(tmp_path / "hall.db")
    try:
        with traced() as calls:
            act(evening)
    finally:
        evening.store.close()
    return calls


def test_a_bet_of_the_page_takes_the_walk_of_the_browser_within_the_hall(tmp_path: Path) -> None:
    def act(evening: Evening) -> None:
        evening.ask(seated(evening), "place_bet", key="banker", stake=2_500)

    inside = [hop for hop in walk("browser") if not hop[0].startswith(("web/static/", "web/http/"))]
    calls = at_the_hall(tmp_path, act)
    last = len(calls) - 1 - calls[::-1].index(("web/hall/hall.py", "Hall.receive"))
    assert follow(inside, calls[last:]) == inside


def test_a_coup_takes_its_walk_through_the_core(tmp_path: Path) -> None:
    def act(evening: Evening) -> None:
        connection = seated(evening)
        evening.ask(connection, "place_bet", key="banker", stake=2_500)
        evening.ask(connection, "deal")

    inside = [hop for hop in walk("coup") if hop[0].endswith(".py")]
    assert follow(inside, at_the_hall(tmp_path, act)) == inside
