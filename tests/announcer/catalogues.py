"""The required content of a catalogue: the ids and facts of every message in the program."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import puntobanco.announcer
from puntobanco.announcer.audience import Level
from puntobanco.bets import CATALOGUE
from puntobanco.bets.conditions import Subject
from puntobanco.bets.phrases import PHRASE_FACTS, PHRASES, RANKS, phrase_id, quantity_id
from puntobanco.bets.quantities import OUTCOME, QUANTITIES, Quantity
from puntobanco.cards import Rank, Suit
from puntobanco.coup import Outcome
from puntobanco.drills import DRILLS, AnswerWord
from puntobanco.house import HOUSES
from puntobanco.roads.board import DerivedRoad, Mark
from puntobanco.roads.good_roads import GOOD_ROADS
from puntobanco.tableau import Side
from puntobanco.terminal.grammar import NAMED, WORDED_APART, Key
from puntobanco.terminal.options import NAMES, RECORDS
from puntobanco.words import FACT_KINDS, Kind
from puntobanco.words.template import Template, parsed

ANNOUNCER = Path(puntobanco.announcer.__file__).parent
SOURCE = ANNOUNCER.parent
WORDS = SOURCE / "words"
PAGE = SOURCE / "web" / "static"

Facts = dict[str, frozenset[str]]
"""The names of the facts of each id."""


def texts_of(language: str) -> dict[str, str]:
    texts: dict[str, str] = stored(language)["words"]
    return texts


def stored(language: str) -> dict[str, dict[str, str]]:
    both: dict[str, dict[str, str]] = json.loads((WORDS / f"{language}.json").read_text("utf-8"))
    return both


@cache
def made() -> Facts:
    facts: Facts = {}
    for path in sorted(SOURCE.rglob("*.py")):
        text = path.read_text("utf-8")
        tree = ast.parse(text)
        calls = _calls(tree) if "puntobanco.words import" in text else ()
        for id_, names in (*calls, *_refusals(tree)):
            assert facts.setdefault(id_, names) == names, f"{id_} has different facts in {path}"
    return facts


def _calls(tree: ast.AST) -> Iterator[tuple[str, frozenset[str]]]:
    for node in ast.walk(tree):
        match node:
            case ast.Call(
                ast.Name("message" | "about_guest" as function), [ast.Constant(str(id_)), *_]
            ):
                names = frozenset(each.arg or "**" for each in node.keywords)
                yield id_, names
                if function == "about_guest":
                    yield f"{id_}.others", names | {"name"}
            case ast.Call(ast.Name("message" | "about_guest"), args):
                raise AssertionError(f"an id is not written out: {ast.unparse(node)} {args}")
            case _:
                pass


REFUSING = {
    **dict.fromkeys(("FairnessError", "IllegalCommand", "StoreError"), 0),
    "HouseError": 1,
    "NotationError": 1,
    "_require": 2,
    "wrong": 2,
}
"""The functions that refuse something with a code, and their number of positional arguments."""


ADDED = {"NotationError": {"typed"}, "HouseError": {"field"}, "wrong": {"field", "typed"}}
"""The facts that a refusal adds by itself."""


def _refusals(tree: ast.AST) -> Iterator[tuple[str, frozenset[str]]]:
    """Yield the ids and facts of errors that a guest may meet: calls with a literal code."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        given = {each.arg: each.value for each in node.keywords}
        match given.get("code"), node.func:
            case ast.Constant(str(code)), ast.Attribute(ast.Call(ast.Name("super")), "__init__"):
                yield f"refused.{code}", frozenset(map(str, given)) - {"code"}
            case ast.Constant(str(code)), ast.Name(error) if error in REFUSING:
                assert len(node.args) == REFUSING[error], f"{code} has its sentence twice"
                added = ADDED.get(error, set())
                yield f"refused.{code}", frozenset(map(str, given)) - {"code"} | added
            case _:
                pass


VALUES: Facts = {
    **dict.fromkeys(("number.decimal", "number.group", "number.least"), frozenset[str]()),
    **dict.fromkeys(
        ("answer.yes", "answer.no", "guest.reserved", "odds.fractions"), frozenset[str]()
    ),
    **dict.fromkeys(("money", "money.minus"), frozenset({"amount"})),
    **dict.fromkeys(("money.before", "money.after"), frozenset({"amount", "sign"})),
    "currency.dollars": frozenset(),
    **dict.fromkeys(("balance.won", "balance.lost"), frozenset({"chips"})),
    **dict.fromkeys(("balance.even", "card.none", "odds.push"), frozenset[str]()),
    "odds": frozenset({"above", "below"}),
    **dict.fromkeys(
        ("list.and", "list.clauses", "list.comma", "list.or", "list.range", "list.space"),
        frozenset({"head", "last"}),
    ),
    **dict.fromkeys(("list.all", "list.any", "list.sentences"), frozenset({"head", "last"})),
    **dict.fromkeys(("card", "card.short"), frozenset({"rank", "suit"})),
    "guest.seat": frozenset({"seat"}),
    "guest.in_seat": frozenset({"new_guest", "seat"}),
}
"""The templates with which a catalogue renders values."""


def _named_values() -> Iterator[str]:
    yield from (f"rank.{kind}{rank.letter}" for kind in ("", "short.") for rank in Rank)
    yield from (f"suit.{kind}{suit.letter}" for kind in ("", "short.") for suit in Suit)
    yield from (f"side.{side.value}" for side in Side)
    yield from (f"total.{kind}{total}" for kind in ("", "first.") for total in range(10))
    yield from (f"letter.{outcome.value}" for outcome in Outcome)
    yield from (f"subject.{each.value}" for each in Subject if each is not Subject.COUP)
    yield from (f"road.{kind}{road.key}" for kind in ("", "first.") for road in DerivedRoad)
    yield from (f"road.first.{road}" for road in ("bead_plate", "big_road"))
    yield from (f"mark.{kind}{mark.name.lower()}" for kind in ("", "letter.") for mark in Mark)
    yield from (f"good_road.{key}" for key in GOOD_ROADS)
    yield from (f"level.{level.value}" for level in Level)
    yield from (f"setting.{name}" for name in NAMES)
    yield from (f"key.{key.name.lower()}.no_bets" for key in WORDED_APART)
    yield from (f"typed.{key.name.lower()}" for key in NAMED)
    yield from (f"typed.records.{each}" for each in RECORDS)
    yield from (f"{kind}house.{name}" for kind in ("", "page.") for name in HOUSES)
    yield from (f"bet.{key}" for key in CATALOGUE)
    yield from (f"drill.name.{drill.name}" for drill in DRILLS)
    yield from (f"drill.answer.{choice.value}" for choice in AnswerWord)


def _phrases() -> Facts:
    return {
        phrase_id(pattern): frozenset(
            fact for word, fact in PHRASE_FACTS.items() if re.search(rf"\b{word}\b", pattern)
        )
        for pattern in PHRASES
    }


def _quantities() -> Facts:
    """Return the ids and facts of all quantities."""
    facts = {quantity_id(each): _facts_of(each) for each in QUANTITIES if each not in RANKS}
    return {**facts, "quantity.coup.copies": frozenset({"letter", "values"})}


def _facts_of(quantity: Quantity) -> frozenset[str]:
    facts = {"subject": quantity.of_hand, "values": not quantity.is_fact}
    facts["did"] = quantity is OUTCOME
    return frozenset(name for name, is_there in facts.items() if is_there)


_LITERAL = re.compile(r'"((?:page|refused|roads|settled|stake)\.[a-z0-9_.]+)"')


@cache
def on_page() -> Facts:
    """Return every message that the page makes itself. The English text shows its facts."""
    texts = texts_of("en")
    scripts = [*PAGE.rglob("*.js"), *PAGE.glob("*.html")]
    ids = {id_ for path in sorted(scripts) for id_ in _LITERAL.findall(path.read_text("utf-8"))}
    templates = {id_: parsed(texts.get(id_, "")) for id_ in sorted(ids)}
    return {id_: frozenset(dict(_facts(template))) for id_, template in templates.items()}


@cache
def wanted() -> Facts:
    named = dict.fromkeys(_named_values(), frozenset[str]())
    keys = {f"key.{key.name.lower()}": frozenset({"chips"}) for key in Key}
    return {**on_page(), **VALUES, **named, **keys, **_phrases(), **_quantities(), **made()}


def faults(texts: dict[str, str]) -> list[str]:
    missing = [f"{id_} is missing" for id_ in wanted() if id_ not in texts]
    superfluous = [f"{id_} is superfluous" for id_ in texts if id_ not in wanted()]
    known = {id_: text for id_, text in texts.items() if id_ in wanted()}
    return [*missing, *superfluous, *(each for id_ in known for each in _wrong(id_, known[id_]))]


def _wrong(id_: str, text: str) -> Iterator[str]:
    try:
        template = parsed(text, id_)
    except ValueError as error:
        yield str(error)
        return
    for name, is_plural in dict.fromkeys(_facts(template)):
        if name not in wanted()[id_]:
            yield f"{id_}: there is no fact {name}"
        elif is_plural and FACT_KINDS[name] != Kind.NUMBER:
            yield f"{id_}: {name} is no number"


def _facts(template: Template) -> Iterator[tuple[str, bool]]:
    """Yield the names of a template's facts, and whether the fact selects a plural."""
    for each in template.places:
        if isinstance(each, str):
            yield each, False
        else:
            yield each.name, each.is_plural
            for case in each.cases.values():
                yield from _facts(case)
