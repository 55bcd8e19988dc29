"""The page itself, and the page where nothing is."""

from __future__ import annotations

from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, PlainTextResponse, Response

from puntobanco.web.http.requests import Problem

STATIC = Path(__file__).parents[1] / "static"
MISSING = STATIC / "missing.html"


async def page(_request: Request) -> Response:
    """The page; it finds out for itself which table it shows."""
    index = STATIC / "index.html"
    if not index.exists():
        return PlainTextResponse("The page is not installed; the interface is at /openapi.json.\n")
    return FileResponse(index, media_type="text/html; charset=utf-8")


def missing(request: Request, problem: Problem) -> Response:
    """What is not there: a page of its own for a browser, the one form of errors for the rest."""
    is_browser = "text/html" in request.headers.get("accept", "")
    if not is_browser or request.url.path.startswith("/api/") or not MISSING.exists():
        response = problem.response
    else:
        response = HTMLResponse(MISSING.read_bytes(), problem.status)
    response.headers["vary"] = "Accept"
    return response


async def not_found(request: Request, error: Exception) -> Response:
    """An unknown path or method, in the one form of errors."""
    status = error.status_code if isinstance(error, HTTPException) else 500
    codes = {404: "unknown_path", 405: "wrong_method"}
    reason = error.detail if isinstance(error, HTTPException) else "Something went wrong."
    problem = Problem(status, codes.get(status, "failed"), f"{reason}.")
    response = missing(request, problem) if status == 404 else problem.response
    if isinstance(error, HTTPException) and error.headers:
        response.headers.update(error.headers)
    return response
