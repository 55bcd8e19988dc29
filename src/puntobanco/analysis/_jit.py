"""Compilation of kernels: the only module that imports numba, with types."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar, cast

import numba
from numba.core import event

Kernel = TypeVar("Kernel", bound=Callable[..., object])


def jit(kernel: Kernel) -> Kernel:
    """The kernel, compiled at its first call without the GIL, and kept on disk for the next run.

    With ``NUMBA_DISABLE_JIT=1`` it is the plain function. Division by zero follows numpy.
    """
    return _compiled(kernel, set())


def jit_fused(kernel: Kernel) -> Kernel:
    """As `jit`, with fused multiply-add: faster, and rounded once instead of twice."""
    return _compiled(kernel, {"contract"})


def jit_guarded(kernel: Kernel) -> Kernel:
    """A guest's own function, compiled with Python's errors and with bounds checks.

    It is not kept on disk, because the globals that it reads may change from run to run.
    """
    compiled = numba.njit(kernel, nogil=True, error_model="python", boundscheck=True)
    return cast("Kernel", compiled)


def returns_integers(kernel: Callable[..., object]) -> bool:
    """Whether every compiled version of a kernel returns an integer."""
    signatures = getattr(kernel, "nopython_signatures", ())
    return all(isinstance(each.return_type, numba.types.Integer) for each in signatures)


def _compiled(kernel: Kernel, fastmath: set[str]) -> Kernel:
    try:
        compiled = numba.njit(
            kernel, cache=True, nogil=True, error_model="numpy", fastmath=fastmath
        )
    except RuntimeError:  # no cache directory can be written
        compiled = numba.njit(kernel, nogil=True, error_model="numpy", fastmath=fastmath)
    return cast("Kernel", compiled)


class _FirstCompile(event.Listener):
    """Calls back once, when the first kernel is compiled rather than loaded from disk."""

    def __init__(self, callback: Callable[[], None]) -> None:
        self._callback: Callable[[], None] | None = callback

    def on_start(self, _: object) -> None:
        callback, self._callback = self._callback, None
        if callback:
            callback()

    def on_end(self, _: object) -> None:
        pass


@contextmanager
def on_first_compile(callback: Callable[[], None]) -> Iterator[None]:
    """Call back once if a kernel has to be compiled within this context."""
    with event.install_listener("numba:compile", _FirstCompile(callback)):
        yield
