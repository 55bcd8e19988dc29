"""Checkpoints: the progress of several jobs as an ``.npz`` archive."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from tokenize import TokenError
from typing import BinaryIO
from zipfile import ZIP_STORED, BadZipFile, ZipFile, ZipInfo

import numpy as np
import numpy.typing as npt

from puntobanco.analysis.simulation.blocks import Progress
from puntobanco.errors import AnalysisError

Arrays = dict[str, npt.NDArray[np.generic]]

LARGEST_CHECKPOINT = 1 << 28
"""The most bytes to read: more than the longest run writes."""
MOST_ARRAYS = 20_000
"""The most arrays: each job has 64 groups, with a few entries or one for each bet."""

_SEED = "seed"
_DAMAGED = "the checkpoint is not one, or damaged"
_UNREADABLE = (OSError, ValueError, EOFError, MemoryError, RuntimeError, BadZipFile, TokenError)
"""What damaged archives and array headers raise."""


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


def read_seed(stream: BinaryIO) -> str:
    """Return the seed of the simulation that a checkpoint belongs to."""
    return _text(_seed_of(_arrays(stream)))


def read_checkpoint(all_progress: Sequence[Progress], stream: BinaryIO) -> None:
    """Resume several jobs from their checkpoint."""
    arrays = _arrays(stream)
    _seed_of(arrays)
    names = [f"{at}/job" for at in range(sum(key.endswith("/job") for key in arrays))]
    if not arrays.keys() >= set(names):
        raise AnalysisError(_DAMAGED)
    if [_text(arrays.pop(name)) for name in names] != [
        progress.job.fingerprint for progress in all_progress
    ]:
        raise AnalysisError(
            "the checkpoint belongs to another simulation, with other rules, size or seed"
        )
    try:
        for key, array in arrays.items():
            at, _, entry = key.partition("/")
            _restore(all_progress[int(at)], entry, array)
    except (IndexError, ValueError) as error:
        raise AnalysisError(_DAMAGED) from error


def _seed_of(arrays: Arrays) -> npt.NDArray[np.generic]:
    """Remove the seed from the arrays and return it."""
    if _SEED not in arrays:
        raise AnalysisError(_DAMAGED)
    return arrays.pop(_SEED)


def _bytes(text: str) -> npt.NDArray[np.uint8]:
    return np.frombuffer(text.encode(), np.uint8)


def _text(array: npt.NDArray[np.generic]) -> str:
    try:
        return array.tobytes().decode()
    except ValueError as error:
        raise AnalysisError(_DAMAGED) from error


def _arrays(stream: BinaryIO) -> Arrays:
    """Return all arrays, if their number and size are possible."""
    data = BytesIO(stream.read(LARGEST_CHECKPOINT + 1))
    try:
        if data.getbuffer().nbytes > LARGEST_CHECKPOINT:
            raise ValueError("it is too large")
        with ZipFile(data) as archive:
            return {
                entry.filename.removesuffix(".npy"): _array(archive.read(entry))
                for entry in _stored(archive)
            }
    except _UNREADABLE as error:
        raise AnalysisError(_DAMAGED) from error


def _stored(archive: ZipFile) -> list[ZipInfo]:
    """Return the entries. None is compressed, so they take no more bytes than the file."""
    entries = archive.infolist()
    if len(entries) > MOST_ARRAYS:
        raise ValueError("there are too many arrays")
    if any(entry.compress_type != ZIP_STORED for entry in entries):
        raise ValueError("an array is packed")
    return entries


def _array(data: bytes) -> npt.NDArray[np.generic]:
    """Return an array from its bytes, which must match its header."""
    file = BytesIO(data)
    if np.lib.format.read_magic(file) != (1, 0):
        raise ValueError("an array is of another version")
    shape, is_by_column, dtype = np.lib.format.read_array_header_1_0(file)
    items = np.frombuffer(data, dtype, offset=file.tell())
    return items.reshape(shape, order="F" if is_by_column else "C")


def _restore(progress: Progress, entry: str, array: npt.NDArray[np.generic]) -> None:
    if entry == "done":
        if array.shape != progress.done.shape:
            raise ValueError(f"{array.shape} is not {progress.done.shape}")
        progress.done = array.astype(np.bool_)
    elif entry == "seconds":
        progress.seconds = float(array.astype(np.float64)[0])
    else:
        group, _, key = entry.partition("/")
        progress.groups[int(group)][key] = array.astype(np.int64)
