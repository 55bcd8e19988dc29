"""Functions of a guest's own: checked, and compiled if possible."""

from __future__ import annotations

import ctypes
import dis
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from functools import cache
from hashlib import sha256
from types import CodeType, FunctionType
from typing import Self, cast

import numpy as np
import numpy.typing as npt

from puntobanco.analysis._jit import jit_guarded, returns_integers
from puntobanco.analysis.strategies import _kernels as kernels
from puntobanco.errors import AnalysisError

Memory = npt.NDArray[np.int64]
"""Whole numbers that a staking keeps from one bet to the next."""
NextStake = Callable[[Memory, int], int]
"""From the memory and the last result (1, -1, or 0 before the first) to the next units."""

SECONDS_TO_ANSWER = 10.0
"""How long one call of an own function may take."""
_TICKS = 10
_LARGEST_STAKE = 1 << 62
_LARGEST_FIRST_STAKE = 1 << 40


class TooSlow(Exception):
    """An own function that doesn't return."""

    def __str__(self) -> str:
        return f"no answer after {SECONDS_TO_ANSWER:g} seconds"


class Watchdog:
    """Raises `TooSlow` in the thread that made it if one call takes too long.

    It can stop plain Python, but not compiled code.
    """

    def __init__(self, seconds: float = SECONDS_TO_ANSWER) -> None:
        self._thread = ctypes.c_ulong(threading.get_ident())
        self._tick = seconds / _TICKS
        self._calls = 0
        self._is_calling = False
        self._done = threading.Event()
        self._watcher = threading.Thread(target=self._watch, daemon=True)

    def __enter__(self) -> Self:
        self._watcher.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._done.set()
        self._watcher.join()

    @contextmanager
    def call(self) -> Iterator[None]:
        """Limit the time of the call in this block."""
        self._calls += 1
        self._is_calling = True
        try:
            yield
        finally:
            self._is_calling = False

    def _watch(self) -> None:
        seen, ticks = 0, 0
        while not self._done.wait(self._tick):
            is_same = self._is_calling and self._calls == seen
            seen, ticks = self._calls, ticks + 1 if is_same else 0
            if ticks > _TICKS:
                exception = ctypes.py_object(TooSlow)
                ctypes.pythonapi.PyThreadState_SetAsyncExc(self._thread, exception)
                return


def check_stake_function(function: NextStake, name: str) -> None:
    """Refuse a function that fails at a first bet, or at one after a win or a loss."""
    if not isinstance(function, FunctionType):
        raise AnalysisError(f"the staking {name} is not a function")
    try:
        with Watchdog() as watchdog, watchdog.call():
            for result in (1, -1):
                memory = np.zeros(kernels.MEMORY, np.int64)
                next_stake = plain_stake(function)
                memory[kernels.PLACED] = min(next_stake(memory, 0), _LARGEST_FIRST_STAKE)
                next_stake(memory, result)
        compiled_stake(function)
    except (Exception, SystemExit) as error:  # noqa: BLE001 - it may fail in any way
        raise AnalysisError(f"the staking {name} failed: {first_line(error)}") from None


def first_line(error: BaseException) -> str:
    """Return the first line of an error's message."""
    if isinstance(error, SystemExit):
        return "it tried to end the program"
    lines = str(error).splitlines() or [""]
    return lines[0].strip() or type(error).__name__


def plain_stake(function: NextStake, watchdog: Watchdog | None = None) -> NextStake:
    """Return the function as plain Python that refuses anything but whole units."""

    def next_stake(memory: Memory, result: int) -> int:
        with watchdog.call() if watchdog else nullcontext():
            stake: object = function(memory, result)
        if not isinstance(stake, int | np.integer):
            raise TypeError(f"a stake must be a whole number of units, not {stake!r:.40}")
        if stake < 1:
            raise ValueError(f"a stake must be 1 unit or more, not {int(stake)}")
        return min(int(stake), _LARGEST_STAKE)

    return next_stake


@cache
def compiled_stake(function: NextStake) -> NextStake | None:
    """Return the function, compiled; None if that can't be done.

    Compiled code can't be stopped, so a function with a loop that may never end isn't compiled.
    """
    if any(_has_open_loop(each.__code__) for each in _reachable(cast("FunctionType", function))):
        return None
    try:
        next_stake = jit_guarded(_without_file(function), np.zeros(kernels.MEMORY, np.int64), 0)
    except Exception:  # noqa: BLE001 - numba refuses in many ways; plain Python is the fallback
        return None
    if not returns_integers(next_stake):
        raise AnalysisError("a stake must be a whole number of units, always")
    return cast("NextStake", next_stake)


def _has_open_loop(code: CodeType) -> bool:
    """Return whether there is a `while` loop: a jump back to anything but the head of a `for`."""
    steps = {each.offset: each for each in dis.get_instructions(code)}
    back = (each.argval for each in steps.values() if "BACKWARD" in each.opname)
    return any(steps[target].opname != "FOR_ITER" for target in back)


def _without_file(function: Callable[..., object]) -> Callable[..., object]:
    """Return a copy of the function that belongs to no file, so that numba doesn't cache it."""
    assert isinstance(function, FunctionType)  # noqa: S101 - anything else has been refused
    code = function.__code__.replace(co_filename="<a guest's own function>")
    parts = (function.__name__, function.__defaults__, function.__closure__)
    return FunctionType(code, function.__globals__, *parts)


def digest_of(function: Callable[..., object], name: str, source: bytes | None) -> str:
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
    """Return the function and every function that it may call by a name, each once."""
    functions = [function]
    for each in functions:  # which grows meanwhile
        named = (value for value in _named(each) if isinstance(value, FunctionType))
        functions += [value for value in dict.fromkeys(named) if value not in functions]
    return functions


def _parts(function: FunctionType) -> object:
    """Return all that decides what a function does, apart from the functions that it calls."""
    return _plain((function.__code__, function.__defaults__, *_named(function)))


def _named(function: FunctionType) -> list[object]:
    """Return the values of the names that a function looks up outside of itself."""
    values = map(function.__globals__.get, _global_names(function.__code__))
    return [getattr(value, "py_func", value) for value in (*values, *_cells(function))]


def _global_names(code: CodeType) -> list[str]:
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
    return isinstance(value, int | float | str | bytes | None)
