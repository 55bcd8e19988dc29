"""The public names: loaded lazily, all of them there, and no others in the documents."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

import puntobanco
from puntobanco import analysis, announcer
from tools.reference import owners, public_modules, public_names

ROOT = Path(__file__).parents[2]
IMPORTED = re.compile(
    r"^(?:>>> |\.\.\. )?from (puntobanco[\w.]*) import \(?([\w, ]+)", re.MULTILINE
)


LAZY: list[ModuleType] = [puntobanco, analysis, announcer]


@pytest.mark.parametrize("package", LAZY, ids=lambda each: each.__name__)
def test_every_lazy_name_is_there_and_comes_with_a_star(package: ModuleType) -> None:
    names: list[str] = package.__all__
    assert all(getattr(package, name) is not None for name in names)
    assert set(names) <= set(dir(package))
    given: dict[str, object] = {}
    exec(f"from {package.__name__} import *", given)  # noqa: S102 - only a module may do it
    assert set(names) == given.keys() - {"__builtins__"}


@pytest.mark.parametrize("package", LAZY, ids=lambda each: each.__name__)
def test_an_unknown_name_is_no_attribute(package: ModuleType) -> None:
    for name in ("nosuch", "__nosuch__"):
        with pytest.raises(AttributeError, match=f"has no attribute '{name}'"):
            getattr(package, name)


def test_a_module_with_lazy_names_is_an_attribute() -> None:
    program = "import puntobanco\nassert puntobanco.cards.Card is puntobanco.Card\n"
    subprocess.run([sys.executable, "-c", program], check=True)


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
