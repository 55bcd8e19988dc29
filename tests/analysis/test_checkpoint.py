"""Reading a forged checkpoint takes bounded work and memory."""

from __future__ import annotations

import tracemalloc
from io import BytesIO
from typing import Any

import msgspec
import numpy as np
import pytest

from puntobanco.analysis.simulation.blocks import (
    LARGEST_CHECKPOINT,
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
MOST_BYTES = 40_000_000
ONES = np.ones(400, np.int64).tobytes()


def progress() -> Progress:
    return Progress(ShoesJob(KernelRules.at(CLASSIC), "seed", 3_000))


def written() -> bytes:
    file = BytesIO()
    write_checkpoint([progress()], file)
    return file.getvalue()


def changed(**changes: object) -> bytes:
    """Return a checkpoint of the right job with other values. A seed of None is left out."""
    content: dict[str, Any] = msgspec.msgpack.decode(written())
    part = content if "seed" in changes else content["progress"][0]
    part.update(changes)
    return msgspec.msgpack.encode({key: each for key, each in content.items() if each is not None})


def with_array(shape: object, data: object) -> bytes:
    return changed(groups=[{"later": [shape, data]}, *({} for _ in progress().groups[1:])])


FORGED = {
    "nothing": b"",
    "no checkpoint": b"nonsense",
    "half a checkpoint": written()[: len(written()) // 2],
    "more than a checkpoint": written() + b"\0",
    "no seed": changed(seed=None),
    "a binary seed": written().replace(b"\xa4seed\xa4seed", b"\xa4seed\xa4\xff\xff\xff\xff"),
    "a job that is not text": changed(job=7),
    "too few blocks": changed(done=b"\0\0\0"),
    "no seconds": changed(seconds=None),
    "too few groups": changed(groups=[]),
    "words for numbers": with_array([400], "x" * 3_200),
    "a claim of everything": with_array([1 << 60], ONES),
    "a claim that no number holds": with_array([(1 << 64) - 1], ONES),
    "a part of a number": with_array([400], ONES[1:]),
    "a deep list": b"\x91" * 1_000_000,
    "a list that claims to be long": b"\x82\xa4seed\xa0\xa8progress\xdd\xff\xff\xff\xff",
}


@pytest.mark.parametrize("content", FORGED.values(), ids=FORGED)
def test_no_forged_checkpoint_costs_more_than_its_budget(content: bytes) -> None:
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
