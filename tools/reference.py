"""The public names of the package, and the pages of the site that document them.

The modules that `docs/reference.md` lists are public. Their public names are those of ``__all__``
or, without it, those that they define without a leading underscore.
"""

from __future__ import annotations

import ast
import inspect
import re
import shutil
import types
from collections.abc import Callable
from functools import cache
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).parents[1]
LONGEST_VALUE = 60
"""A constant with a longer value is shown without it."""


def public_modules(root: Path = ROOT) -> list[str]:
    """Return the public modules, in the order of the reference."""
    text = (root / "docs/reference.md").read_text(encoding="utf-8")
    return re.findall(r"^\| `([\w.]+)` \|", text, re.MULTILINE)


def public_names(module: str) -> list[str]:
    """Return the public names of a module."""
    real = import_module(module)
    names: list[str] = getattr(real, "__all__", None) or _defined(inspect.getsource(real))
    return [name for name in names if not name.startswith("_")]


def _defined(source: str) -> list[str]:
    """Return every name that a module defines.

    >>> _defined("import re; A, B = 1, 2; C: int = 3")
    ['A', 'B', 'C']
    """
    names: list[str] = []
    for node in ast.parse(source).body:
        match node:
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name):
                names.append(name)
            case ast.Assign(targets=[target]) | ast.AnnAssign(target=target):
                names += [each.id for each in ast.walk(target) if isinstance(each, ast.Name)]
    return names


@cache
def owners(root: Path = ROOT) -> dict[str, str]:
    """Map each public name to its full name in the reference.

    Several modules may export one object. The reference documents it once, in the module that is
    nearest to its definition.

    >>> owners()["puntobanco.Card"]
    'puntobanco.cards.Card'
    """
    exported: dict[tuple[str, int], list[str]] = {}
    for module in public_modules(root):
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


def aliases(root: Path = ROOT) -> dict[str, str]:
    """Map the short names of public type aliases, such as unions, to their full names."""
    kinds = types.UnionType | types.GenericAlias | type(Callable[[], int])
    return {
        name.rpartition(".")[2]: name
        for name in owners(root).values()
        if isinstance(_value(name), kinds)
    }


def write_pages(root: Path = ROOT) -> None:
    """Write a page for each public module, as reStructuredText that autodoc fills in."""
    folder = root / "docs/reference"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for module in public_modules(root):
        (folder / f"{module}.rst").write_text(_page(module, root), encoding="utf-8")


def _page(module: str, root: Path) -> str:
    full_names = {name: owners(root)[f"{module}.{name}"] for name in public_names(module)}
    own = [name for name, full in full_names.items() if full == f"{module}.{name}"]
    parts = [module, "=" * len(module), "", f".. automodule:: {module}", ""]
    parts += [_directive(full_names[name], root) for name in own]
    if len(own) < len(full_names):
        parts += ["Names of other modules" if own else "Names", "-" * 22, ""]
        parts += [f"- `{name} <{full_names[name]}>`" for name in full_names if name not in own]
    return "\n".join([*parts, ""])


def _directive(full_name: str, root: Path) -> str:
    value = _value(full_name)
    options = []
    if inspect.isclass(value):
        kind = "exception" if issubclass(value, BaseException) else "class"
        bases = [base for base in value.__mro__[1:] if base.__module__.startswith("puntobanco")]
        public = [_value(name) for name in owners(root).values()]
        options.append("members")
        if any(base in public for base in bases):
            options.append("show-inheritance")
        if any(base not in public for base in bases):
            options.append("inherited-members")
    elif inspect.isroutine(value):
        kind = "function"
    else:
        kind = "data"
        if len(repr(value)) > LONGEST_VALUE:
            options.append("no-value")
    return "\n".join([f".. auto{kind}:: {full_name}", *(f"   :{each}:" for each in options), ""])
