"""Which names are public, read from the sources without importing them.

The modules that `docs/reference.md` lists are public, and so is what they give: the names of their
``__all__`` or, where there is none, what they define without a leading underscore.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
LIST = ROOT / "docs/reference.md"

Definition = ast.ClassDef | ast.FunctionDef | ast.Assign | ast.AnnAssign


@dataclass(frozen=True)
class Name:
    """A public name: where it is defined, and what is said of it there."""

    name: str
    home: str
    """The module that defines it."""
    nodes: tuple[Definition, ...]
    """Its definitions: one, or its overloads and the last."""
    doc: str

    @property
    def node(self) -> Definition:
        """The definition that counts."""
        return self.nodes[-1]


@dataclass(frozen=True)
class Module:
    """A public module and the names that it gives."""

    name: str
    doc: str
    names: tuple[Name, ...]


def modules() -> tuple[Module, ...]:
    """Every public module, in the order of the reference."""
    listed = re.findall(r"^\| `(puntobanco[\w.]*)` \|", LIST.read_text("utf-8"), re.MULTILINE)
    return tuple(
        Module(name, ast.get_docstring(_tree(name)) or "", _names(name)) for name in listed
    )


def is_module(name: str) -> bool:
    """Whether there is such a module, public or not."""
    path = ROOT / "src" / name.replace(".", "/")
    return path.is_dir() or path.with_suffix(".py").is_file()


def is_defined(module: str, name: str) -> bool:
    """Whether a name that a module uses is defined in the package."""
    try:
        return found(module, name).home.startswith("puntobanco")
    except (LookupError, FileNotFoundError):
        return False


def members(node: ast.ClassDef) -> Iterator[tuple[str, tuple[Definition, ...], str]]:
    """The public methods and documented fields of a class: name, definitions, what they are."""
    for name, nodes, doc in _defined(node.body):
        is_field = isinstance(nodes[-1], ast.AnnAssign | ast.Assign)
        if not name.startswith("_") and (doc or not is_field):
            yield name, nodes, doc


def _names(module: str) -> tuple[Name, ...]:
    given = (name for name in _given(module) if not name.startswith("_"))
    return tuple(found(module, name) for name in given)


def _given(module: str) -> list[str]:
    """The names that a module gives, or those of the module whose names it takes."""
    tree = _tree(module)
    names = _all_of(tree)
    for node in _statements(tree.body):
        match node:
            case ast.ImportFrom(module=str(source), names=[ast.alias(name="*")]):
                return _given(source)
    return [name for name, _, _ in _defined(tree.body)] if names is None else names


def found(module: str, name: str) -> Name:
    """Where a name of a module is defined, through all that import it from one another."""
    body = list(_statements(_tree(module).body))
    for each, nodes, doc in _defined(body):
        if each == name:
            return Name(name, module, nodes, doc)
    for node in body:
        if isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                if alias.name == "*" and name in _given(node.module):
                    return found(node.module, name)
                if (alias.asname or alias.name) == name:
                    return found(node.module, alias.name)
    raise LookupError(f"{module} gives {name}, and nothing defines it")


def _statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """Statements, with those that are only for type checkers."""
    for node in body:
        if isinstance(node, ast.If):
            yield from node.body
        else:
            yield node


def _defined(body: list[ast.stmt]) -> Iterator[tuple[str, tuple[Definition, ...], str]]:
    """Every name that is defined: its definitions, and what is said of it."""
    definitions: dict[str, list[Definition]] = {}
    docs: dict[str, str] = {}
    statements = list(_statements(body))
    for node, after in zip(statements, [*statements[1:], ast.Pass()], strict=True):
        match node:
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name):
                names, doc = [name], ast.get_docstring(node) or ""
            case ast.Assign(targets=targets):
                names, doc = [*_assigned(targets)], _string_of(after)
            case ast.AnnAssign(target=target):
                names, doc = [*_assigned([target])], _string_of(after)
            case _:
                continue
        for name in names:
            definitions.setdefault(name, []).append(node)
            docs[name] = doc or docs.get(name, "")
    for name, nodes in definitions.items():
        yield name, tuple(nodes), docs[name]


def _assigned(targets: list[ast.expr]) -> Iterator[str]:
    for target in targets:
        match target:
            case ast.Name(id=name):
                yield name
            case ast.Tuple(elts=elements):
                yield from _assigned(elements)


def _string_of(node: ast.stmt) -> str:
    match node:
        case ast.Expr(value=ast.Constant(value=str(text))):
            return text
    return ""


def _all_of(tree: ast.Module) -> list[str] | None:
    for node in tree.body:
        match node:
            case ast.Assign(targets=[ast.Name(id="__all__")], value=value):
                names: list[str] = ast.literal_eval(value)
                return names
    return None


@cache
def _tree(module: str) -> ast.Module:
    path = ROOT / "src" / module.replace(".", "/")
    file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    return ast.parse(file.read_text(encoding="utf-8"))
