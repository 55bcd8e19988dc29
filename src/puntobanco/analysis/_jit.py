"""Compilation of kernels: the only module that imports numba, with types."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar, cast

import numba
import numba.extending
from numba.core import dispatcher, event

Kernel = TypeVar("Kernel", bound=Callable[..., object])

warnings.filterwarnings("ignore", "First-class function type feature is experimental")


def jit(kernel: Kernel) -> Kernel:
    """Compile a kernel at its first call, without the GIL, and keep it on disk for the next run.

    It can't create arrays, so numba counts no references to arrays. That makes it faster to compile
    and, if called for each card, to run. With ``NUMBA_DISABLE_JIT=1`` this returns the plain
    function. Division by zero follows numpy.
    """
    return _compiled(kernel, _nrt=False)


def jit_part(kernel: Kernel) -> Kernel:
    """Like `jit`, for a part of kernels that is always inlined."""
    return _compiled(kernel, _nrt=False, inline="always")


def jit_inside(kernel: Kernel) -> Kernel:
    """Like `jit_part`, for a part that stays plain Python if a plain function calls it."""
    return numba.extending.register_jitable(inline="always")(kernel)


def jit_called(kernel: Kernel) -> Kernel:
    """Like `jit_inside`, but not inlined, so that it can test whether an argument is None."""
    return numba.extending.register_jitable(_nrt=False, error_model="numpy")(kernel)


def jit_fused(kernel: Kernel) -> Kernel:
    """Like `jit`, for a kernel that creates arrays, with fused multiply-add, which rounds once."""
    return _compiled(kernel, fastmath={"contract"})


def jit_guarded(kernel: Kernel, *arguments: object) -> Kernel:
    """Compile a guest's own function with Python's errors and bounds checks, and call it once.

    It isn't kept on disk, because the globals that it reads may change from run to run. Only
    arguments of these types can be passed, so another kernel can call it by its address.
    """
    found = _njit(kernel, error_model="python", boundscheck=True, _nrt=True)
    found(*arguments)
    if isinstance(found, dispatcher.Dispatcher):
        found.disable_compile()
    return found


def returns_integers(kernel: Callable[..., object]) -> bool:
    """Return whether every compiled version of a kernel returns an integer."""
    signatures = getattr(kernel, "nopython_signatures", ())
    return all(isinstance(each.return_type, numba.types.Integer) for each in signatures)


def _compiled(kernel: Kernel, **options: object) -> Kernel:
    try:
        found = _njit(kernel, cache=True, error_model="numpy", **options)
    except RuntimeError:  # no cache directory can be written
        return _njit(kernel, error_model="numpy", **options)
    # numba unpickles the keys of its index before it compares the source, and fails if a class in
    # them was renamed. It compares the version first, so that carries the source as well.
    if cache := getattr(found, "_cache", None):
        file = cache._cache_file  # noqa: SLF001 - there is no public way
        file._version = f"{file._version} {file._source_stamp}"  # noqa: SLF001 - as above
    return found


def _njit(kernel: Kernel, **options: Any) -> Kernel:  # noqa: ANN401 - numba types but some of them
    return cast("Kernel", numba.njit(kernel, nogil=True, **options))


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
