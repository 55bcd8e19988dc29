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
from collections.abc import Callable
from functools import cache
from pathlib import Path

from puntobanco import words
from puntobanco.bets import CATALOGUE
from puntobanco.notation import VERIFIER, schema
from tests.terminal import evenings, widths
from tools import console, reference
from tools.notebook import NOTEBOOKS, executed
from tools.page_types import files
from tools.wire_examples import EXAMPLES
from tools.wire_tables import TABLES

DOCUMENTS = Path(__file__).parents[1] / "docs"
ENGLISH = Path(words.__file__).with_name("en.json")

_PART = re.compile(
    r"(<!-- (?:\$ puntobanco (.*?)|(?:types|limits|watch|example): (\w+)) -->\n).*?(<!-- end -->)",
    re.DOTALL,
)
_OUTPUT = re.compile(r"(```output (\S+)\n).*?(^```$)", re.DOTALL | re.MULTILINE)
_CATALOGUE = re.compile(r'(<script type="text/plain" id="catalogue">\n).*?(</script>)', re.DOTALL)


def written(text: str) -> str:
    """Regenerate every such part of a document."""
    return _PART.sub(_part, text)


def _part(part: re.Match[str]) -> str:
    begin, arguments, name, end = part.groups()
    command = ("-m", "puntobanco", *shlex.split(arguments or ""))
    content = (TABLES | EXAMPLES)[name]() if name else _printed(*command)
    return f"{begin}\n{content}\n{end}"


@cache
def _printed(*arguments: str) -> str:
    command = [sys.executable, *arguments]
    return subprocess.run(command, stdout=subprocess.PIPE, encoding="utf-8", check=True).stdout


def with_outputs(text: str) -> str:
    """Insert the output of each program of `examples` into a document."""
    folder = DOCUMENTS.parent / "examples"
    return _OUTPUT.sub(lambda part: f"{part[1]}{_printed(str(folder / part[2]))}{part[3]}", text)


def with_catalogue(page: str) -> str:
    """Return the second verifier with the current catalogue."""
    lines = "".join(
        f"{bet.key} [{bet.spot.value}] {' · '.join(map(str, bet.lines))}\n"
        for bet in CATALOGUE.values()
    )
    return _CATALOGUE.sub(lambda part: f"{part[1]}{lines}{part[2]}", page)


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


def _always(text: str) -> Callable[[str], str]:
    return lambda _: text


GENERATED: dict[Path, Callable[[str], str]] = {
    **{path: _always(text) for path, text in files().items()},
    **dict.fromkeys([DOCUMENTS.parent / "README.md", *sorted(DOCUMENTS.glob("**/*.md"))], written),
    **dict.fromkeys(NOTEBOOKS, executed),
    VERIFIER: with_catalogue,
    ENGLISH: with_bet_names,
    DOCUMENTS / "record.schema.json": _always(json.dumps(schema(), indent=2) + "\n"),
    reference.MARKDOWN: lambda _: reference.markdown(),
}
"""Functions that regenerate files from their old text. `main` adds outputs and evenings."""


def main() -> None:
    """Regenerate everything."""
    for path, text in (evenings.goldens() | widths.goldens(widths.on_terminal())).items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    for path, generate in GENERATED.items():
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        again = generate(text)
        if path.suffix == ".md":
            again = console.written(with_outputs(again))
        if again != text:
            path.write_text(again, encoding="utf-8")


if __name__ == "__main__":
    main()
