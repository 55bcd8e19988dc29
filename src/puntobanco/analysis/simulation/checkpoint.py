"""A checkpoint: the progress of several jobs as one stream of bytes, an ``.npz`` archive."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from typing import BinaryIO
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from puntobanco.analysis.simulation.progress import Progress
from puntobanco.errors import AnalysisError

Arrays = dict[str, npt.NDArray[np.generic]]

_SEED = "seed"
_DAMAGED = "the checkpoint is not one, or damaged"


def write_checkpoint(all_progress: Sequence[Progress], stream: BinaryIO) -> None:
    """Write the progress of several jobs."""
    arrays: Arrays = {_SEED: _bytes(all_progress[0].job.seed)}
    for at, progress in enumerate(all_progress):
        arrays[f"{at}/job"] = _bytes(progress.job.fingerprint)
        arrays[f"{at}/done"] = progress.done
        arrays[f"{at}/seconds"] = np.array([progress.seconds])
        for number, group in enumerate(progress.groups):
            arrays |= {f"{at}/{number}/{key}": array for key, array in group.items()}
    np.savez(stream, allow_pickle=False, **arrays)


def read_seed(stream: BinaryIO) -> str | None:
    """The seed of the simulation that a checkpoint is of; None if an old one does not tell it."""
    seed = _arrays(stream).get(_SEED)
    return None if seed is None else seed.tobytes().decode()


def read_checkpoint(all_progress: Sequence[Progress], stream: BinaryIO) -> None:
    """Resume several jobs from a checkpoint of the same ones."""
    arrays = _arrays(stream)
    arrays.pop(_SEED, None)
    try:
        fingerprints = [
            arrays.pop(f"{at}/job").tobytes().decode()
            for at in range(sum(key.endswith("/job") for key in arrays))
        ]
    except (ValueError, KeyError) as error:
        raise AnalysisError(_DAMAGED) from error
    if fingerprints != [progress.job.fingerprint for progress in all_progress]:
        raise AnalysisError("the checkpoint is of another simulation: other rules, size or seed")
    for key, array in arrays.items():
        at, _, entry = key.partition("/")
        _restore(all_progress[int(at)], entry, array)


def _bytes(text: str) -> npt.NDArray[np.uint8]:
    return np.frombuffer(text.encode(), np.uint8)


def _arrays(stream: BinaryIO) -> Arrays:
    try:
        with np.load(BytesIO(stream.read()), allow_pickle=False) as stored:
            return dict(stored)
    except (OSError, ValueError, KeyError, EOFError, BadZipFile) as error:
        raise AnalysisError(_DAMAGED) from error


def _restore(progress: Progress, entry: str, array: npt.NDArray[np.generic]) -> None:
    if entry == "done":
        progress.done = array.astype(np.bool_)
    elif entry == "seconds":
        progress.seconds = float(array.astype(np.float64)[0])
    else:
        group, _, key = entry.partition("/")
        progress.groups[int(group)][key] = array.astype(np.int64)
