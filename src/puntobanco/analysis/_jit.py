"""The one typed door to numba."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar, cast

import numba
from numba.core import event

Kernel = TypeVar("Kernel", bound=Callable[..., object])


def jit(kernel: Kernel) -> Kernel:
    """The kernel compiled at its first call, without the GIL, and kept on disk for the next run.

    With ``NUMBA_DISABLE_JIT=1`` it is the plain function. Division by zero follows numpy.
    """
    return _compiled(kernel, set())


def jit_fused(kernel: Kernel) -> Kernel:
    """As `jit`, but a product and a sum may be rounded as one: faster, and more exact."""
    return _compiled(kernel, {"contract"})


def jit_guarded(kernel: Kernel) -> Kernel:
    """Somebody else's function compiled as it would run in Python: no place outside an array.

    It is kept nowhere, since what it refers to may change from run to run.
    """
    compiled = numba.njit(kernel, nogil=True, error_model="python", boundscheck=True)
    return cast("Kernel", compiled)


def gives_whole_numbers(kernel: Callable[..., object]) -> bool:
    """Whether what was compiled of a kernel gives a whole number and nothing else."""
    found = getattr(kernel, "nopython_signatures", ())
    return all(isinstance(each.return_type, numba.types.Integer) for each in found)


def _compiled(kernel: Kernel, fastmath: set[str]) -> Kernel:
    try:
        compiled = numba.njit(
            kernel, cache=True, nogil=True, error_model="numpy", fastmath=fastmath
        )
    except RuntimeError:  # there is no directory it could be kept in
        compiled = numba.njit(kernel, nogil=True, error_model="numpy", fastmath=fastmath)
    return cast("Kernel", compiled)


class _Teller(event.Listener):
    """Tells once, when the first kernel is compiled rather than found on disk."""

    def __init__(self, tell: Callable[[], None]) -> None:
        self._tell: Callable[[], None] | None = tell

    def on_start(self, _: object) -> None:
        tell, self._tell = self._tell, None
        if tell:
            tell()

    def on_end(self, _: object) -> None:
        pass


@contextmanager
def telling(tell: Callable[[], None]) -> Iterator[None]:
    """Call `tell` once if a kernel has to be compiled meanwhile."""
    with event.install_listener("numba:compile", _Teller(tell)):
        yield
