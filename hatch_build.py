"""Write the README of the built package, which has no files beside it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

_LINK = re.compile(r"(!?)\[([^\]]*)\]\((?!https?://)([^)]+)\)")
_NOTE = "Paths such as `docs/rules.md` are those of the source distribution."


class PackagePage(MetadataHookInterface):
    """The hook that replaces relative links and pictures in the README."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Set the README of the package."""
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": for_package(text)}


def for_package(text: str) -> str:
    """Replace relative links by paths, and pictures by words."""
    return f"{_LINK.sub(_as_words, text).rstrip()}\n\n{_NOTE}\n"


def _as_words(link: re.Match[str]) -> str:
    is_picture, words, path = link.groups()
    return f"*Picture, `{path}`: {words}.*" if is_picture else f"{words} (`{path}`)"
