"""The page's modules import only what the map in main.js allows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import puntobanco.web

STATIC = Path(puntobanco.web.__file__).with_name("static")
SCRIPTS = STATIC / "js"
MAP = re.compile(r"^ \*     ((?:\w+/ ?\|? ?)+) {2,}", re.MULTILINE)
IMPORT = re.compile(r'(?:\bfrom |^import |\bimport\()"([^"]+)"', re.MULTILINE)


def _modules() -> list[Path]:
    """Return scripts and types."""
    return [*SCRIPTS.rglob("*.js"), *SCRIPTS.rglob("*.d.ts")]


def _ranks() -> dict[str, int]:
    """Return the folders of the map in main.js and the line of each, the lowest last."""
    lines = MAP.findall((SCRIPTS / "main.js").read_text())
    return {name: at for at, line in enumerate(lines) for name in re.findall(r"\w+", line)}


def _imports() -> Iterator[tuple[Path, Path]]:
    """Yield every module with each of its imports, whether static, dynamic or for types."""
    for module in _modules():
        for name in IMPORT.findall(module.read_text()):
            yield module, (module.parent / name).resolve()


def test_a_folder_imports_only_from_below() -> None:
    ranks = _ranks()
    wrong = [
        f"{module.relative_to(SCRIPTS)} imports {imported.relative_to(SCRIPTS)}"
        for module, imported in _imports()
        if module.parent not in {SCRIPTS, imported.parent}
        if ranks[module.parent.name] >= ranks.get(imported.parent.name, -1)
    ]
    assert wrong == []


PROSE = re.compile(r"""["`>]([A-Z][a-z’']*(?:[ ,:]+[a-z’'$]+)+[.?!…]?)["`<]""")


def test_no_script_has_words_of_its_own() -> None:
    """Guests' words are in the catalogues. Errors for programmers may be in scripts."""
    found = {
        (path.name, words)
        for path in SCRIPTS.rglob("*.js")
        for line in path.read_text().splitlines()
        if "new Error(" not in line and not line.lstrip().startswith(("*", "/*", "//"))
        for words in PROSE.findall(line)
    }
    assert found == set()
    assert PROSE.findall('el("p", {}, "Take a seat first.")') == ["Take a seat first."]
