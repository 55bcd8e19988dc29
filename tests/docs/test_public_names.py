"""The public names: loaded lazily, all of them there, and no others in the documents."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import puntobanco
from puntobanco import analysis
from tools.reference import owners, public_modules, public_names

ROOT = Path(__file__).parents[2]
IMPORTED = re.compile(
    r"^(?:>>> |\.\.\. )?from (puntobanco[\w.]*) import \(?([\w, ]+)", re.MULTILINE
)


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


@pytest.mark.parametrize("module", public_modules())
def test_a_public_module_has_every_name_that_it_lists(module: str) -> None:
    real = import_module(module)
    assert public_names(module)
    assert [name for name in public_names(module) if not hasattr(real, name)] == []


def test_the_documents_and_the_programs_import_only_public_names() -> None:
    public = {*public_modules(), *owners()}
    files = [ROOT / "README.md", *ROOT.glob("docs/**/*.md"), *ROOT.glob("examples/*.py")]
    imported = [
        f"{module}.{name.strip()}"
        for file in files
        for module, names in IMPORTED.findall(file.read_text(encoding="utf-8"))
        for name in names.split(",")
    ]
    assert imported
    assert [name for name in imported if name not in public] == []
