"""Reading a forged checkpoint takes bounded work and memory."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile

import numpy as np
import pytest

from puntobanco.analysis.simulation.blocks import (
    LARGEST_CHECKPOINT,
    MOST_ARRAYS,
    Progress,
    read_checkpoint,
    read_seed,
    write_checkpoint,
)
from puntobanco.analysis.simulation.specification import KernelRules, ShoesJob
from puntobanco.errors import AnalysisError
from puntobanco.house import CLASSIC
from tests.work import calls

MOST_CALLS = 1_000_000
"""Enough to list all arrays and see that they are too many."""
MOST_BYTES = 40_000_000


def progress() -> Progress:
    return Progress(ShoesJob(KernelRules.at(CLASSIC), "seed", 3_000))


def _with(**arrays: object) -> bytes:
    """Return a checkpoint of the right job with other arrays. None leaves one out."""
    file = BytesIO()
    write_checkpoint([progress()], file)
    with np.load(BytesIO(file.getvalue())) as stored:
        kept = {key: array for key, array in stored.items() if key not in arrays}
    forged = BytesIO()
    added = {key: array for key, array in arrays.items() if array is not None}
    np.savez(forged, **(kept | added))
    return forged.getvalue()


def _archive(entries: dict[str, bytes], compression: int = ZIP_STORED) -> bytes:
    file = BytesIO()
    with ZipFile(file, "w", compression) as archive:
        for name, data in entries.items():
            archive.writestr(f"{name}.npy", data)
    return file.getvalue()


def _claiming(items: int) -> bytes:
    """Return the header of an array of this many items, without the items."""
    header = BytesIO()
    np.lib.format.write_array_header_1_0(
        header, {"descr": "<i8", "fortran_order": False, "shape": (items,)}
    )
    return header.getvalue()


def _headed(text: str) -> bytes:
    """Return an array with this text as its header."""
    return b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text.encode()


FORGED: dict[str, Callable[[], bytes]] = {
    "nothing": lambda: b"",
    "no archive": lambda: b"nonsense",
    "half an archive": lambda: b"PK\x03\x04 cut off",
    "no seed": lambda: _with(seed=None),
    "a seed of no text": lambda: _with(seed=np.array([255], np.uint8)),
    "a job of no text": lambda: _with(**{"0/job": np.array([255], np.uint8)}),
    "too few blocks": lambda: _with(**{"0/done": np.zeros(3, np.bool_)}),
    "no seconds": lambda: _with(**{"0/seconds": np.zeros(0)}),
    "a group beyond the last": lambda: _with(**{"0/64/later": np.zeros(400, np.int64)}),
    "a group without a number": lambda: _with(**{"0/x/later": np.zeros(400, np.int64)}),
    "a job beyond the last": lambda: _with(**{"9/0/later": np.zeros(400, np.int64)}),
    "words for numbers": lambda: _with(**{"0/0/later": np.array(["x"])}),
    "a packed array": lambda: _archive({"seed": bytes(50_000_000)}, ZIP_DEFLATED),
    "a claim of everything": lambda: _archive({"seed": _claiming(1 << 60)}),
    "a claim of more than there is": lambda: _archive({"seed": _claiming(1 << 34)}),
    "a deep head": lambda: _archive({"seed": _headed("(" * 9_000)}),
    "a head of no language": lambda: _archive({"seed": _headed("'")}),
    "many arrays": lambda: _archive(dict.fromkeys(map(str, range(MOST_ARRAYS + 1)), b"")),
}


@pytest.mark.parametrize("forge", FORGED.values(), ids=FORGED)
def test_no_forged_checkpoint_costs_more_than_its_budget(forge: Callable[[], bytes]) -> None:
    """Nothing is decompressed, and too many arrays are not read."""
    content = forge()

    def resume() -> None:
        read_seed(BytesIO(content))
        read_checkpoint([progress()], BytesIO(content))

    def be_refused() -> None:
        with pytest.raises(AnalysisError, match="not one, or damaged"):
            resume()

    assert calls(be_refused) < MOST_CALLS
    tracemalloc.start()
    try:
        be_refused()
        assert tracemalloc.get_traced_memory()[1] < MOST_BYTES
    finally:
        tracemalloc.stop()


def test_no_more_of_a_checkpoint_is_read_than_its_largest_size() -> None:
    class Endless(BytesIO):
        asked = 0

        def read(self, size: int | None = -1) -> bytes:
            assert size
            assert size > 0
            self.asked += size
            return b"PK"

    endless = Endless()
    with pytest.raises(AnalysisError, match="not one, or damaged"):
        read_checkpoint([progress()], endless)
    assert endless.asked == LARGEST_CHECKPOINT + 1
