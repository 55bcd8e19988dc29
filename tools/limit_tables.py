"""The tables of limits in docs/web.md, from the limits themselves."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from dataclasses import fields
from itertools import zip_longest

from puntobanco.web.limits import Caps, Pace, Rate

PART = re.compile(r"(<!-- limits: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)

LIMITS = {"Caps": Caps, "Pace": Pace}


def written(text: str) -> str:
    """Regenerate every such table of a document."""
    return PART.sub(lambda part: f"{part[1]}\n{_table(LIMITS[part[2]])}\n{part[3]}", text)


def _table(kind: type[Caps | Pace]) -> str:
    notes = _notes(kind)
    rows = [
        f"| `{each.name}` | {_number(each.default)} | {notes[each.name]} |" for each in fields(kind)
    ]
    return "\n".join(["| limit | default | what it is |", "|---|---|---|", *rows, ""])


def _number(limit: object) -> str:
    if isinstance(limit, Rate):
        return f"{_number(limit.per_second)} per second, {_number(limit.at_once)} at once"
    return f"{limit:,}".removesuffix(".0")


def _notes(kind: type[Caps | Pace]) -> dict[str, str]:
    (node,) = ast.parse(inspect.getsource(kind)).body
    assert isinstance(node, ast.ClassDef)
    return dict(_noted(node.body))


def _noted(body: list[ast.stmt]) -> Iterator[tuple[str, str]]:
    for each, below in zip_longest(body, body[1:]):
        if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name):
            yield each.target.id, _text(below) if isinstance(below, ast.Expr) else ""


def _text(note: ast.Expr) -> str:
    return " ".join(str(ast.literal_eval(note.value)).split())
