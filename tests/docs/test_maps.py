"""The docstring of every package is a map of its folder: a line for each module."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src" / "puntobanco"
PACKAGES = sorted(path.parent for path in SOURCE.glob("*/**/__init__.py"))

_LINE = re.compile(r"^([\w.]+) {2,}\S.*$", re.MULTILINE)


def mapped(package: Path) -> list[str]:
    """The names that a package's docstring maps, in its order."""
    tree = ast.parse((package / "__init__.py").read_text(encoding="utf-8"))
    return _LINE.findall(ast.get_docstring(tree) or "")


def modules(package: Path) -> set[str]:
    """The modules and packages in a folder."""
    files = {path.stem for path in package.glob("*.py")} - {"__init__"}
    return files | {path.parent.name for path in package.glob("*/__init__.py")}


@pytest.mark.parametrize("package", PACKAGES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_a_package_maps_each_of_its_modules_once(package: Path) -> None:
    names = mapped(package)
    others = {name for name in names if name not in modules(package)}
    assert sorted(set(names) - others) == sorted(modules(package))
    assert len(names) == len(set(names))
    assert all((package / name).exists() for name in others), others
