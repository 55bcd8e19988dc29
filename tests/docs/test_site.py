"""The site is built without a fault, and what would be one is told."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from handbook import public
from handbook.plan import HOME
from handbook.site import Site, read


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    site = Site()
    site.write(folder)
    assert site.faults == []
    return folder


class Page(HTMLParser):
    """What a browser would find in a page."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path = path
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def named(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.tags if name == tag]

    @property
    def ids(self) -> list[str]:
        return [str(each["id"]) for _, each in self.tags if "id" in each]


@pytest.fixture(scope="module")
def pages(folder: Path) -> dict[Path, Page]:
    paths = (path for path in folder.rglob("*.html") if path.parent.name != "notation")
    return {path.resolve(): Page(path) for path in paths}


def test_every_address_in_every_page_leads_to_a_file_and_an_anchor(pages: dict[Path, Page]) -> None:
    followed = 0
    for page in pages.values():
        for _, attributes in page.tags:
            address = attributes.get("href") or attributes.get("src") or "https://"
            if address.startswith("https://"):
                continue
            file, _, anchor = address.partition("#")
            target = (page.path.parent / file).resolve() if file else page.path.resolve()
            assert target.is_file(), f"{page.path.name}: {address}"
            assert not anchor or anchor in pages[target].ids, f"{page.path.name}: {address}"
            followed += 1
    assert followed > 1_000


def test_every_page_can_be_followed_by_ear_and_needs_no_script(pages: dict[Path, Page]) -> None:
    for page in pages.values():
        assert [each["lang"] for each in page.named("html")] == ["en"]
        assert len(page.named("h1")) == len(page.named("main")) == len(page.named("title")) == 1
        assert page.named("a")[0]["href"] == "#page-text"
        assert all(each.get("aria-label") for each in page.named("nav"))
        assert all(each.get("alt") for each in page.named("img"))
        assert len(page.ids) == len(set(page.ids)), page.path.name
        assert not page.named("script")


FAULTY = """
## A heading

#### A heading two levels below

[no file](docs/nosuch.md), [no heading](docs/rules.md#nosuch), ![](docs/roads.svg), <b>bold</b>,
and `puntobanco.nosuch`
"""


def test_every_kind_of_fault_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    more = tmp_path / "reference.md"
    rows = "\n| `puntobanco.history.shoes` | |\n| `puntobanco.croupier.log` | |\n"
    more.write_text(read("docs/reference.md") + rows, encoding="utf-8")
    monkeypatch.setattr(public, "LIST", more)
    site = Site(lambda source: read(source) + FAULTY * (source == HOME))
    expected = [
        r"index\.html: no such file: docs/nosuch\.md",
        r"index\.html: no such heading: rules\.html#nosuch",
        r"index\.html: a picture without words: .*",
        r"index\.html: no such name: puntobanco\.nosuch",
        r"index\.html: HTML in the text: <b>",
        r"index\.html: a heading below none of the level above: .*",
        r"public and not documented: puntobanco\.history\.shoes\.Read",
        r"not public, but in a public signature: puntobanco\.croupier\.log\.event_of names Logged",
    ]
    for pattern in expected:
        assert any(re.fullmatch(pattern, fault) for fault in site.faults), pattern
