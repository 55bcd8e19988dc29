"""One shoe as one HTML file, which replays and verifies itself without a network."""

from __future__ import annotations

import re
from base64 import b64encode
from functools import cache
from html import escape
from pathlib import Path

import msgspec

from puntobanco.announcer.catalogues import catalogue
from puntobanco.notation import VERIFIER, Record, format_record
from puntobanco.web.http.files import MEDIA, STATIC, PageFiles, resolved
from puntobanco.wire.answers import ShoeReplay
from puntobanco.words import message

SCRIPT = "js/replay/file.js"
STYLES = ("base", "cards", "figures", "stage", "replay")
VERIFIER_PARTS = ("catalogue", "bets", "verifier")

POLICY = (
    "default-src 'none'; script-src 'unsafe-inline' data:; style-src 'unsafe-inline'; "
    "font-src data:"
)
"""The browser loads nothing but what is in the file."""

_IMPORT = re.compile(r'((?:^|\s)(?:import|from)\s*)"(\.{1,2}/[^"]+)"', re.MULTILINE)
_FONT = re.compile(r'url\("\.\./(font/[^"]+)"\)')


def shoe_page(replay: ShoeReplay, record: Record, language: str) -> bytes:
    """Return the file. `record` and `replay` have no bets but those of the guest who keeps it."""
    words = catalogue(language)
    title = words.render(message("page.replay.title", shoe=replay.shoe))
    data = {
        "language": language,
        "words": words.texts,
        "replay": replay,
        "record": format_record(record),
    }
    shoe = msgspec.json.encode(data).decode().replace("<", "\\u003c")
    return "\n".join(
        [
            "<!doctype html>",
            f'<html lang="{language}">',
            '<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f'<meta http-equiv="content-security-policy" content="{POLICY}">',
            f"<title>{escape(title)}</title>",
            _fixed_part(),
            f'<script type="application/json" id="shoe">{shoe}</script>',
            f'<main id="screen" class="replay-page"><h1>{escape(title)}</h1></main>',
            f'<script type="module">import "{SCRIPT}";</script>',
            "</html>\n",
        ]
    ).encode()


@cache
def _fixed_part() -> str:
    """Return the styles, the modules and the verifier. They are the same in every file."""
    files = PageFiles.read()
    styles = _FONT.sub(
        lambda found: f'url("{_data_url(found[1], (STATIC / found[1]).read_bytes())}")',
        "\n".join(files.text(f"css/{each}.css") for each in STYLES),
    )
    modules = {
        name: _data_url(name, _named(name, files).encode()) for name in files.needed([SCRIPT])
    }
    imports = msgspec.json.encode({"imports": modules}).decode()
    return "\n".join(
        [
            f"<style>{styles}</style>",
            *_verifier_scripts(),
            "<script>globalThis.PuntoBancoVerifier = PuntoBancoVerifier;</script>",
            f'<script type="importmap">{imports}</script>',
        ]
    )


def _named(module: str, files: PageFiles) -> str:
    """Return a module that imports others by their names in the import map."""
    return _IMPORT.sub(
        lambda found: f'{found[1]}"{resolved(module, found[2])}"', files.text(module)
    )


def _data_url(name: str, data: bytes) -> str:
    media = MEDIA[Path(name).suffix].replace(" ", "")
    return f"data:{media};base64,{b64encode(data).decode()}"


def _verifier_scripts() -> list[str]:
    html = VERIFIER.read_text("utf-8")
    found = (
        re.search(rf'<script[^>]* id="{each}">.*?</script>', html, re.DOTALL)
        for each in VERIFIER_PARTS
    )
    return [each[0] for each in found if each]
