"""The page, with what its first screen needs, and the 404 page."""

from __future__ import annotations

import gzip
import re
from base64 import b64encode
from functools import cache, lru_cache
from hashlib import sha256
from html import escape
from typing import Literal, NamedTuple

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from puntobanco.announcer.catalogues import catalogue
from puntobanco.notation import VERIFIER
from puntobanco.web.http.files import STATIC, PageFiles, packed_response
from puntobanco.web.http.requests import Problem
from puntobanco.words import LANGUAGES, message

HTML = "text/html; charset=utf-8"

ScreenName = Literal["welcome", "lobby", "table"]


class Preview(NamedTuple):
    """The preview of a table's link in a chat. It shows nothing that the lobby entry hides."""

    origin: str
    """The address of the server."""
    house: str
    host: str


class Pages:
    """The page for each first screen and language, and the 404 page."""

    def __init__(self, files: PageFiles) -> None:
        self._files = files
        self._index = self._versioned((STATIC / "index.html").read_text("utf-8"))
        self._missing = self._versioned((STATIC / "missing.html").read_text("utf-8"))
        self._page = lru_cache(256)(self._render)

    def page(
        self, request: Request, screen: ScreenName, preview: Preview | None = None
    ) -> Response:
        """Return the page. Its script reads from the address which table to show."""
        language = asked_language(request.headers.get("accept-language", ""))
        data, packed = self._page(screen, language, preview)
        response = packed_response(data, packed, request.headers, policy="no-cache", media=HTML)
        response.headers["vary"] = "Accept-Encoding, Accept-Language, Cookie"
        return response

    def _render(
        self, screen: ScreenName, language: str, preview: Preview | None
    ) -> tuple[bytes, bytes]:
        """Return a page with links to the files of its first screen, plain and compressed."""
        modules, styles = self._files.screen(screen)
        words = self._files.path(f"words/{language}.json")
        links = [
            *(f'<link rel="stylesheet" href="{self._files.path(each)}">' for each in styles),
            f'<link rel="preload" href="{words}" as="fetch" crossorigin>',
            *(f'<link rel="modulepreload" href="{self._files.path(each)}">' for each in modules),
        ]
        index = _previewed(self._index, language, preview) if preview else self._index
        html = _translated(index, language).replace("</head>", "\n".join([*links, "</head>"]))
        data = html.replace("<body>", f'<body data-screen="{screen}">').encode()
        return data, gzip.compress(data, mtime=0)

    async def verifier(self, request: Request) -> Response:
        """Return the page that checks records. Only its own inline script and style may run."""
        data, packed, policy = self._verifier()
        response = packed_response(data, packed, request.headers, policy="no-cache", media=HTML)
        response.headers["content-security-policy"] = policy
        return response

    @staticmethod
    @cache
    def _verifier() -> tuple[bytes, bytes, str]:
        html = VERIFIER.read_text("utf-8")
        scripts, styles = (" ".join(map(_hashed, each.findall(html))) for each in (_SCRIPT, _STYLE))
        policy = (
            f"default-src 'none'; script-src {scripts}; style-src {styles}; base-uri 'none'; "
            "form-action 'none'; frame-ancestors 'none'"
        )
        return html.encode(), gzip.compress(html.encode(), mtime=0), policy

    def error(self, request: Request, problem: Problem) -> Response:
        """Return an error. Browsers get a page if they open an address with nothing to show."""
        if problem.status != 404 and problem.code != "damaged":
            return problem.response
        is_browser = "text/html" in request.headers.get("accept", "")
        if not is_browser or request.url.path.startswith("/api/"):
            response = problem.response
        else:
            language = asked_language(request.headers.get("accept-language", ""))
            html = _PLACE.sub("", _translated(self._missing, language))
            response = HTMLResponse(html, problem.status)
        response.headers["vary"] = "Accept, Accept-Language"
        return response

    def _versioned(self, html: str) -> str:
        return html.replace("/static/", self._files.path(""))


_SCRIPT = re.compile(r"<script(?: id=\"\w+\")?>(.*?)</script>", re.DOTALL)
_STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)


def _hashed(text: str) -> str:
    """Return the source of an inline script or style for a content security policy."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


_TRADITIONAL = ("hant", "tw", "hk", "mo")
"""Parts of a language tag that mean traditional Chinese."""


def asked_language(header: str) -> str:
    """Return the first supported language that a browser asks for.

    >>> asked_language("de, fr-CA;q=0.8, en;q=0.5"), asked_language("zh-TW"), asked_language("")
    ('fr', 'zh-Hant', 'en')
    """
    for tag in header.lower().split(","):
        language, *parts = tag.partition(";")[0].strip().split("-")
        if language == "zh":
            return "zh-Hant" if set(parts).intersection(_TRADITIONAL) else "zh-Hans"
        if language in LANGUAGES:
            return language
    return "en"


_TEXT = re.compile(r'( data-words="([\w.]+)">)[^<]*')
_PLACE = re.compile(r' data-words="[\w.]+"')
_LABEL = re.compile(r' aria-label="[^"]*"( data-label="([\w.]+)")')


_PROPERTY = re.compile(r'(<meta property="og:(\w+)" content=")([^"]*)')


def _previewed(html: str, language: str, preview: Preview) -> str:
    """Describe a table in the page's preview. Other sites need the full URL of a picture."""
    words = catalogue(language)
    plain = preview.house.replace("_", " ")
    house = words.texts.get(f"page.house.{preview.house}", plain[:1].upper() + plain[1:])
    table = words.render(message("page.table.of", title=house))
    by_host = message("page.door.invited.host", text=preview.host, title=house)
    invited = by_host if preview.host else message("page.door.invited.nobody", title=house)
    told = {
        "title": words.render(message("page.title.of", title=table)),
        "description": words.render(invited),
    }

    def content(place: re.Match[str]) -> str:
        _, name, text = place.groups()
        new = f"{preview.origin}{text}" if name == "image" else told.get(name, text)
        return f"{place[1]}{escape(new)}"

    return _PROPERTY.sub(content, html)


def _translated(html: str, language: str) -> str:
    """Translate a page's HTML, so that it reads right before any script runs."""
    texts = catalogue(language).texts
    html = _TEXT.sub(lambda place: f"{place[1]}{escape(texts[place[2]])}", html)
    html = _LABEL.sub(lambda place: f' aria-label="{escape(texts[place[2]])}"{place[1]}', html)
    return html.replace('<html lang="en">', f'<html lang="{language}">')
