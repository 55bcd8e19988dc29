"""The configuration of Sphinx: `make site` builds the documents and the reference."""

from __future__ import annotations

import re
import shutil
from enum import EnumType
from pathlib import Path

from docutils.nodes import Element
from pygments.lexers.special import TextLexer
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util import logging
from sphinx.util.inspect import TypeAliasForwardRef

from puntobanco import __version__
from puntobanco.bets import Bet
from tools import reference

ROOT = Path(__file__).parents[1]
"""Where Sphinx looks for documents. `make site` starts it there, so that it finds `tools`."""

project = html_title = "Punto Banco"
release = __version__
project_copyright = "the Punto Banco authors"
extensions = ["myst_parser", "sphinx.ext.autodoc"]
root_doc = "README"
include_patterns = ["*.md", "docs/**.md", "docs/reference/*.rst"]
exclude_patterns = [".*", "build", "dist", "node_modules", "src", "tests", "bench", "tools"]
myst_heading_anchors = 4

nitpicky = True
INTERNAL = (
    r"store\..*",
    r"croupier\..*\.(Desk|NumberedEvent)",
    r"analysis\..*\.(\w*Job|Bar|Progress|Row|Table|WholeShoes)",
    r"words\..*\.(CurrencyLike|GuestFact|Named|Template)",
)
"""Types that public signatures may name although they are not public."""
nitpick_ignore_regex = [("py:class", rf"puntobanco\.{pattern}") for pattern in INTERNAL]

default_role = "py:obj"
add_module_names = False
python_maximum_signature_line_length = 80
autodoc_member_order = "bysource"
autodoc_preserve_defaults = True
autodoc_typehints_format = "short"
autodoc_default_options = {"undoc-members": True}
autodoc_type_aliases = {"Integers": "numpy.ndarray", **reference.aliases()}

# Inside another type, such as `tuple[Event, ...]`, Sphinx shows an alias by its `repr`.
TypeAliasForwardRef.__repr__ = lambda alias: alias.name  # type: ignore[method-assign] # no option does this

html_theme = "furo"
html_static_path = html_css_files = ["site.css"]
html_copy_source = False
html_show_sphinx = False

SECTIONS = {
    "Tutorials": """
        docs/tutorials/guest
        docs/tutorials/teacher
        docs/tutorials/analyst
        docs/tutorials/system
        docs/tutorials/bot
        docs/tutorials/operator
    """,
    "How-to guides": """
        docs/playing
        docs/web
        docs/operating
        docs/deploying
        docs/simulation
        docs/risk
        docs/programs
        docs/examples
        docs/hardware
    """,
    "Reference": "docs/reference docs/houses docs/odds docs/notation docs/api genindex",
    "Explanation": """
        docs/rules
        docs/roads
        docs/fairness
        docs/simulation-method
        docs/architecture
        docs/server
        docs/postgres
        docs/reliability
        docs/decisions
    """,
    "Project": "CONTRIBUTING CHANGELOG SECURITY",
}
"""Every document but the README, in order. Sphinx warns if one is missing."""

MODULE_MAP = re.compile(r"([\w.]+ {2,}\S.*\n?)+")
"""The part of a docstring that lists the modules of a folder, public and private."""

logger = logging.getLogger(__name__)


def setup(app: Sphinx) -> None:
    """Write the pages of the reference, and connect the functions below to Sphinx."""
    reference.write_pages(ROOT)
    for language in ("folders", "layers", "mermaid", "output", "tableau"):
        app.add_lexer(language, TextLexer)
    app.connect("source-read", add_contents)
    app.connect("autodoc-process-signature", shorten_signature)
    app.connect("autodoc-process-docstring", complete_docstring)
    app.connect("missing-reference", accept_foreign_name)
    app.connect("html-page-context", improve_access, priority=900)  # after furo
    app.connect("build-finished", add_first_page)


def add_contents(_app: Sphinx, document: str, source: list[str]) -> None:
    """List the documents below the README. Replace the reference by links to its pages."""
    if document == root_doc:
        source[0] += "".join(toctree(title, text.split()) for title, text in SECTIONS.items())
    elif document == "docs/reference":
        modules = reference.public_modules()
        short = (f"{name.removeprefix('puntobanco.')} <reference/{name}>" for name in modules)
        source[0] = reference.overview() + toctree("Modules", [*short])


def toctree(title: str, entries: list[str]) -> str:
    """Return a list of pages for the sidebar."""
    return "\n".join(["", "```{toctree}", ":hidden:", f":caption: {title}", *entries, "```", ""])


def shorten_signature(
    _app: Sphinx, _what: str, _name: str, value: object, _options: object, *signature: str | None
) -> tuple[str, str | None] | None:
    """Leave out the arguments of an enumeration, and write defaults that Sphinx can read."""
    arguments, returned = signature
    if isinstance(value, EnumType):
        return "", None
    if arguments is None:
        return None
    with_members = re.sub(r"<(\w+\.\w+): .*?>", r"\1", arguments)
    return re.sub(r"<(factory|function .*?)>", "...", with_members), returned


def complete_docstring(
    _app: Sphinx, what: str, name: str, value: object, _options: object, lines: list[str]
) -> None:
    """Complete the docstring of a public name, and warn if there is none."""
    if what == "module":
        parts = re.split(r"\n\s*\n", "\n".join(lines))
        kept = (part for part in parts if not MODULE_MAP.fullmatch(part))
        drawn = (f"::\n\n{part}" if part.startswith(" ") else part for part in kept)
        lines[:] = "\n\n".join(drawn).split("\n")
    elif isinstance(value, Bet):
        lines[:] = [f"{' · '.join(line.text for line in value.lines)}."]
    elif what == "data":
        lines[:] = reference.constant_docstring(name, value)
    if what != "attribute" and not any(lines):
        logger.warning("public and not documented: %s", name)


def accept_foreign_name(
    _app: Sphinx, _environment: BuildEnvironment, node: Element, content: Element
) -> Element | None:
    """Show a name that is not ours, such as `int`, without a link."""
    return None if node["reftarget"].startswith("puntobanco") else content


def improve_access(
    _app: Sphinx, _page: str, _template: str, context: dict[str, str], _tree: object
) -> None:
    """Make wide blocks scrollable by keyboard, and give headings of the sidebar a level."""
    scrolling = re.compile(r'<(?=pre\b|div class="table-wrapper)(\w+)')
    context["body"] = scrolling.sub(r'<\1 tabindex="0"', context.get("body", ""))
    navigation = context["furo_navigation_tree"]
    context["furo_navigation_tree"] = navigation.replace(
        'role="heading"', 'role="heading" aria-level="2"'
    )


def add_first_page(app: Sphinx, error: Exception | None) -> None:
    """Make the README the first page."""
    if not error:
        shutil.copy(Path(app.outdir) / "README.html", Path(app.outdir) / "index.html")
