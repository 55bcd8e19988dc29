"""Nothing reads a sentence back: whatever looks into a text is listed here with what that text is.

A new use of `startswith`, `split`, a regular expression and the like must be one of a text that is
meant for programs. What is said to people is made last, from facts, and never taken apart.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import puntobanco

SOURCE = Path(puntobanco.__file__).parent
SCRIPTS = SOURCE / "web" / "static" / "js"

LOOKS = {
    *("startswith", "endswith", "split", "rsplit", "partition", "rpartition", "splitlines"),
    *("find", "rfind", "removeprefix", "removesuffix"),
    *("match", "search", "fullmatch", "findall", "finditer", "sub", "subn"),
}
"""Methods of strings and of regular expressions that look into a text."""

LOOKS_OF_THE_PAGE = re.compile(
    r"\.(startsWith|endsWith|split|indexOf|lastIndexOf|match|matchAll|search|test|exec|replace"
    r"|replaceAll|substring|charAt|charCodeAt|codePointAt)\("
)

NOTATIONS = {
    "cards.py": "cards",
    "coup.py": "a coup",
    "shoe.py": "a shoe",
    "tableau.py": "the picture of the tableau",
    "roads/bead.py": "results",
    "bets/": "the language of bets",
    "announcer/conditions.py": "the language of bets",
    "announcer/words/": "templates of a catalogue",
    "house/own_bets.py": "keys and names of bets",
    "house/reading.py": "a house as TOML",
    "house/values.py": "a house as TOML",
    "notation/": "a record",
    "analysis/composition.py": "cards that are left",
    "analysis/counting/counts.py": "a count",
    "analysis/odds/given.py": "cards that are known",
    "hardware/": "Verilog, and what the tools of hardware print",
    "cli/options/": "what is typed",
    "cli/simulation/": "what is typed",
}
"""Modules that read a notation, which is their task."""

READERS = {
    "analysis/output/tables.py _width": "a table, for the length of its first line",
    "analysis/simulation/checkpoint.py read_checkpoint": "names in a file",
    "analysis/simulation/checkpoint.py _arrays": "names in a file",
    "analysis/simulation/checkpoint.py _restore": "names in a file",
    "analysis/strategies/_own_system.py first_line": "an error of a guest's program, one line",
    "analysis/strategies/system_statistics.py SystemStatistics.finals": "names of arrays",
    "announcer/english.py sentence": "the end of an error's text, which may be another library's",
    "announcer/lines.py _clause_end": "a line, to break it where it is too wide",
    "announcer/lines.py _filled": "a line, to break it where it is too wide",
    "announcer/lines.py _fitted_wide": "a line, to break it where it is too wide",
    "announcer/lines.py broken": "a line, to break it where it is too wide",
    "cli/commands/hardware.py extra": "the name of a module",
    "cli/commands/roads.py _read": "a file: results, a record or JSON",
    "cli/commands/serve.py _origins": "an address that is typed",
    "cli/man_pages.py _page": "the help of a command, for its lines",
    "cli/entry.py _Commands.resolve_command": "an argument that is typed",
    "cli/entry.py _usage_message": "the end of a text of click's",
    "cli/entry.py _refuse": "a text of any library, for one line of it",
    "cli/lab.py lab": "the name of a module",
    "fairness/commitment.py is_line": "a seed",
    "history/books.py _enter": "an error, for one line of it",
    "history/shoes.py Past.record": "the name of a shoe: table/number",
    "store/checking.py _check_pages": "a finding of SQLite's, for one line of it",
    "store/file.py migrations": "names of files",
    "store/head_file.py _parsed": "a head file",
    "terminal/amounts.py parse_money": "what is typed",
    "terminal/amounts.py _found": "what is typed",
    "terminal/bet_lines.py BetLines.read": "what is typed",
    "terminal/bet_lines.py BetLines._begun": "what is typed",
    "terminal/choices.py change": "what is typed",
    "terminal/colour.py _key_word": "templates of a catalogue",
    "terminal/colour.py _marked_texts": "templates of a catalogue",
    "terminal/colour.py _marked_texts.with_names": "templates of a catalogue",
    "terminal/console.py Console._skip_rest_of": "what is typed",
    "terminal/keys.py read": "what is typed",
    "terminal/series.py _not": "ids of messages",
    "terminal/shuffle_words.py random_word": "a list of words",
    "terminal/single_keys.py _reader.read": "keys that are pressed",
    "terminal/table.py OwnTable.find_open": "names of tables",
    "terminal/table.py OwnTable._write_record": "the name of a table",
    "terminal/views.py roads_drawn": "a drawing, for its lines",
    "web/hall/hall.py Hall.guest": "no text",
    "web/hall/idempotency.py IdempotencyKey.guest": "a key of a receipt",
    "web/hall/idempotency.py Acceptance.parse": "a receipt",
    "web/hall/names.py cleaned": "a name that is typed",
    "web/http/app.py _with_headers": "the path of a request",
    "web/hall/look_alikes.py mixed_alphabets": "the name of a letter in Unicode",
    "web/http/files.py PageFiles.__call__": "the path of a request",
    "web/http/files.py PageFiles.screen": "a script of ours",
    "web/http/files.py PageFiles._needed": "a script of ours",
    "web/http/files.py _joined": "the path of a file",
    "web/http/files.py _sent": "a script of ours",
    "web/http/guard.py is_file": "the path of a request",
    "web/http/guard.py origin_of": "an address",
    "web/http/guard.py _host": "an address",
    "web/http/guard.py cookie": "a header",
    "web/http/pages.py _worded": "a page of ours, which gets its words",
    "web/http/pages.py asked_language": "a header",
    "web/http/pages.py Pages.not_found": "the path of a request, and a page of ours",
    "web/http/rate_limits.py RateLimits.address": "a header",
    "web/http/requests.py read_body": "a header",
    "web/http/routes.py Routes.shoe": "the name of a file",
    "web/http/log_lines.py ClientErrors.filter": "a line of uvicorn's log, which has no code",
    "web/http/server.py _all_secure": "an address",
    "wire/events.py wire_name": "the name of a class",
}
"""Everything else that looks into a text, and what text that is."""

READERS_OF_THE_PAGE = {
    "drawings/qr-picture.js matchAll": "the modules of a code",
    "game/chips.js indexOf": "no text",
    "game/money.js exec": "an amount that is typed",
    "game/money.js replace": "an amount that is typed, and zeros of a number",
    "game/money.js replaceAll": "an amount that is typed",
    "game/names.js replace": "the key of a house",
    "game/names.js replaceAll": "the key of a house",
    "game/numbers.js replace": "a number, which gets another decimal sign",
    "lib/bytes.js match": "hexadecimal digits",
    "lib/elements.js startsWith": "names of attributes",
    "lib/roving.js indexOf": "no text",
    "lobby/house-fields.js replace": "a house as TOML, which gets another name",
    "main.js match": "the path of the page",
    "model/speech.js indexOf": "no text",
    "shell/keys.js exec": "the code of a key that is pressed",
    "table/felt.js indexOf": "no text",
    "table/shortcuts.js test": "a key that is pressed",
    "words/catalogue.js replace": "digits of a number, in groups",
    "words/catalogue.js split": "odds, and an entry of a catalogue",
    "words/template.js exec": "templates of a catalogue",
}


def _looks(path: Path) -> Iterator[str]:
    """Where a module looks into texts: the file and the function."""
    file = path.relative_to(SOURCE).as_posix()

    def within(node: ast.AST, name: str) -> Iterator[str]:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                yield from within(child, f"{name}.{child.name}".removeprefix("."))
                continue
            called = child.func if isinstance(child, ast.Call) else None
            if isinstance(called, ast.Attribute) and called.attr in LOOKS:
                yield f"{file} {name}"
            yield from within(child, name)

    if not file.startswith(tuple(NOTATIONS)):
        yield from within(ast.parse(path.read_text(encoding="utf-8")), "")


def test_no_module_reads_a_sentence() -> None:
    assert {look for path in SOURCE.rglob("*.py") for look in _looks(path)} == READERS.keys()


def test_the_page_reads_no_sentence() -> None:
    found = {
        f"{path.relative_to(SCRIPTS).as_posix()} {method}"
        for path in SCRIPTS.rglob("*.js")
        for method in LOOKS_OF_THE_PAGE.findall(path.read_text(encoding="utf-8"))
    }
    assert found == READERS_OF_THE_PAGE.keys()


def test_every_notation_has_its_module() -> None:
    assert [name for name in NOTATIONS if not (SOURCE / name).exists()] == []
