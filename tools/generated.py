"""Write the generated parts of documents and files: `python -m tools.generated`.

A part of a document stands between ``<!-- $ a command -->``, ``<!-- types: NAME -->``,
``<!-- example: NAME -->``, ``<!-- limits: NAME -->`` or ``<!-- watch: NAME -->`` and
``<!-- end -->``. The `console` blocks get their current output. The second verifier gets the
catalogue of bets in its canonical form, and the English words get the names in it. The page's types
of the wire, the JSON Schema of a record, the reference, and the evenings in other languages and
widths are written whole. Notebooks get their current outputs.
"""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from functools import cache
from pathlib import Path

from puntobanco import words
from puntobanco.bets import CATALOGUE
from puntobanco.notation import VERIFIER, schema
from tests.terminal import evenings, widths
from tools import console, notebook, reference, wire_examples, wire_tables
from tools.page_types import files

DOCUMENTS = Path(__file__).parents[1] / "docs"

SCHEMA = DOCUMENTS / "record.schema.json"

ENGLISH = Path(words.__file__).with_name("en.json")

_PART = re.compile(r"(<!-- \$ (puntobanco .*?) -->\n).*?(<!-- end -->)", re.DOTALL)
_OUTPUT = re.compile(r"(```output (\S+)\n).*?(^```$)", re.DOTALL | re.MULTILINE)
_CATALOGUE = re.compile(r'(<script type="text/plain" id="catalogue">\n).*?(</script>)', re.DOTALL)


def written(text: str) -> str:
    """Regenerate every such part of a document."""
    printed = _PART.sub(lambda part: f"{part[1]}\n{_printed(part[2])}\n{part[3]}", text)
    return wire_tables.written(wire_examples.written(printed))


@cache
def _printed(command: str) -> str:
    _, *arguments = shlex.split(command)
    ran = subprocess.run(
        [sys.executable, "-m", "puntobanco", *arguments],
        stdout=subprocess.PIPE,
        encoding="utf-8",
        check=True,
    )
    return ran.stdout


def with_outputs(text: str) -> str:
    """Insert the output of each program of `examples` into a document."""

    def block(part: re.Match[str]) -> str:
        program = DOCUMENTS.parent / "examples" / part[2]
        ran = subprocess.run(
            [sys.executable, program], stdout=subprocess.PIPE, encoding="utf-8", check=True
        )
        return f"{part[1]}{ran.stdout}{part[3]}"

    return _OUTPUT.sub(block, text)


def with_catalogue(page: str) -> str:
    """Return the second verifier with the current catalogue."""
    return _CATALOGUE.sub(lambda part: f"{part[1]}{_catalogue()}{part[2]}", page)


def _catalogue() -> str:
    return "".join(
        f"{bet.key} [{bet.spot.value}] {' · '.join(map(str, bet.lines))}\n"
        for bet in CATALOGUE.values()
    )


def with_bet_names(text: str) -> str:
    """Return the English words with the names of all bets, in the place of the old names."""
    stored = json.loads(text)
    texts: dict[str, str] = stored["words"]
    ids = list(texts)
    at = next(place for place, id_ in enumerate(ids) if id_.startswith("bet."))
    named = {f"bet.{key}": bet.name for key, bet in CATALOGUE.items()}
    others = [id_ for id_ in ids if not id_.startswith("bet.")]
    written_again = {id_: texts.get(id_, "") for id_ in [*others[:at], *named, *others[at:]]}
    stored["words"] = {**written_again, **named}
    return json.dumps(stored, ensure_ascii=False, indent=2) + "\n"


def schema_text() -> str:
    """Return the JSON Schema of a record."""
    return json.dumps(schema(), indent=2) + "\n"


def main() -> None:
    """Regenerate everything."""
    for path, text in {
        **files(),
        **evenings.goldens(),
        **widths.goldens(widths.on_terminal()),
    }.items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    for path in (DOCUMENTS.parent / "README.md", *sorted(DOCUMENTS.glob("**/*.md"))):
        text = path.read_text(encoding="utf-8")
        again = console.written(with_outputs(written(text)))
        if again != text:
            path.write_text(again, encoding="utf-8")
    for path in notebook.NOTEBOOKS:
        path.write_text(notebook.executed(path.read_text(encoding="utf-8")), encoding="utf-8")
    page = VERIFIER.read_text(encoding="utf-8")
    VERIFIER.write_text(with_catalogue(page), encoding="utf-8")
    SCHEMA.write_text(schema_text(), encoding="utf-8")
    reference.MARKDOWN.write_text(reference.markdown(), encoding="utf-8")
    english = ENGLISH.read_text(encoding="utf-8")
    ENGLISH.write_text(with_bet_names(english), encoding="utf-8")


if __name__ == "__main__":
    main()
