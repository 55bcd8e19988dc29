"""The parts of the documents that the program writes: `python -m tests.docs.generated`.

Such a part stands between ``<!-- $ a command -->`` and ``<!-- end -->``.
"""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from functools import cache
from pathlib import Path

DOCUMENTS = Path(__file__).parents[2] / "docs"

_PART = re.compile(r"(<!-- \$ (puntobanco .*?) -->\n).*?(<!-- end -->)", re.DOTALL)


def written(text: str) -> str:
    """A document with every such part written again."""
    return _PART.sub(lambda part: f"{part[1]}\n{_printed(part[2])}\n{part[3]}", text)


@cache
def _printed(command: str) -> str:
    _, *arguments = shlex.split(command)
    ran = subprocess.run(
        [sys.executable, "-m", "puntobanco", *arguments],
        stdout=subprocess.PIPE,
        encoding="utf-8",
        check=True,
    )
    return ran.stdout


def main() -> None:
    """Write the documents again."""
    for path in sorted(DOCUMENTS.glob("**/*.md")):
        text = path.read_text(encoding="utf-8")
        if written(text) != text:
            path.write_text(written(text), encoding="utf-8")


if __name__ == "__main__":
    main()
