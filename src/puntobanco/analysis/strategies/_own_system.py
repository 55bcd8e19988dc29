"""A guest's own betting system: refused if it cannot be one, then compiled if it can be."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from hashlib import sha256
from types import CodeType, FunctionType
from typing import cast

import numpy as np
import numpy.typing as npt

from puntobanco.analysis._jit import gives_whole_numbers, jit, jit_guarded
from puntobanco.analysis.simulation import _kernels as kernels
from puntobanco.errors import AnalysisError

Memory = npt.NDArray[np.int64]
NextStake = Callable[[Memory, int], int]
"""From what it remembers and the last result (1, -1, or 0 before the first) to the next stake."""

Sums = tuple[Memory, Memory, Memory, Memory]
"""What the kernel gives: sums, maxima, ruins over time, and each guest's money."""

_LARGEST = 1 << 62


def refuse_unusable(function: NextStake, name: str) -> None:
    """Ask it for the stakes of a first bet, of one after a win and of one after a loss."""
    if not isinstance(function, FunctionType):
        raise AnalysisError(f"the system {name} is not a function")
    try:
        for result in (1, -1):
            memory = np.zeros(kernels.MEMORY, np.int64)
            ask = as_python(function)
            memory[kernels.PLACED] = min(ask(memory, 0), 1 << 40)
            ask(memory, result)
        compiled(function)
    except Exception as error:  # noqa: BLE001 - a guest's own function may fail in any way
        raise AnalysisError(f"the system {name} failed: {first_line(error)}") from None


def first_line(error: Exception) -> str:
    """What an error says, in one line."""
    lines = str(error).splitlines() or [""]
    return lines[0].strip() or type(error).__name__


def as_python(function: NextStake) -> NextStake:
    """The function as plain Python; what is no stake is refused."""

    def ask(memory: Memory, result: int) -> int:
        stake: object = function(memory, result)
        if not isinstance(stake, int | np.integer):
            raise TypeError(f"a stake must be a whole number of units, not {stake!r:.40}")
        if stake < 1:
            raise ValueError(f"a stake must be 1 unit or more, not {int(stake)}")
        return min(int(stake), _LARGEST)

    return ask


@cache
def compiled(function: NextStake) -> tuple[Callable[..., Sums], NextStake] | None:
    """The engine and the function for it, compiled; None where that cannot be done."""
    try:
        ask = cast("NextStake", jit_guarded(_elsewhere(function)))
        ask(np.zeros(kernels.MEMORY, np.int64), 0)
    except Exception:  # noqa: BLE001 - numba refuses in many ways, and plain Python is the answer
        return None
    if not gives_whole_numbers(ask):
        raise AnalysisError("a stake must be a whole number of units, always")
    return cast("Callable[..., Sums]", jit(_elsewhere(kernels.play_plain))), ask


def _elsewhere(function: Callable[..., object]) -> Callable[..., object]:
    """The function as if of no file, so that what is compiled of it is kept nowhere."""
    assert isinstance(function, FunctionType)  # noqa: S101 - what is none has been refused
    code = function.__code__.replace(co_filename="<a guest's own system>")
    parts = (function.__name__, function.__defaults__, function.__closure__)
    return FunctionType(code, function.__globals__, *parts)


def system_digest(function: NextStake, source: bytes | None) -> str:
    """Equal for functions that do the same: by the file that holds them, or else by their code."""
    assert isinstance(function, FunctionType)  # noqa: S101 - what is none has been refused
    code = function.__code__
    content = repr(_described(function)).encode() if source is None else source
    cells = [cell.cell_contents for cell in function.__closure__ or ()]
    values = [each for each in (*(function.__defaults__ or ()), *cells) if _is_plain(each)]
    which = repr((function.__qualname__, code.co_firstlineno, code.co_code, values))
    return sha256(content + which.encode()).hexdigest()


def _described(value: object, within: tuple[object, ...] = ()) -> object:
    """A value as plain ones: of a function its code, and the globals that it names."""
    if isinstance(value, FunctionType) and value not in within:
        named = (_global(value, name) for name in _global_names(value.__code__))
        parts = (value.__code__, value.__defaults__, *named)
        return [_described(each, (*within, value)) for each in parts]
    if isinstance(value, CodeType):
        return [value.co_code, value.co_names, [_described(each) for each in value.co_consts]]
    if isinstance(value, tuple | list):
        return [_described(each, within) for each in value]
    if isinstance(value, frozenset | set):
        return sorted(repr(_described(each, within)) for each in value)
    return value if _is_plain(value) else type(value).__name__


def _global(function: FunctionType, name: str) -> object:
    """What a function finds under a global name, as it was written before any compilation."""
    value = function.__globals__.get(name)
    return getattr(value, "py_func", value)


def _global_names(code: CodeType) -> list[str]:
    """The names that a code and the codes inside it look up."""
    inner = (each for each in code.co_consts if isinstance(each, CodeType))
    return [*code.co_names, *(name for each in inner for name in _global_names(each))]


def _is_plain(value: object) -> bool:
    """Whether its text is the same in every run."""
    return isinstance(value, int | float | str | bytes | None)
