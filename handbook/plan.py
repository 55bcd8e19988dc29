"""Which pages there are: the documents in the order in which the site lists them."""

from __future__ import annotations

from pathlib import PurePosixPath

HOME = "README.md"

SECTIONS: dict[str, tuple[str, ...]] = {
    "Begin": (
        "docs/tutorials/guest.md",
        "docs/tutorials/teacher.md",
        "docs/tutorials/analyst.md",
        "docs/tutorials/bot.md",
        "docs/tutorials/operator.md",
    ),
    "At the table": (
        "docs/playing.md",
        "docs/web.md",
        "docs/rules.md",
        "docs/roads.md",
        "docs/fairness.md",
    ),
    "In the lab": ("docs/odds.md", "docs/simulation.md", "docs/examples.md"),
    "Look up": (
        "docs/how-to.md",
        "docs/reference.md",
        "docs/api.md",
        "docs/notation.md",
        "docs/hardware.md",
    ),
    "The project": (
        "docs/architecture.md",
        "docs/recipes.md",
        "docs/decisions.md",
        "docs/reliability.md",
        "docs/mutants.md",
        "CONTRIBUTING.md",
        "CHANGELOG.md",
    ),
}
"""Every document but the first page, by section."""

DOCUMENTS = (HOME, *(source for section in SECTIONS.values() for source in section))

READ_AS_PAGES = {".py", ".toml"}
"""Files of the project that are shown as a page; others that a document names are copied."""


def address(source: str) -> str:
    """Where the site has a file of the project.

    >>> address("docs/tutorials/guest.md"), address("examples/bot.py"), address("docs/roads.svg")
    ('tutorials/guest.html', 'files/examples/bot.py.html', 'files/docs/roads.svg')
    """
    if source == HOME:
        return "index.html"
    if source in DOCUMENTS:
        path = PurePosixPath(source.removeprefix("docs/").lower())
        return str(path.with_suffix(".html"))
    shown = ".html" if PurePosixPath(source).suffix in READ_AS_PAGES else ""
    return f"files/{source}{shown}"
