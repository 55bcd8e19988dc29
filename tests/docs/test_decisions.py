"""Every decision says what was not chosen and what decided it, and counts are those of the tree."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path

from puntobanco.announcer import words
from puntobanco.cards import DECK
from puntobanco.shoe import Shoe
from puntobanco.tableau import SQUARES
from tests.docs.test_pure_layers import PACKAGE
from tests.docs.web_session import played
from tests.notation import tampering
from tests.wire.test_types import WIRE_TYPES, some

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs/decisions.md").read_text(encoding="utf-8")
DECISIONS = re.findall(r"^\*\*.*?(?=^\*\*|^## |\Z)", TEXT, re.MULTILINE | re.DOTALL)

CARD = re.compile(r"\b[A2-9TJQK][cdhs]\b")


def decision(name: str) -> str:
    """The decision that begins so, in one line."""
    (found,) = (each for each in DECISIONS if each.startswith(f"**{name}"))
    return " ".join(found.split())


def test_every_decision_names_what_was_rejected_and_the_figure_that_decided() -> None:
    assert len(DECISIONS) > 15
    for each in DECISIONS:
        assert each.count("*Not:*") == 1, each
        _, decided = each.split("*Decided by:*")
        assert re.search(r"\d", decided), each


def test_each_square_of_the_tableau_is_counted() -> None:
    assert f"{len(SQUARES)} flips and {len(SQUARES)} different" in decision("The tableau")


def test_a_coup_takes_so_many_bytes_and_so_do_its_facts() -> None:
    frames = [step.body for step in played().steps if step.way == "<" and step.body]
    events = [event for frame in frames for event in frame.get("events", ())]
    (coup,) = (event for event in events if event["kind"] == "coup_dealt")
    data, facts = (
        len(json.dumps(coup[part], separators=(",", ":"), ensure_ascii=False).encode())
        for part in ("data", "facts")
    )
    text = decision("A coup stores")
    assert f"takes {data} bytes in the log, and what follows from them {facts:,} on" in text
    assert f"{len(tampering.FINISHED)} ways to falsify" in text


def test_messages_are_made_in_so_many_places() -> None:
    """Rounded down, so that not every new sentence changes a document."""
    calls = [
        path
        for path in PACKAGE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        if node.func.id == "message"
    ]
    english = json.loads(Path(words.__file__).with_name("en.json").read_bytes())["words"]
    page = [id_ for id_ in english if id_.startswith("page.")]
    text = decision("Facts travel")
    assert f"more than {_down(len(calls))} places of {_down(len(set(calls)), 10)} modules" in text
    assert f"the page has {_down(len(page))} of its own" in text
    assert f"one file of {_down(len(english)):,} templates" in text


def _down(count: int, step: int = 100) -> int:
    return count - count % step


def test_so_many_types_are_attacked_with_so_many_values() -> None:
    text = decision("Typed frames")
    assert f"each of {len(WIRE_TYPES)} types" in text
    assert f"of {len(WIRE_TYPES) * some.max_examples:,} values" in text


def test_a_shoe_names_its_cards_only_when_it_is_asked() -> None:
    shoe = Shoe(DECK * 8)
    named, shown = (len(CARD.findall(text)) for text in (repr(shoe), shoe._repr_html_()))
    assert f"names all {named} cards, its table {shown}." in decision("A notebook")


def test_the_readme_has_so_many_links_and_pictures() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    marks = re.findall(r"(!?)\[[^]]*\]\((?!https://)[^)]+\)", readme)
    counted = f"{marks.count('')} links and {marks.count('!')} picture"
    assert counted in decision("The package's README"), counted
