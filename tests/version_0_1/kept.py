"""The files that version 0.1 left behind, and what it said about them.

Every file beside these tests was written by version 0.1 itself: nothing in them is to be edited or
made again. A later version must read all of it, and must go on where 0.1 stopped.

- `databases/`: one of each named house (`play --house NAME --seed "version 0.1, NAME"`, a whole
  shoe and a bit of the next, then `q`). Two of the terminal were killed with `kill -9` while bets
  lay on the felt, one of them after snapshots; their WAL is part of them. `hall.db` is that of a
  server which was stopped in order, started again, and killed.
- `answers/`: what `history`, its `evenings` and `stats`, `audit` and `verify` printed for each.
- `records/`: the record of every shoe, as `history export` wrote it.
- `later/`: what 0.1 dealt when it went on with a copy of a killed database.
- `hall.json`: the guests' tokens, the tables, and commands that were answered.
- `houses/`: texts as people type them, as 0.1 wrote them, and its commitments to them.
"""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent

HOUSES = ("classic", "six_decks", "classroom", "burt", "ez", "super_6")
KILLED = ("killed_classic", "killed_one_deck")
HALL = "hall"
DATABASES = (*HOUSES, *KILLED, HALL)


def copied(name: str, folder: Path) -> Path:
    """A copy of a database, with its WAL where the kill left one."""
    for file in (HERE / "databases").glob(f"{name}.db*"):
        shutil.copyfile(file, folder / file.name)
    return folder / f"{name}.db"


def contents(database: Path) -> dict[str, bytes]:
    """The bytes of a database and its WAL; an empty WAL is as good as none."""
    files = (database, database.with_name(f"{database.name}-wal"))
    return {file.name: data for file in files if file.exists() and (data := file.read_bytes())}


def seed(name: str) -> str:
    """The seed with which a database was made."""
    return f"version 0.1, {name}"


def kept_json(path: str) -> Any:  # noqa: ANN401 - any JSON
    """What 0.1 said."""
    return json.loads((HERE / path).read_bytes())


def records(folder: str) -> dict[str, Path]:
    """The records of a database by the names of their shoes: ``table/1``."""
    files = sorted((HERE / folder).glob("*.bgn"))
    return {"/".join(file.stem.rsplit("-", 1)): file for file in files}


def undated(record: bytes) -> bytes:
    """A record without the time at which its shoe began."""
    return re.sub(rb"^Date: .*\n", b"", record, flags=re.MULTILINE)


NOTHING_MISSED = {"resync": True, "missed": []}
"""What 0.1 said after a restart to who had missed events from before the last shuffle."""


def as_then(now: Any, then: Any) -> Any:  # noqa: ANN401 - any JSON
    """What is said now, without what 0.1 did not say yet."""
    if isinstance(now, dict) and isinstance(then, dict):
        known = {key: as_then(now[key], then[key]) for key in then if key in now}
        return known | (NOTHING_MISSED if then.get("resync") else {})
    if isinstance(now, list) and isinstance(then, list) and len(now) == len(then):
        return [as_then(*pair) for pair in zip(now, then, strict=True)]
    return now
