"""Import a package's names on first use.

A package lists them once, as imports for type checkers: ``from puntobanco.cards import Card as
Card`` below ``if TYPE_CHECKING``. `lazy` reads that list when a name is first used.
"""

from __future__ import annotations

TYPE_CHECKING = False  # importing `typing` is slow
if TYPE_CHECKING:
    from collections.abc import Callable


def lazy(package: str) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """Return `__getattr__` and `__dir__` of a package."""
    found: dict[str, str] = {}

    def modules() -> dict[str, str]:
        """Return the module of each name. Read the list once."""
        if not found:
            found.update(_listed(package))
        return found

    def get(name: str) -> object:
        if name == "__all__":
            return sorted(modules())
        if not name.startswith("__"):
            from importlib import import_module  # noqa: PLC0415 - slow import

            if name in modules():
                return getattr(import_module(modules()[name]), name)
            if f"{package}.{name}" in modules().values():
                return import_module(f"{package}.{name}")
        raise AttributeError(f"module {package!r} has no attribute {name!r}")

    def names() -> list[str]:
        import sys  # noqa: PLC0415 - as above

        return sorted({*vars(sys.modules[package]), *modules()})

    return get, names


def _listed(package: str) -> dict[str, str]:
    """Return the modules that a package imports from for type checkers, by name."""
    import ast  # noqa: PLC0415 - slow import
    import sys  # noqa: PLC0415 - as above
    from typing import Any  # noqa: PLC0415 - as above

    module: Any = sys.modules[package]
    tree = ast.parse(module.__loader__.get_source(package))
    blocks = (node for node in tree.body if isinstance(node, ast.If))
    return {
        alias.asname: str(node.module)
        for block in blocks
        for node in block.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
        if alias.asname
    }
