"""A missing extra is named together with a command that installs it."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import metadata
from pathlib import Path

import pytest

from puntobanco.cli import installation
from puntobanco.cli.installation import MODULES, install_command


def test_every_extra_names_its_packages() -> None:
    extra_names = metadata("puntobanco").get_all("Provides-Extra") or []
    assert set(MODULES) == {*extra_names} - {"all"}
    for extra in MODULES:
        *_, install = install_command(extra).partition(" install ")
        assert install
        assert "puntobanco" not in install


def test_pip_is_named_with_the_python_that_runs() -> None:
    assert install_command("cluster") == f"{sys.executable} -m pip install distributed"


def test_pipx_adds_to_its_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    environment = tmp_path / "puntobanco"
    environment.mkdir()
    (environment / "pipx_metadata.json").touch()
    monkeypatch.setattr(sys, "prefix", str(environment))
    assert install_command("lab") == "pipx inject puntobanco numba numpy plotly"


def test_uv_is_named_in_an_environment_without_pip(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(installation, "find_spec", lambda _: None)
    expected = f"uv pip install --python {sys.executable} distributed"
    assert install_command("cluster") == expected


@pytest.mark.parametrize(
    "module, arguments, extra",
    [
        ("numpy", ["odds"], "lab"),
        ("numpy", ["removal"], "lab"),
        ("numpy", ["simulate", "--shoes", "9"], "lab"),
        ("h11", ["serve"], "web"),
        ("numpy", ["simulate", "--help"], ""),
        ("numba", ["odds"], ""),  # only many shoes at once need it
        ("numba", ["removal", "--bet", "tie"], ""),
    ],
)
def test_a_command_that_lacks_its_extra_says_in_one_line_what_to_install(
    module: str, arguments: list[str], extra: str
) -> None:
    lacking = f"import sys; sys.modules[{module!r}] = None; from puntobanco.cli import main"
    program = [sys.executable, "-c", f"{lacking}; main({arguments})"]
    ran = subprocess.run(program, capture_output=True, check=False, text=True)
    missing = f"puntobanco: this needs the extra {extra}, which is not installed. Run: "
    said = f"{missing}{install_command(extra)}\n" if extra else ""
    assert (ran.returncode, ran.stderr) == (2 if extra else 0, said)
    assert bool(ran.stdout) is not bool(said)
