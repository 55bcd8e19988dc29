"""Files that are written whole or not at all."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from errno import EEXIST
from pathlib import Path
from typing import BinaryIO


@contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """Write to a file beside it, then replace it; an error leaves the old file unchanged."""
    part = path.with_name(f"{path.name}.part")
    if part.is_symlink() or (part.exists() and not part.is_file()):
        raise FileExistsError(EEXIST, f"{part.name} is in the way")
    with part.open("wb") as stream:
        yield stream
    part.replace(path)
