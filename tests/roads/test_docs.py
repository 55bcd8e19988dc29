"""The picture in docs/roads.md. Its examples in Python run as doctests."""

from __future__ import annotations

import re
from pathlib import Path

from puntobanco.roads import Roads
from puntobanco.roads.svg import svg

DOCS = Path(__file__).parents[2] / "docs"


def test_the_picture_is_what_the_command_on_the_page_draws() -> None:
    page = (DOCS / "roads.md").read_text(encoding="utf-8")
    command = re.search(r'^puntobanco roads "(.+)"$', page, re.MULTILINE)
    assert command is not None
    drawn = svg(Roads.parse(command[1]))
    assert (DOCS / "roads.svg").read_text(encoding="utf-8") == drawn, (
        f'draw it again: puntobanco roads "{command[1]}" --svg docs/roads.svg'
    )
