"""Markdown → HTML: headings get anchors, links are led on, and all of them are listed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token

_WIDE = 28
"""Characters of a line of code that fit on the smallest phone."""


class _Renderer(RendererHTML):
    """Links public names, and lets a keyboard scroll code that is wider than a phone."""

    def code_inline(self, tokens: Sequence[Token], idx: int, *_: object) -> str:
        """Code in a line."""
        code = f"<code>{escape(tokens[idx].content, quote=False)}</code>"
        address = tokens[idx].meta.get("address")
        return f'<a href="{escape(address)}">{code}</a>' if address else code

    def fence(self, tokens: Sequence[Token], idx: int, *_: object) -> str:
        """Code in lines of its own."""
        text = tokens[idx].content
        is_wide = any(len(line) > _WIDE for line in text.splitlines())
        focus = ' tabindex="0"' if is_wide else ""
        return f"<pre{focus}><code>{escape(text, quote=False)}</code></pre>\n"

    def code_block(self, tokens: Sequence[Token], idx: int, *_: object) -> str:
        """Code that is indented."""
        return self.fence(tokens, idx)


_MARKDOWN = MarkdownIt("commonmark", {"html": True}).enable("table")
_RENDERER = _Renderer()


@dataclass
class Document:
    """A text as HTML, and what a check of the site needs to know of it."""

    html: str = ""
    title: str = ""
    headings: list[tuple[int, str, str]] = field(default_factory=list)
    """Level, anchor and HTML of every heading below the title."""
    anchors: set[str] = field(default_factory=set)
    faults: list[str] = field(default_factory=list)


class Context:
    """Where the links and names of a text lead, and what its anchors are called."""

    def link(self, target: str) -> str:
        """The address of what a link names."""
        return target

    def name(self, code: str) -> str | None:
        """The address of what stands between backticks, if it is a public name."""
        del code  # no name is known here
        return None

    def anchor(self, heading: str) -> str:
        """The anchor of a heading."""
        return slug(heading)


def slug(heading: str) -> str:
    """The anchor of a heading, as pages of code show it.

    >>> slug("Bets of a house's own")
    'bets-of-a-houses-own'
    """
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def render(text: str, context: Context) -> Document:
    """A Markdown text as HTML."""
    document = Document()
    tokens = _MARKDOWN.parse(text)
    tokens = [token for token in tokens if not _is_comment(token)]
    for place, token in enumerate(tokens):
        if token.type == "heading_open":
            _mark_heading(document, token, tokens[place + 1], context)
        elif token.type == "inline":
            _lead_on(document, token.children or [], context)
        elif token.type == "th_open" and not tokens[place + 1].content:
            document.faults.append("a column of a table has no name")
        elif token.type == "html_block":
            document.faults.append(f"HTML in the text: {token.content.strip()}")
    document.html = _RENDERER.render(_with_frames(tokens), _MARKDOWN.options, {})
    return document


def _is_comment(token: Token) -> bool:
    return token.type == "html_block" and token.content.startswith("<!--")


def _mark_heading(document: Document, opening: Token, inline: Token, context: Context) -> None:
    level = int(opening.tag[1])
    plain = "".join(each.content for each in inline.children or [])
    anchor, again = context.anchor(plain), 0
    while anchor in document.anchors:
        again += 1
        anchor = f"{context.anchor(plain)}-{again}"
    document.anchors.add(anchor)
    opening.attrSet("id", anchor)
    last = document.headings[-1][0] if document.headings else 1
    if level == 1:
        if document.title:
            document.faults.append(f"a second title: {plain}")
        document.title = plain
        return
    if not document.title or level > last + 1:
        document.faults.append(f"a heading below none of the level above: {plain}")
    shown = _RENDERER.renderInline(inline.children or [], _MARKDOWN.options, {})
    document.headings.append((level, anchor, re.sub(r"</?a\b[^>]*>", "", shown)))


def _lead_on(document: Document, tokens: Sequence[Token], context: Context) -> None:
    """Lead links, pictures and public names to where the site has them."""
    inside = 0
    for token in tokens:
        if token.type == "link_open":
            inside += 1
            token.attrSet("href", context.link(str(token.attrGet("href"))))
        elif token.type == "link_close":
            inside -= 1
        elif token.type == "image":
            token.attrSet("src", context.link(str(token.attrGet("src"))))
            if not token.content:
                document.faults.append(f"a picture without words: {token.attrGet('src')}")
        elif token.type == "code_inline" and not inside:
            token.meta["address"] = context.name(token.content)
        elif token.type == "html_inline" and token.content != "<br>":
            document.faults.append(f"HTML in the text: {token.content}")


def _with_frames(tokens: list[Token]) -> list[Token]:
    """The same tokens, with a frame around each table, which scrolls where it is too wide."""
    framed = []
    for token in tokens:
        if token.type == "table_open":
            framed.append(_html('<div class="wide" tabindex="0" role="group" aria-label="Table">'))
        framed.append(token)
        if token.type == "table_close":
            framed.append(_html("</div>\n"))
    return framed


def _html(text: str) -> Token:
    return Token("html_block", "", 0, content=text)
