"""The files of the page: named by their content, kept for good, fetched at once."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.datastructures import Headers

from puntobanco.web.http.files import FOR_GOOD, STATIC, PageFiles, packed_response
from puntobanco.web.http.guard import is_file
from tests.web.serving import Served

FILES = st.dictionaries(st.text("ab/.", min_size=1, max_size=4), st.binary(max_size=4), min_size=1)

IMPORT = re.compile(r'^(?:import|export) .*?"(\.[^"]+)";$', re.MULTILINE | re.DOTALL)


@given(FILES, FILES)
def test_files_have_the_same_version_if_and_only_if_they_are_the_same(
    one: dict[str, bytes], other: dict[str, bytes]
) -> None:
    assert (PageFiles(one).version == PageFiles(other).version) == (one == other)
    assert PageFiles(one).version == PageFiles(dict(reversed(one.items()))).version


def test_a_script_is_sent_as_it_is_but_for_comments() -> None:
    """A slow twin takes the comments away line by line."""
    for path in STATIC.rglob("*.js"):
        wanted, is_comment = [], False
        for line in path.read_text("utf-8").split("\n"):
            text = line.strip()
            starts = text.startswith("/**") and (text.endswith("*/") or "*/" not in text)
            wanted.append("" if is_comment or starts else line)
            is_comment = (is_comment or starts) and not text.endswith("*/")
        sent = PageFiles.read().text(path.relative_to(STATIC).as_posix())
        assert sent.split("\n") == wanted, path


@pytest.mark.parametrize(
    "packed, accepted, is_packed",
    [(b"zz", "br, gzip", True), (b"zz", "br", False), (None, "gzip", False)],
)
def test_bytes_are_compressed_for_who_can_read_that(
    packed: bytes | None, accepted: str, is_packed: bool
) -> None:
    asked = Headers({"accept-encoding": accepted})
    sent = packed_response(b"data", packed, asked, policy=FOR_GOOD, media="text/css")
    assert sent.body == (b"zz" if is_packed else b"data")
    assert sent.headers.get("content-encoding") == ("gzip" if is_packed else None)


@pytest.mark.parametrize("screen", ["welcome", "lobby", "table"])
def test_a_screen_names_everything_that_is_imported_for_it(screen: str) -> None:
    files = PageFiles.read()
    modules, styles = files.screen(screen)
    assert len(set(modules)) == len(modules)
    assert styles
    for module in modules:
        static = IMPORT.findall(files.text(module))
        wanted = {(STATIC / module).parent.joinpath(path).resolve() for path in static}
        assert wanted <= {STATIC / each for each in modules}


def test_a_file_is_kept_for_good_under_the_name_of_its_content_alone(server: Served) -> None:
    files = PageFiles.read()
    for name in ("js/main.js", "css/base.css", "words/fr.json", "img/icon.svg"):
        named = server.get(files.path(name))
        assert named.status_code == 200
        assert named.headers["cache-control"] == FOR_GOOD
        for path in (f"/static/{name}", f"/static/{'0' * 16}/{name}"):
            plain = server.get(path)
            assert plain.content == named.content
            assert plain.headers["cache-control"] == "no-cache"
            etag = {"if-none-match": plain.headers["etag"]}
            assert server.get(path, headers=etag).status_code == 304
    missing = server.get(files.path("js/none.js"))
    assert (missing.status_code, missing.headers["cache-control"]) == (404, "no-cache")
    assert server.post(files.path("js/main.js")).status_code == 405


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_page_names_files_of_this_version_in_the_language_asked_for(
    server: Served, language: str
) -> None:
    headers = {"accept-language": language}
    page = server.get("/", headers=headers)
    assert page.headers["cache-control"] == "no-cache"
    assert "Cookie" in page.headers["vary"]
    names = re.findall(r'(?:src|href)="(/static/[^"]+)"', page.text)
    assert all(name.startswith(PageFiles.read().path("")) for name in names)
    files = PageFiles.read()
    needed = [
        f"words/{language}.json",
        *(each for kind in files.screen("welcome") for each in kind),
    ]
    assert {files.path(name) for name in needed} <= set(names)
    assert f'<html lang="{language}">' in page.text
    assert not re.search(r"<script(?! type=\"module\" src=)|<style|\bstyle=", page.text)
    again = server.get("/", headers={**headers, "if-none-match": page.headers["etag"]})
    assert again.status_code == 304


def test_only_scripts_styles_and_words_go_without_the_policy_of_pages() -> None:
    files = PageFiles.read()
    for name in ("js/main.js", "css/base.css", "words/en.json"):
        assert is_file(files.path(name))
        assert is_file(f"/static/{name}")
    for path in (files.path("img/icon.svg"), "/static/img/icon.svg", "/", "/t/js/", "/static/js"):
        assert not is_file(path)
