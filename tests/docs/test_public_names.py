"""The public names: given lazily, all of them there, and no others in the documents."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import puntobanco
from handbook.public import Module, modules
from handbook.reference import Reference
from puntobanco import analysis

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


@pytest.mark.parametrize("module", modules(), ids=lambda module: module.name)
def test_every_name_of_the_reference_is_there(module: Module) -> None:
    real = import_module(module.name)
    assert module.names
    assert [each.name for each in module.names if not hasattr(real, each.name)] == []


def test_the_names_of_the_package_and_the_lab_are_in_the_reference() -> None:
    told = {module.name: {each.name for each in module.names} for module in modules()}
    assert told["puntobanco"] == set(puntobanco.__all__) - {"__version__"}
    assert told["puntobanco.analysis"] == set(analysis.__all__)


def test_a_class_is_told_with_what_it_has_from_one_that_has_no_page() -> None:
    places = Reference().places()
    told = {whole.rpartition(".")[2] for whole in places}
    inherited = [
        f"{module.name}.{name.name}.{member}"
        for module in modules()
        for name in module.names
        for base in getattr(getattr(import_module(module.name), name.name), "__mro__", ())[1:]
        if base.__module__.startswith("puntobanco") and base.__name__ not in told
        for member, value in vars(base).items()
        if not member.startswith("_") and callable(value)
    ]
    assert "puntobanco.Store.facts" in inherited
    assert [name for name in inherited if name not in places] == []


@pytest.mark.parametrize("module", modules(), ids=lambda module: module.name)
def test_every_default_can_be_read_without_the_source(module: Module) -> None:
    shown = re.findall(r"^```python\n(.*?)^```", Reference().page(module), re.MULTILINE | re.DOTALL)
    assert [line for line in shown if re.search(r"= ?_[A-Z]", line)] == []


def test_the_documents_and_the_programs_import_only_public_names() -> None:
    public = Reference().places()
    files = [ROOT / "README.md", *ROOT.glob("docs/**/*.md"), *ROOT.glob("examples/*.py")]
    imported = [
        f"{module}.{name.strip()}"
        for file in files
        for module, names in IMPORTED.findall(file.read_text(encoding="utf-8"))
        for name in names.split(",")
    ]
    assert len(imported) > 30
    assert [name for name in imported if name not in public] == []
