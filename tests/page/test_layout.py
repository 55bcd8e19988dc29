"""The page's files lie where its map says, and import only what the map allows."""

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
    """Scripts, and the types of what they exchange."""
    return [*SCRIPTS.rglob("*.js"), *SCRIPTS.rglob("*.d.ts")]


def _ranks() -> dict[str, int]:
    """The folders of the map in main.js and the line of each, the lowest last."""
    lines = MAP.findall((SCRIPTS / "main.js").read_text())
    return {name: at for at, line in enumerate(lines) for name in re.findall(r"\w+", line)}


def _imports() -> Iterator[tuple[Path, Path]]:
    """Every module with every module that it imports: at once, later, or for types."""
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


def test_every_module_is_imported_and_every_import_is_there() -> None:
    alone = {SCRIPTS / "main.js", SCRIPTS / "shell" / "events.d.ts"}
    assert {path for _, path in _imports()} == set(_modules()) - alone


def _importers(name: str) -> set[str]:
    wanted = SCRIPTS / name
    return {str(each.relative_to(SCRIPTS)) for each, imported in _imports() if imported == wanted}


def test_the_model_has_one_writer_and_a_frame_one_way_in() -> None:
    """Its types are read-only, so that nothing else can change it."""
    assert _importers("model/evolve.js") == {"model/model-writer.js"}
    assert _importers("model/model-writer.js") == {"table/table.js", "table/presenter.js"}
    entries = [
        line.strip()
        for path in SCRIPTS.rglob("*.js")
        for line in path.read_text().splitlines()
        if 'addEventListener("frame"' in line
    ]
    assert len(entries) == 1
    assert entries[0].endswith("this.#presenter.receive(detail));")
    model = (SCRIPTS / "model" / "model.js").read_text()
    assert "@typedef {Readonly<Members>} Model" in model


def test_the_types_are_not_switched_off() -> None:
    escapes = re.compile(r"@ts-|\bany\b(?=[^*\n]*\}[^\n]*$)|eslint-disable")
    wrong = [path.name for path in _modules() if escapes.search(path.read_text())]
    assert wrong == []


PROSE = re.compile(r"""["`>]([A-Z][a-z’']*(?:[ ,:]+[a-z’'$]+)+[.?!…]?)["`<]""")


def test_no_script_has_words_of_its_own() -> None:
    """They are in the catalogues; what is thrown at programmers is not for guests."""
    found = {
        (path.name, words)
        for path in SCRIPTS.rglob("*.js")
        for line in path.read_text().splitlines()
        if "new Error(" not in line and not line.lstrip().startswith(("*", "/*", "//"))
        for words in PROSE.findall(line)
    }
    assert found == set()
    assert PROSE.findall('el("p", {}, "Take a seat first.")') == ["Take a seat first."]


def test_every_stylesheet_is_asked_for_by_its_name() -> None:
    scripts = "".join(path.read_text() for path in SCRIPTS.rglob("*.js"))
    pages = "".join(path.read_text() for path in STATIC.glob("*.html"))
    styles = "".join(re.findall(r"styles: \[(.*?)\]", scripts, re.DOTALL))
    assert styles
    named = {*re.findall(r'"(\w+)"', styles), *re.findall(r'loadStylesheet\("(\w+)"\)', scripts)}
    linked = set(re.findall(r"/static/css/(\w+)\.css", pages))
    assert named | linked == {path.stem for path in (STATIC / "css").glob("*.css")}
