"""All pages of the site, the files that they need, and every fault in them."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from html import escape
from pathlib import Path
from string import Template

from handbook.markdown import Context, Document, render
from handbook.plan import DOCUMENTS, READ_AS_PAGES, SECTIONS, address
from handbook.public import LIST, ROOT, is_module
from handbook.reference import Reference

HERE = Path(__file__).parent
_PAGE = Template((HERE / "page.html").read_text(encoding="utf-8"))
_FEWEST_SECTIONS = 3
"""A page with fewer has no list of them."""


def read(source: str) -> str:
    """The text of a file of the project."""
    return (ROOT / source).read_text(encoding="utf-8")


@dataclass(frozen=True)
class Link:
    """A link inside the site."""

    page: str
    target: str
    anchor: str


class Site:
    """The pages by address, rendered when the site is made."""

    def __init__(self, read: Callable[[str], str] = read) -> None:
        self._read = read
        self.reference = Reference()
        self.pages: dict[str, Document] = {}
        self.files: set[str] = set()
        """Files of the project that pages show or lead to."""
        self.links: list[Link] = []
        self.faults: list[str] = []
        self.places = self.reference.places()
        for source in DOCUMENTS:
            self._add_document(source)
        for module in self.reference.modules:
            self._add_module(module.name, self.reference.page(module))
        for file in sorted(self.files):
            if Path(file).suffix in READ_AS_PAGES:
                self._add_listing(file)
        self.faults += self._all_faults()

    def write(self, folder: Path) -> None:
        """Write every page, and copy every file that a page needs."""
        for page in self.pages:
            _write(folder / page, self.html(page).encode())
        for file in self.files:
            if Path(file).suffix not in READ_AS_PAGES:
                _write(folder / address(file), (ROOT / file).read_bytes())
        _write(folder / "style.css", (HERE / "style.css").read_bytes())

    def html(self, page: str) -> str:
        """A whole page."""
        document = self.pages[page]
        title = document.title if page == "index.html" else f"{document.title} · Punto Banco"
        return _PAGE.substitute(
            title=escape(title),
            style=_relative(page, "style.css"),
            home=_relative(page, "index.html"),
            text=_with_contents(document),
            pages=self._navigation(page),
        )

    # --- pages ------------------------------------------------------------------------------------

    def _add_document(self, source: str) -> None:
        page = address(source)
        more = self.reference.every_name() if ROOT / source == LIST else ""
        context = _OfDocument(self, page, posixpath.dirname(source))
        self.pages[page] = render(self._read(source) + more, context)

    def _add_module(self, module: str, text: str) -> None:
        page = f"reference/{module}.html"
        self.pages[page] = render(text, _OfModule(self, page, module))

    def _add_listing(self, file: str) -> None:
        """A file of the project as a page."""
        fence = f"# {file}\n\n````\n{self._read(file)}````\n"
        self.pages[address(file)] = render(fence, Context())

    # --- links ------------------------------------------------------------------------------------

    def lead(self, page: str, folder: str, target: str) -> str:
        """The address on the site for a link of a document in this folder."""
        if re.match(r"https?://", target):
            return target
        file, _, anchor = target.partition("#")
        source = posixpath.normpath(posixpath.join(folder, file)) if file else ""
        if source and not (ROOT / source).is_file():
            self.faults.append(f"{page}: no such file: {target}")
            return target
        if source and source not in DOCUMENTS:
            self.files.add(source)
        return self._linked(page, address(source) if source else page, anchor)

    def place(self, page: str, name: str) -> str | None:
        """The address of what is told of a public name."""
        if name not in self.places:
            if re.fullmatch(r"puntobanco[\w.]+\w", name) and not is_module(name):
                self.faults.append(f"{page}: no such name: {name}")
            return None
        module, anchor = self.places[name]
        return self._linked(page, f"reference/{module}.html", anchor)

    def _linked(self, page: str, target: str, anchor: str) -> str:
        self.links.append(Link(page, target, anchor))
        return _relative(page, target) + (f"#{anchor}" if anchor else "")

    def _all_faults(self) -> Iterator[str]:
        for name in self.reference.undocumented():
            yield f"public and not documented: {name}"
        for name in self.reference.unexplained():
            yield f"not public, but in a public signature: {name}"
        for page, document in self.pages.items():
            yield from (f"{page}: {fault}" for fault in document.faults)
            if not document.title:
                yield f"{page}: it has no title"
        copied = set(map(address, self.files))
        for link in self.links:
            target = self.pages.get(link.target, Document())
            if link.target not in self.pages and link.target not in copied:
                yield f"{link.page}: no such page: {link.target}"
            elif link.anchor and link.anchor not in target.anchors:
                yield f"{link.page}: no such heading: {link.target}#{link.anchor}"
        for file in ROOT.glob("docs/**/*.md"):
            if file.relative_to(ROOT).as_posix() not in DOCUMENTS:
                yield f"{file.relative_to(ROOT)} is on no page"

    def _navigation(self, page: str) -> str:
        """The list of all pages, the present one marked."""
        lines = []
        for section, sources in SECTIONS.items():
            lines.append(f"<h2>{section}</h2>\n<ul>")
            for each in map(address, sources):
                mark = ' aria-current="page"' if each == page else ""
                title = escape(self.pages[each].title)
                lines.append(f'<li><a href="{_relative(page, each)}"{mark}>{title}</a></li>')
            lines.append("</ul>")
        return "\n".join(lines)


@dataclass(frozen=True)
class _OfDocument(Context):
    """Links are paths of the project, and names are given in full."""

    site: Site
    page: str
    folder: str

    def link(self, target: str) -> str:
        return self.site.lead(self.page, self.folder, target)

    def name(self, code: str) -> str | None:
        return self.site.place(self.page, code)


@dataclass(frozen=True)
class _OfModule(Context):
    """Links are addresses of the site, names are those of the module first, and are the anchors."""

    site: Site
    page: str
    module: str

    def link(self, target: str) -> str:
        file, _, anchor = target.partition("#")
        self.site.links.append(Link(self.page, posixpath.normpath(f"reference/{file}"), anchor))
        return target

    def name(self, code: str) -> str | None:
        own = f"{self.module}.{code}"
        return self.site.place(self.page, own if own in self.site.places else code)

    def anchor(self, heading: str) -> str:
        return heading


def _with_contents(document: Document) -> str:
    """The text, with a list of its sections before the first where there are several."""
    sections = [each for each in document.headings if each[0] == 2]
    if len(sections) < _FEWEST_SECTIONS:
        return document.html
    items = "\n".join(f'<li><a href="#{anchor}">{html}</a></li>' for _, anchor, html in sections)
    contents = f'<nav aria-label="On this page">\n<ul>\n{items}\n</ul>\n</nav>\n'
    return document.html.replace("<h2 ", f"{contents}<h2 ", 1)


def _relative(page: str, target: str) -> str:
    return posixpath.relpath(target, posixpath.dirname(page) or ".")


def _write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
