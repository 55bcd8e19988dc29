"""A guest's own betting system: checked, and compiled if possible."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from hashlib import sha256
from types import CodeType, FunctionType
from typing import cast

import numpy as np
import numpy.typing as npt

from puntobanco.analysis._jit import jit, jit_guarded, returns_integers
from puntobanco.analysis.simulation import _kernels as kernels
from puntobanco.errors import AnalysisError

Memory = npt.NDArray[np.int64]
"""Whole numbers that a system keeps from one bet to the next."""
NextStake = Callable[[Memory, int], int]
"""Maps the memory and the last result (1, -1, or 0 at first) to the next stake in units."""

_LARGEST_STAKE = 1 << 62
_LARGEST_FIRST_STAKE = 1 << 40


def refuse_unusable(function: NextStake, name: str) -> None:
    """Refuse a function that fails at the first bet, or after a win or a loss."""
    if not isinstance(function, FunctionType):
        raise AnalysisError(f"the system {name} is not a function")
    try:
        for result in (1, -1):
            memory = np.zeros(kernels.MEMORY, np.int64)
            next_stake = as_python(function)
            memory[kernels.PLACED] = min(next_stake(memory, 0), _LARGEST_FIRST_STAKE)
            next_stake(memory, result)
        compiled(function)
    except Exception as error:  # noqa: BLE001 - a guest's own function may fail in any way
        raise AnalysisError(f"the system {name} failed: {first_line(error)}") from None


def first_line(error: Exception) -> str:
    """Return the first line of an error's message."""
    lines = str(error).splitlines() or [""]
    return lines[0].strip() or type(error).__name__


def as_python(function: NextStake) -> NextStake:
    """Return the function as plain Python. It refuses anything but a stake."""

    def next_stake(memory: Memory, result: int) -> int:
        stake: object = function(memory, result)
        if not isinstance(stake, int | np.integer):
            raise TypeError(f"a stake must be a whole number of units, not {stake!r:.40}")
        if stake < 1:
            raise ValueError(f"a stake must be 1 unit or more, not {int(stake)}")
        return min(int(stake), _LARGEST_STAKE)

    return next_stake


@cache
def compiled(function: NextStake) -> tuple[Callable[..., None], NextStake] | None:
    """Return the kernel `play` and the function, both compiled, or None if that fails."""
    try:
        next_stake = cast("NextStake", jit_guarded(_without_file(function)))
        next_stake(np.zeros(kernels.MEMORY, np.int64), 0)
    except Exception:  # noqa: BLE001 - numba refuses in many ways; plain Python is the fallback
        return None
    if not returns_integers(next_stake):
        raise AnalysisError("a stake must be a whole number of units, always")
    kernel = jit(_without_file(kernels.play_plain))
    return cast("Callable[..., None]", kernel), next_stake


def _without_file(function: Callable[..., object]) -> Callable[..., object]:
    """Return a copy of the function that belongs to no file, so that numba doesn't cache it."""
    assert isinstance(function, FunctionType)  # noqa: S101 - anything else has been refused
    code = function.__code__.replace(co_filename="<a guest's own system>")
    parts = (function.__name__, function.__defaults__, function.__closure__)
    return FunctionType(code, function.__globals__, *parts)


def system_digest(function: NextStake, name: str, source: bytes | None) -> str:
    """Return a text that is equal for functions that do the same.

    A function from a file is identified by the file's content and its name, on every version of
    Python. Any other is identified by its bytecode, which differs between versions of Python.
    """
    assert isinstance(function, FunctionType)  # noqa: S101 - anything else has been refused
    if source is None:
        code: object = list(map(_parts, _reachable(function)))
        source = b""
    else:
        code = name.rpartition(":")[2]
    values = [
        each for each in (*(function.__defaults__ or ()), *_cells(function)) if _is_plain(each)
    ]
    which = ascii((function.__qualname__, function.__code__.co_firstlineno, code, values))
    return sha256(source + which.encode()).hexdigest()


def _reachable(function: FunctionType) -> list[FunctionType]:
    """Return the function, and every function that it may call by name, each once."""
    functions = [function]
    for each in functions:  # which grows meanwhile
        named = (value for value in _named(each) if isinstance(value, FunctionType))
        functions += [value for value in dict.fromkeys(named) if value not in functions]
    return functions


def _parts(function: FunctionType) -> object:
    """Return everything that decides what a function does, except the functions that it calls."""
    return _plain((function.__code__, function.__defaults__, *_named(function)))


def _named(function: FunctionType) -> list[object]:
    """Return the values of the names that a function looks up outside itself."""
    values = map(function.__globals__.get, _global_names(function.__code__))
    return [getattr(value, "py_func", value) for value in (*values, *_cells(function))]


def _global_names(code: CodeType) -> list[str]:
    """Return the global names in a code object and in those inside it."""
    inner = (each for each in code.co_consts if isinstance(each, CodeType))
    return [*code.co_names, *(name for each in inner for name in _global_names(each))]


def _cells(function: FunctionType) -> list[object]:
    return [cell.cell_contents for cell in function.__closure__ or ()]


def _plain(value: object) -> object:
    """Return the value in a form whose text is the same in every run."""
    match value:
        case CodeType():
            return [value.co_code, value.co_names, _plain(value.co_consts)]
        case tuple() | list():
            return [_plain(each) for each in value]
        case set() | frozenset():
            return sorted(ascii(_plain(each)) for each in value)
    return value if _is_plain(value) else type(value).__name__


def _is_plain(value: object) -> bool:
    """Return whether a value's text is the same in every run."""
    return isinstance(value, int | float | str | bytes | None)
