"""What the package and the lab give by name, they give lazily, and all of it."""

from __future__ import annotations

import subprocess
import sys

import pytest

import puntobanco
from puntobanco import analysis


@pytest.mark.parametrize("package", [puntobanco, analysis], ids=lambda each: each.__name__)
def test_every_public_name_is_given_by_the_module_that_is_said_to_hold_it(package: object) -> None:
    names: list[str] = package.__all__  # type: ignore[attr-defined]  # any module has it
    homes: dict[str, tuple[str, ...]] = package._MODULES  # type: ignore[attr-defined]  # as above
    held = [name for given in homes.values() for name in given]
    assert sorted(held) == sorted(set(names) - {"__version__"})
    for name in names:
        assert getattr(package, name) is not None
    assert set(names) <= set(dir(package))


def test_an_unknown_name_is_no_attribute() -> None:
    for package in (puntobanco, analysis):
        with pytest.raises(AttributeError, match="has no attribute 'nosuch'"):
            package.nosuch  # noqa: B018 - asked for what it does


def test_the_lab_is_loaded_only_when_it_is_asked_for() -> None:
    program = (
        "import sys, puntobanco.analysis\n"
        "from puntobanco import Croupier, House, Roads\n"
        "assert not {'numpy', 'numba'} & set(sys.modules)\n"
        "from puntobanco.analysis import price\n"
        "assert 'numpy' in sys.modules and 'numba' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
