"""The public names of the package: as `docs/reference.md`, and as pages of the site.

The modules in `MODULES` are public. Their public names are those of ``__all__`` or, without it,
those that they define without a leading underscore.
"""

from __future__ import annotations

import ast
import inspect
import re
import shutil
import sys
import textwrap
import types
from collections.abc import Callable, Iterator
from enum import EnumType
from functools import cache, cached_property
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import Any

from puntobanco.bets import Bet

ROOT = Path(__file__).parents[1]
MARKDOWN = ROOT / "docs/reference.md"
LONGEST_VALUE = 60
"""A constant with a longer value is shown without it."""

MODULES = {
    "The game": [
        "puntobanco",
        "puntobanco.cards",
        "puntobanco.shoe",
        "puntobanco.tableau",
        "puntobanco.coup",
        "puntobanco.bets",
        "puntobanco.settlement",
        "puntobanco.house",
        "puntobanco.errors",
        "puntobanco.words",
    ],
    "The table": [
        "puntobanco.table",
        "puntobanco.table.commands",
        "puntobanco.table.events",
        "puntobanco.announcer",
        "puntobanco.fairness",
        "puntobanco.drills",
    ],
    "Scoreboards and records": [
        "puntobanco.roads",
        "puntobanco.roads.good_roads",
        "puntobanco.roads.layout",
        "puntobanco.roads.speech",
        "puntobanco.roads.drawing",
        "puntobanco.roads.svg",
        "puntobanco.notation",
        "puntobanco.history.shoes",
    ],
    "The lab": [
        "puntobanco.analysis",
        "puntobanco.analysis.odds",
        "puntobanco.analysis.simulation",
        "puntobanco.analysis.strategies.strategy",
        "puntobanco.analysis.strategies.placement",
        "puntobanco.analysis.strategies.staking",
        "puntobanco.analysis.strategies.view",
        "puntobanco.analysis.counting.counts",
    ],
}
"""The public modules, by the part of the reference that documents them."""

INTRODUCTION = """\
# Reference

This page lists every public name of the library with its signature. `make docs` writes it from the
docstrings, and `make site` builds the same as a website with examples, an index and a search.

A name is public if its module is listed here, and the name is in the module's `__all__` or, without
one, has no leading underscore. Public methods and fields have no leading underscore either.
Everything else may change at any time. A public name changes only with a new version and a line in
the [changelog](../CHANGELOG.md).

Conventions:

- `X.parse(text)` reads a value from text, and `str(value)` writes it. You can paste `repr(value)`
  into a program.
- Values are frozen: methods return new values.
- Money is a whole number of chips in the smallest coin: 25 dollars are `Chips(25_00)`.
- Odds, prices and edges are fractions.
- Randomness is an argument, such as `Random(7).randrange`.
- The modules of the lab need the extra `lab`.
"""


def public_modules() -> list[str]:
    """Return the public modules, in the order of the reference."""
    return [module for modules in MODULES.values() for module in modules]


def public_names(module: str) -> list[str]:
    """Return the public names of a module."""
    real = import_module(module)
    names: list[str] = getattr(real, "__all__", None) or _defined(inspect.getsource(real))
    return [name for name in names if not name.startswith("_")]


def _defined(source: str) -> list[str]:
    """Return every name that a module defines or imports ``as`` itself.

    >>> _defined("import re; A, B = 1, 2; C: int = 3; from d import E as E")
    ['A', 'B', 'C', 'E']
    """
    names: list[str] = []
    for node in ast.parse(source).body:
        match node:
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name):
                names.append(name)
            case ast.ImportFrom(names=imported):
                names += [each.name for each in imported if each.asname == each.name]
            case ast.Assign(targets=[target]) | ast.AnnAssign(target=target):
                names += [each.id for each in ast.walk(target) if isinstance(each, ast.Name)]
    return names


@cache
def owners() -> dict[str, str]:
    """Map each public name to its full name in the reference.

    Several modules may export one object. The reference documents it once, in the module that is
    nearest to its definition.

    >>> owners()["puntobanco.Card"]
    'puntobanco.cards.Card'
    """
    exported: dict[tuple[str, int], list[str]] = {}
    for module in public_modules():
        for name in public_names(module):
            exported.setdefault((name, id(_value(f"{module}.{name}"))), []).append(module)
    found = {}
    for (name, _), modules in exported.items():
        home = str(getattr(_value(f"{modules[0]}.{name}"), "__module__", ""))
        owner = max(modules, key=lambda module: (home.startswith(module), len(module)))
        found.update({f"{module}.{name}": f"{owner}.{name}" for module in modules})
    return found


def _value(full_name: str) -> object:
    module, _, name = full_name.rpartition(".")
    return getattr(import_module(module), name)


def _names(module: str) -> tuple[list[str], dict[str, str]]:
    """Return the names that a module documents, and the full names of those that others do."""
    full_names = {name: owners()[f"{module}.{name}"] for name in public_names(module)}
    own = [name for name, full in full_names.items() if full == f"{module}.{name}"]
    return own, {name: full for name, full in full_names.items() if name not in own}


def aliases() -> dict[str, str]:
    """Map the short names of public type aliases, such as unions, to their full names."""
    kinds = types.UnionType | types.GenericAlias | type(Callable[[], int])
    return {
        name.rpartition(".")[2]: name
        for name in owners().values()
        if isinstance(_value(name), kinds)
    }


def first_sentence(module: str) -> str:
    """Return the first sentence of a module's docstring."""
    return re.split(r"(?<=\.)\s", _paragraph(import_module(module)))[0]


# --- Markdown ---------------------------------------------------------------------------------


def markdown() -> str:
    """Return the reference as one document."""
    parts = [INTRODUCTION]
    for title, modules in MODULES.items():
        parts.append(f"## {title}\n")
        parts += [_module(module) for module in modules]
    return "\n".join(parts)


def _module(module: str) -> str:
    own, others = _names(module)
    parts = [f"### {module}", _paragraph(import_module(module))]
    parts += [_entry(name, _value(f"{module}.{name}"), module) for name in own]
    if others:
        listed = (f"`{full.removeprefix('puntobanco.')}`" for full in sorted(others.values()))
        parts.append(f"Also here: {', '.join(listed)}.")
    return "\n\n".join(parts) + "\n"


def _entry(name: str, value: object, module: str) -> str:
    if inspect.isclass(value):
        return "\n".join(
            [f"**`{name}{_signature(value)}`**: {_paragraph(value)}", *_members(value)]
        )
    if inspect.isroutine(value):
        return f"**`{name}{_signature(value)}`**: {_paragraph(value)}"
    if isinstance(value, Bet):
        return f"**`{name}`**: {' · '.join(line.text for line in value.lines)}."
    about = " ".join(constant_docstring(f"{module}.{name}", value)).replace("``", "`")
    return f"**`{name}{_shown(value)}`**: {about}"


def _shown(value: object) -> str:
    """Return the value of a constant, if it is short and not an address in memory."""
    text = repr(value)
    is_alias = isinstance(value, types.UnionType | types.GenericAlias) or "typing." in text
    is_dull = (
        isinstance(value, Path)
        or len(text) > LONGEST_VALUE
        or " at 0x" in text
        or text.startswith("~")
    )
    return "" if is_dull or is_alias else f" = {text}"


def _members(kind: type) -> Iterator[str]:
    if isinstance(kind, EnumType):
        members: Any = kind
        yield f"- Members: {', '.join(f'`{each.name}`' for each in members)}."
    public = [_value(name) for name in owners().values()]
    bases = [base for base in kind.__mro__[1:] if base not in public]
    described: dict[str, str] = {}
    for each in (kind, *(base for base in bases if base.__module__.startswith("puntobanco"))):
        for name, note in field_docstrings(each).items():
            described.setdefault(name, f"- `.{name}`: {note}")
        for name, member in vars(each).items():
            if text := _member(kind, name, member):
                described.setdefault(name, text)
    yield from described.values()


def _member(kind: type, name: str, member: object) -> str | None:
    if name.startswith("_"):
        return None
    if isinstance(member, property | cached_property):
        getter = member.fget if isinstance(member, property) else member.func
        returned = inspect.get_annotations(getter).get("return", "") if getter else ""
        return f"- `.{name}: {returned}`: {_paragraph(member)}"
    if isinstance(member, classmethod | staticmethod):
        return f"- `{kind.__name__}.{name}{_signature(getattr(kind, name))}`: {_paragraph(member)}"
    if inspect.isfunction(member):
        return f"- `.{name}{_signature(member)}`: {_paragraph(member)}"
    return None


def _signature(value: Any) -> str:  # noqa: ANN401 - anything that can be called
    if isinstance(value, EnumType) or (inspect.isclass(value) and not _is_constructed_here(value)):
        return ""
    try:
        signature = inspect.signature(value)
    except ValueError:
        return ""
    parameters = (each for each in signature.parameters.values() if each.name != "self")
    shown = signature.replace(parameters=[_shortened(each) for each in parameters])
    if inspect.isclass(value):
        shown = shown.replace(return_annotation=inspect.Signature.empty)
    text = str(shown).replace("'", '"').replace("Ellipsis", "...")
    text = re.sub(r"puntobanco\.[\w.]*\.(\w+)", r"\1", text)
    text = re.sub(r"<(\w+\.\w+): .*?>", r"\1", text)
    text = re.sub(r'<enum "(\w+)">', r"\1", text)
    text = re.sub(r"<(factory|function|class|built-in) ?.*?>", "...", text)
    text = re.sub(r'ForwardRef\("([^"]*)".*?\)', r"\1", text)
    return re.sub(r'(: |-> )"([^"]*)"', r"\1\2", text)


def _is_constructed_here(kind: type) -> bool:
    """Return whether the arguments of a class are ours, not those of Python's library."""
    ours = [base for base in kind.__mro__ if base.__module__.startswith("puntobanco")]
    names = ("__init__", "__new__", "__struct_fields__")
    return any(name in vars(base) for base in ours for name in names)


def _shortened(parameter: inspect.Parameter) -> inspect.Parameter:
    is_long = len(repr(parameter.default)) > LONGEST_VALUE
    return parameter.replace(default=...) if is_long else parameter


def _paragraph(value: object) -> str:
    """Return the first paragraph of a docstring as one line of Markdown."""
    paragraph = (inspect.getdoc(value) or "").split("\n\n")[0]
    return " ".join(paragraph.split()).replace("``", "`")


def field_docstrings(kind: type) -> dict[str, str]:
    """Return the docstrings below the fields of a class."""
    (body,) = ast.parse(textwrap.dedent(inspect.getsource(kind))).body
    assert isinstance(body, ast.ClassDef)
    found = {}
    for field, note in pairwise(body.body):
        match field, note:
            case ast.AnnAssign(target=ast.Name(name)), ast.Expr(ast.Constant(str(text))):
                found[name] = " ".join(text.split()).replace("``", "`")
    return found


def constant_docstring(full_name: str, value: object) -> list[str]:
    """Return the docstring of a constant, which another module may define."""
    module, _, name = full_name.rpartition(".")
    ours = (each for each in [*sys.modules] if each.startswith("puntobanco."))
    for place in (module, *(each for each in ours if vars(sys.modules[each]).get(name) is value)):
        body = ast.parse(inspect.getsource(sys.modules[place])).body
        for node, note in pairwise(body):
            if isinstance(node, ast.Assign | ast.AnnAssign):
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                names = [each.id for each in targets if isinstance(each, ast.Name)]
                match note:
                    case ast.Expr(ast.Constant(str(text))) if name in names:
                        return inspect.cleandoc(text).splitlines()
    return []


# --- the site ---------------------------------------------------------------------------------


def overview() -> str:
    """Return the first page of the reference on the site, which lists the modules."""
    _, _, rest = INTRODUCTION.partition("`make site` builds the same as a website with ")
    parts = ["# Reference\n\nThese pages list every public name of the library, with " + rest]
    for title, modules in MODULES.items():
        parts += [f"## {title}\n", "| module | contents |", "|---|---|"]
        parts += [f"| [{each}](reference/{each}) | {first_sentence(each)} |" for each in modules]
        parts.append("")
    return "\n".join(parts)


def write_pages(root: Path = ROOT) -> None:
    """Write a page for each public module, as reStructuredText that autodoc fills in."""
    folder = root / "docs/reference"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for module in public_modules():
        (folder / f"{module}.rst").write_text(_page(module), encoding="utf-8")


def _page(module: str) -> str:
    own, others = _names(module)
    parts = [module, "=" * len(module), "", f".. automodule:: {module}", ""]
    parts += [_directive(f"{module}.{name}") for name in own]
    if others:
        parts += ["Names of other modules" if own else "Names", "-" * 22, ""]
        parts += [f"- `{name} <{full}>`" for name, full in others.items()]
    return "\n".join([*parts, ""])


def _directive(full_name: str) -> str:
    value = _value(full_name)
    options = []
    if inspect.isclass(value):
        kind = "exception" if issubclass(value, BaseException) else "class"
        bases = [base for base in value.__mro__[1:] if base.__module__.startswith("puntobanco")]
        public = [_value(name) for name in owners().values()]
        options.append("members")
        if any(base in public for base in bases):
            options.append("show-inheritance")
        if any(base not in public for base in bases):
            options.append("inherited-members")
    elif inspect.isroutine(value):
        kind = "function"
    else:
        kind = "data"
        if isinstance(value, Path) or len(repr(value)) > LONGEST_VALUE:
            options.append("no-value")
    return "\n".join([f".. auto{kind}:: {full_name}", *(f"   :{each}:" for each in options), ""])
