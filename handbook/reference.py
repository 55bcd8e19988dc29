"""The public names as Markdown, from their docstrings: a page for each public module."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from handbook.public import Definition, Module, Name, found, is_defined, members, modules
from handbook.signature import bases, decorators, named_types, signatures
from puntobanco import bets

INSIDE = {
    "Fact": "the log under a croupier",
    "Note": "the log under a croupier",
    "Receipt": "the log under a croupier",
    "Snapshot": "the log under a croupier",
    "HeadFile": "the log under a croupier",
    "Reading": "the log under a croupier",
    "Lock": "the log under a croupier",
    "NumberedEvent": "how the web table writes many commands at once",
    "Desk": "what a croupier knows of a shoe",
    "Job": "how a cluster is given its work",
    "Progress": "how a cluster is given its work",
    "ShoesJob": "how a cluster is given its work",
    "SystemJob": "how a cluster is given its work",
    "CountJob": "how a cluster is given its work",
    "GuestFact": "a fact of a message",
    "Named": "a fact of a message",
    "Template": "a text with places for facts",
    "Integers": "an array of numpy",
    "Row": "a row of any table",
    "Table": "rows of any table",
    "Tally": "sums under the statistics",
}
"""Types that public names mention or extend and that are not public themselves: what they are."""

_ENUMS = {"Enum", "IntEnum", "StrEnum", "IntFlag"}


class Reference:
    """Every public name, and the page that tells of it."""

    def __init__(self) -> None:
        self.modules = modules()
        given: dict[tuple[str, str], list[str]] = {}
        for module in self.modules:
            for name in module.names:
                given.setdefault((name.home, name.name), []).append(module.name)
        self._owners = {
            key: max(owners, key=lambda owner: (key[0].startswith(owner), len(owner)))
            for key, owners in given.items()
        }

    def owner(self, name: Name) -> str:
        """The public module whose page tells of a name: the one nearest to where it is defined."""
        return self._owners[name.home, name.name]

    def places(self) -> dict[str, tuple[str, str]]:
        """Page and anchor of every public name, by the name with each module that gives it."""
        places = {module.name: (module.name, "") for module in self.modules}
        for module in self.modules:
            for name in module.names:
                places[f"{module.name}.{name.name}"] = (self.owner(name), name.name)
                for member in _members(name):
                    whole = f"{name.name}.{member[0]}"
                    anchor = whole if _is_method(member[1]) else name.name
                    places[f"{module.name}.{whole}"] = (self.owner(name), anchor)
        return places

    def undocumented(self) -> list[str]:
        """Public names that nothing is said of."""
        missing = [module.name for module in self.modules if not module.doc]
        for module in self.modules:
            own = [name for name in module.names if self.owner(name) == module.name]
            missing += [f"{module.name}.{name.name}" for name in own if not described(name)]
            missing += [
                f"{module.name}.{name.name}.{member}"
                for name in own
                for member, _, doc in _members(name)
                if not doc
            ]
        return missing

    def unexplained(self) -> list[str]:
        """Types of the package that public signatures name, and that are not public."""
        public = {name.name for module in self.modules for name in module.names}
        return [
            f"{module.name}.{name.name} names {kind}"
            for module in self.modules
            for name in module.names
            for kind in sorted(set(named_types(name.node)) - public - set(INSIDE))
            if is_defined(name.home, kind)
        ]

    def every_name(self) -> str:
        """A list of all public names as Markdown, in the order of the alphabet."""
        told = {(self.owner(name), name.name) for module in self.modules for name in module.names}
        ordered = sorted(told, key=lambda each: (each[1].casefold(), each))
        lines = (f"- `{module}.{name}`" for module, name in ordered)
        return "\n".join(("\n## Every name\n", *lines, ""))

    def page(self, module: Module) -> str:
        """The page of a module as Markdown."""
        own = [name for name in module.names if self.owner(name) == module.name]
        others = [name for name in module.names if self.owner(name) != module.name]
        parts = [f"# {module.name}", as_markdown(module.doc)]
        parts += [part for name in own for part in _entry(name)]
        if others:
            parts += ["## Names of other modules" if own else "## Names", self._listed(others)]
        return "\n\n".join(parts) + "\n"

    def _listed(self, names: list[Name]) -> str:
        rows = (
            f"| [`{name.name}`]({self.owner(name)}.html#{name.name}) | {summary(name)} |"
            for name in names
        )
        return "\n".join(("| name | what it is |", "|---|---|", *rows))


def summary(name: Name) -> str:
    """The first sentence of what is said of a name."""
    first = as_markdown(described(name)).split("\n\n")[0].replace("\n", " ").replace("|", "\\|")
    return first if "```" not in first else ""


def described(name: Name) -> str:
    """What is said of a name; the constant of a bet is described by the bet."""
    bet = None if name.doc or name.home != bets.__name__ else getattr(bets, name.name)
    if isinstance(bet, bets.Bet):
        return f"{' · '.join(line.text for line in bet.lines)}."
    return name.doc


def as_markdown(doc: str) -> str:
    """A docstring as Markdown: examples are fenced, and maps of modules left out."""
    parts = re.split(r"\n\s*\n", doc)
    kept = [_fenced(part) for part in parts if not _is_map(part)]
    return re.sub(r"\bdocs/(\w+)\.md", r"[\1.md](../\1.html)", "\n\n".join(kept))


def _fenced(part: str) -> str:
    return f"```pycon\n{part}\n```" if part.startswith(">>> ") else part


def _is_map(part: str) -> bool:
    lines = part.strip("\n").split("\n")
    return len(lines) > 1 and all(re.match(r"[\w.]+ {2,}\S", line) for line in lines)


def _entry(name: Name) -> Iterator[str]:
    yield f"## {name.name}"
    shown = signatures(name.name, name.nodes)
    if shown != [name.name]:
        yield _code(shown)
    node = name.node
    if isinstance(node, ast.ClassDef) and bases(node) and not _ENUMS & set(bases(node)):
        told = (each for each in bases(node) if each != "Struct" and each not in INSIDE)
        extended = ", ".join(f"`{each}`" for each in told)
        yield f"Extends {extended}." if extended else ""
    yield as_markdown(described(name))
    if isinstance(node, ast.ClassDef):
        yield _fields(name, node)
        for member, nodes, doc in _members(name):
            if _is_method(nodes):
                yield f"### {name.name}.{member}"
                yield _code(signatures(member, nodes))
                yield as_markdown(doc)


def _fields(name: Name, node: ast.ClassDef) -> str:
    """The members of an enumeration, or the fields that something is said of."""
    if _ENUMS & set(bases(node)):
        values = (each for each in node.body if isinstance(each, ast.Assign))
        return "\n".join(f"- `{ast.unparse(each)}`" for each in values)
    told = ((member, doc) for member, nodes, doc in _members(name) if not _is_method(nodes))
    return "\n".join(f"- `{member}`: {' '.join(doc.split())}" for member, doc in told)


def _members(name: Name) -> list[tuple[str, tuple[Definition, ...], str]]:
    """The members of a class, with those of a class that it extends and that is not public."""
    if not isinstance(name.node, ast.ClassDef):
        return []
    hidden = (found(name.home, each).node for each in bases(name.node) if each in INSIDE)
    inherited = [
        each for node in hidden if isinstance(node, ast.ClassDef) for each in members(node)
    ]
    own = list(members(name.node))
    return own + [each for each in inherited if each[0] not in {member for member, _, _ in own}]


def _is_method(nodes: tuple[Definition, ...]) -> bool:
    return isinstance(nodes[-1], ast.FunctionDef) and "setter" not in decorators(nodes[-1])


def _code(lines: list[str]) -> str:
    return "\n".join(("```python", *lines, "```"))
