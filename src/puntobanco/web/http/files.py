"""The files of the page, versioned by their content, and a shoe as one file that includes them.

The files are served below `/static/VERSION/`. The version is a hash of all files, so a path always
means the same bytes, and browsers cache it for ever. One version for the whole folder needs no
build step, because modules and stylesheets refer to each other by relative paths. A path without a
version, or with that of another release, returns the current file, which browsers must revalidate.
"""

from __future__ import annotations

import gzip
import re
from base64 import b64encode
from collections.abc import Iterable, Mapping
from functools import cache
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import NamedTuple

import msgspec
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from puntobanco import words
from puntobanco.announcer.catalogues import catalogue
from puntobanco.notation import VERIFIER, Record, format_record
from puntobanco.wire.answers import ShoeReplay
from puntobanco.words import LANGUAGES, message

STATIC = Path(__file__).parents[1] / "static"
MEDIA = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".woff2": "font/woff2",
    ".webmanifest": "application/manifest+json",
}
"""The media types of the served files, by file extension."""

BINARY = (".png", ".woff2")

FOR_GOOD = "max-age=31536000, immutable"
_SMALL = 500
"""Files below this size in bytes are not compressed."""

PATH = re.compile(r"/(?:static/(?:(?P<version>[0-9a-f]{16})/)?)?(?P<name>.*)")
_COMMENT = re.compile(rb"^[ \t]*/\*\*(?:(?!\*/).)*\*/[ \t]*$", re.MULTILINE | re.DOTALL)
_IMPORT = re.compile(r'^(?:import|export)\b[^;(]*?"(\.{1,2}/[^"]+)";', re.MULTILINE)


class Screen(NamedTuple):
    """The files a browser needs to show a screen."""

    modules: tuple[str, ...]
    styles: tuple[str, ...]


_FOR_TERMINAL = ("play.", "key.", "typed.", "setting.")
"""Prefixes of the message ids that only the terminal uses."""


def _page_words(language: str) -> bytes:
    """Return the words of a language for the page, as JSON."""
    catalogue = Path(words.__file__).with_name(f"{language}.json").read_bytes()
    texts: dict[str, str] = msgspec.json.decode(catalogue)["words"]
    used = {id_: text for id_, text in texts.items() if not id_.startswith(_FOR_TERMINAL)}
    return msgspec.json.encode({"words": used})


class PageFiles:
    """All files of the page and the words of each language, read once."""

    def __init__(self, files: Mapping[str, bytes]) -> None:
        self._files = files
        named = (f"{name}\0{len(data)}\0".encode() + data for name, data in sorted(files.items()))
        self.version = sha256(b"".join(named)).hexdigest()[:16]
        self._gzipped = cache(lambda name: gzip.compress(files[name], mtime=0))

    @classmethod
    @cache
    def read(cls) -> PageFiles:
        """Read the files of this installation."""
        found = (path for path in sorted(STATIC.rglob("*")) if path.suffix in MEDIA)
        return cls(
            {path.relative_to(STATIC).as_posix(): _sent(path) for path in found}
            | {f"words/{each}.json": _page_words(each) for each in LANGUAGES}
        )

    def path(self, name: str) -> str:
        """Return the versioned path of a file."""
        return f"/static/{self.version}/{name}"

    def text(self, name: str) -> str:
        """Return the bytes that are served for a file."""
        return self._files[name].decode()

    def screen(self, name: str) -> Screen:
        """Return the modules and stylesheets of a screen, from `SCREENS` in `js/main.js`."""
        shape = rf'\b{name}: \{{\s*load: \(\) => import\("\./(.+?)"\),\s*styles: \[(.*?)\]'
        found = re.search(shape, self.text("js/main.js"), re.DOTALL)
        if found is None:
            raise KeyError(name)
        styles = re.findall(r'"([\w-]+)"', found[2])
        return Screen(
            tuple(self.needed(["js/main.js", f"js/{found[1]}"])),
            tuple(f"css/{style}.css" for style in styles),
        )

    def needed(self, modules: Iterable[str]) -> list[str]:
        """Return these modules and everything they import, directly or not."""
        needed = list(modules)
        for module in needed:  # the list grows as we go
            for path in _IMPORT.findall(self.text(module)):
                name = resolved(module, path)
                if name not in needed:
                    needed.append(name)
        return needed

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request for a file, as ASGI requires."""
        request = Request(scope)
        if request.method not in {"GET", "HEAD"}:
            raise HTTPException(405, headers={"allow": "GET, HEAD"})
        found = PATH.fullmatch(scope["path"])
        if found is None or found["name"] not in self._files:
            raise HTTPException(404)
        policy = FOR_GOOD if found["version"] == self.version else "no-cache"
        await self._response(found["name"], request.headers, policy)(scope, receive, send)

    def _response(self, name: str, asked: Headers, policy: str) -> Response:
        data = self._files[name]
        is_packed = len(data) > _SMALL and not name.endswith(BINARY)
        packed = self._gzipped(name) if is_packed else None
        return packed_response(data, packed, asked, policy=policy, media=MEDIA[Path(name).suffix])


def _sent(path: Path) -> bytes:
    """Remove doc comments, a fifth of a table's download. Line numbers stay the same."""
    data = path.read_bytes()
    if path.suffix in BINARY:
        return data
    return _COMMENT.sub(lambda comment: b"\n" * comment[0].count(b"\n"), data)


def packed_response(
    data: bytes, packed: bytes | None, asked: Headers, *, policy: str, media: str
) -> Response:
    """Gzip if accepted; 304 if the ETag matches."""
    headers = {"cache-control": policy, "vary": "Accept-Encoding"}
    if policy != FOR_GOOD:
        headers["etag"] = etag = f'"{sha256(data).hexdigest()[:16]}"'
        if etag in asked.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
    if packed is None or "gzip" not in asked.get("accept-encoding", ""):
        return Response(data, headers=headers, media_type=media)
    return Response(packed, headers=headers | {"content-encoding": "gzip"}, media_type=media)


def resolved(module: str, path: str) -> str:
    """Resolve an import relative to the module that names it.

    >>> resolved("js/table/felt.js", "../lib/elements.js")
    'js/lib/elements.js'
    """
    parts = module.split("/")[:-1]
    for part in path.split("/"):
        if part == "..":
            parts.pop()
        elif part != ".":
            parts.append(part)
    return "/".join(parts)


SCRIPT = "js/replay/file.js"
STYLES = ("base", "cards", "figures", "stage", "replay")
VERIFIER_PARTS = ("catalogue", "bets", "verifier")

SHOE_POLICY = (
    "default-src 'none'; script-src 'unsafe-inline' data:; style-src 'unsafe-inline'; "
    "font-src data:"
)
"""The browser loads nothing but what is in the file."""

_MODULE_NAME = re.compile(r'((?:^|\s)(?:import|from)\s*)"(\.{1,2}/[^"]+)"', re.MULTILINE)
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
            f'<meta http-equiv="content-security-policy" content="{SHOE_POLICY}">',
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
    return _MODULE_NAME.sub(
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
