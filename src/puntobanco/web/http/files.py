"""The files that the page is made of, named by their content.

They are served below `/static/VERSION/`. The version is a hash of all files, so a path always means
the same bytes, and browsers cache it for ever. One version for the whole folder needs no build
step, because modules and stylesheets refer to each other by relative paths. A path without a
version, or with that of another release, returns the current file, which browsers must revalidate.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterable, Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import msgspec
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from puntobanco import words
from puntobanco.words import LANGUAGES

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
