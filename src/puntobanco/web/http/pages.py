"""The page and the 404 page."""

from __future__ import annotations

import os
import re
from html import escape
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, PlainTextResponse, Response
from starlette.staticfiles import StaticFiles

from puntobanco.announcer import words
from puntobanco.announcer.words import LANGUAGES, catalogue
from puntobanco.web.http.requests import Problem

STATIC = Path(__file__).parents[1] / "static"
NOT_FOUND_PAGE = STATIC / "missing.html"
CATALOGUES = frozenset(f"{language}.json" for language in LANGUAGES)


class Catalogues(StaticFiles):
    """The words of each language, and nothing else of their folder."""

    def __init__(self) -> None:
        super().__init__(directory=Path(words.__file__).parent)

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        """The file of a path, if it is a catalogue."""
        return super().lookup_path(path) if path in CATALOGUES else ("", None)


async def page(_request: Request) -> Response:
    """The page. Its script reads from the address which table to show."""
    index = STATIC / "index.html"
    if not index.exists():
        return PlainTextResponse("The page is not installed; the interface is at /openapi.json.\n")
    return FileResponse(index, media_type="text/html; charset=utf-8")


def not_found(request: Request, problem: Problem) -> Response:
    """A 404 response: the 404 page for a browser, JSON for other clients."""
    is_browser = "text/html" in request.headers.get("accept", "")
    if not is_browser or request.url.path.startswith("/api/") or not NOT_FOUND_PAGE.exists():
        response = problem.response
    else:
        language = asked_language(request.headers.get("accept-language", ""))
        response = HTMLResponse(
            _worded(NOT_FOUND_PAGE.read_text("utf-8"), language), problem.status
        )
    response.headers["vary"] = "Accept, Accept-Language"
    return response


_TRADITIONAL = ("hant", "tw", "hk", "mo")
"""What a tag of Chinese says where the characters are traditional."""


def asked_language(header: str) -> str:
    """The first of ours that a browser asks for.

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


_PLACE = re.compile(r' data-words="([\w.]+)">[^<]*')


def _worded(html: str, language: str) -> str:
    """A page without scripts in a language."""
    texts = catalogue(language).texts
    worded = _PLACE.sub(lambda place: f">{escape(texts[place[1]])}", html)
    return worded.replace('<html lang="en">', f'<html lang="{language}">')


async def error_response(request: Request, error: Exception) -> Response:
    """The response to an unknown path or method."""
    status = error.status_code if isinstance(error, HTTPException) else 500
    codes = {404: "unknown_path", 405: "wrong_method"}
    reason = error.detail if isinstance(error, HTTPException) else "Something went wrong."
    problem = Problem(status, codes.get(status, "failed"), f"{reason}.")
    response = not_found(request, problem) if status == 404 else problem.response
    if isinstance(error, HTTPException) and error.headers:
        response.headers.update(error.headers)
    return response
