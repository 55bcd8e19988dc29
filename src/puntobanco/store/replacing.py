"""Files that are written whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from errno import ELOOP
from pathlib import Path
from secrets import token_hex
from typing import BinaryIO


def resolved(path: Path) -> Path:
    """Where the links of a path lead; raises an `OSError` if they lead to each other."""
    found = Path(os.path.realpath(path))
    if found.is_symlink():
        raise OSError(ELOOP, os.strerror(ELOOP), str(path))
    return found


@contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """Write to a file beside it, then replace it; an error leaves the old file unchanged.

    A link stays, and what it points to is replaced. A pipe or a device is written to.
    """
    if path.exists() and not path.is_file():
        with path.open("wb") as stream:
            yield stream
        return
    path = resolved(path)
    part = path.with_name(f".{token_hex(8)}.part")
    try:
        with part.open("xb") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
