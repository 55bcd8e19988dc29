from __future__ import annotations

import os
import re
import subprocess
import sys
from importlib.metadata import metadata
from pathlib import Path
from typing import Any

import pytest

from puntobanco import __version__
from puntobanco.cli import COMMANDS, installation
from puntobanco.cli.installation import MODULES, install_command
from tests.cli.conftest import Run

SAMPLE = "Jd Qh 5h Qd 9s 8h"


def test_without_arguments_the_help_is_shown(run: Run) -> None:
    ran = run()
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == run("--help").out
    assert "deal" in ran.out


def test_the_version_is_told(run: Run) -> None:
    assert run("--version").out == f"puntobanco {__version__}\n"


def test_every_command_has_help_with_an_example(run: Run) -> None:
    for name in COMMANDS:
        ran = run(name, "--help")
        assert ran.code == 0
        # On one line, to be copied: what is wrapped would be two commands.
        assert re.search(rf"^  Example: .*puntobanco {name}\b.*\n\n", ran.out, re.MULTILINE), name


def test_an_unknown_command_or_option_is_refused_in_one_line(run: Run) -> None:
    assert run("zzz").refusal.startswith("no command 'zzz'; there are play, ")
    assert run("ply").refusal == "no command 'ply'. Did you mean play?"
    meant = "no option '--hose'. Did you mean --house? See puntobanco play --help"
    assert run("play", "--hose", "ez").refusal == meant
    assert run("--zzz").refusal == "no option '--zzz'; see puntobanco --help"
    said = run("deal", SAMPLE, "--zzz").refusal
    assert said == "no option '--zzz'; see puntobanco deal --help"


def process(*command: object, **options: Any) -> subprocess.CompletedProcess[str]:  # noqa: ANN401 - as subprocess
    """Run Python in a process of its own."""
    piped = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    return subprocess.run([sys.executable, *map(str, command)], check=False, **piped | options)


def modules_after(*arguments: object, typed: str = "") -> set[str]:
    """Every module that a command has imported when it ends."""
    code = (
        "import sys\n"
        "from puntobanco.cli import main\n"
        "try:\n"
        "    main(sys.argv[1:])\n"
        "except SystemExit:\n"
        "    print('\\n'.join(sys.modules))\n"
    )
    ran = process("-c", code, *arguments, input=typed)
    assert ran.returncode == 0, ran.stderr
    return set(ran.stdout.splitlines())


HEAVY = {"analysis", "croupier", "hardware", "history", "notation", "store", "table", "web", "wire"}


@pytest.mark.parametrize("house", [(), ("--house", "ez")])
def test_deal_loads_the_rules_and_words_alone(house: tuple[str, ...]) -> None:
    parts = {
        name.split(".")[1]
        for name in modules_after("deal", SAMPLE, *house)
        if name.startswith("puntobanco.")
    }
    assert parts & {"coup", "words"}
    assert not parts & HEAVY


def test_the_help_imports_no_command() -> None:
    loaded = modules_after("--help")
    assert {name for name in loaded if name.startswith("puntobanco.cli.commands.")} == set()
    assert not loaded & {"numpy", "numba", "apsw", "rich", "starlette", "msgspec"}


def test_the_terminal_needs_no_types_of_the_wire_before_a_shoe_is_recorded(tmp_path: Path) -> None:
    loaded = modules_after("play", "--db", tmp_path / "tables.db", typed="100\nb 25\nq\n")
    assert "puntobanco.wire.events" in loaded
    assert not loaded & {"puntobanco.wire.frames", "puntobanco.notation", "starlette", "numpy"}


def test_a_full_disk_is_told_in_one_line() -> None:
    with Path("/dev/full").open("w") as full:
        ran = process("-m", "puntobanco", "vectors", stdout=full)
    said = "puntobanco: output: No space left on device\n"
    assert (ran.returncode, ran.stderr) == (2, said)


def test_help_into_a_closed_pipe_is_no_failure() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    ran = process("-m", "puntobanco", "--help", stdout=writing)
    os.close(writing)
    assert (ran.returncode, ran.stderr) == (0, "")


@pytest.mark.parametrize("command", [f"deal '{SAMPLE}'", "shoe"])
def test_closed_output_is_no_failure(command: str) -> None:
    shell = f"exec {sys.executable} -m puntobanco {command} >&-"
    ran = subprocess.run(["sh", "-c", shell], capture_output=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, b"")


def test_a_letter_that_the_terminal_lacks_is_replaced() -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "koi8-r"}
    ran = process("-m", "puntobanco", "shoe", "--seed", "a", env=environment)
    assert " all: ?galit?, tie bets win." in ran.stdout
    assert (ran.returncode, ran.stderr) == (0, "")


def test_shell_completion_is_offered() -> None:
    environment = {**os.environ, "_PUNTOBANCO_COMPLETE": "bash_source"}
    ran = process("-m", "puntobanco", env=environment)
    assert "_PUNTOBANCO_COMPLETE=bash_complete" in ran.stdout


# --- extras that are missing ----------------------------------------------------------------------


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
        ("amaranth", ["hardware", "prove"], "hardware"),
        ("numpy", ["simulate", "--help"], ""),
        ("numba", ["odds"], ""),  # only many shoes at once need it
        ("numba", ["removal", "--bet", "tie"], ""),
    ],
)
def test_a_command_that_lacks_its_extra_says_in_one_line_what_to_install(
    module: str, arguments: list[str], extra: str
) -> None:
    lacking = f"import sys; sys.modules[{module!r}] = None; from puntobanco.cli import main"
    ran = process("-c", f"{lacking}; main({arguments})")
    missing = f"puntobanco: this needs the extra {extra}, which is not installed. Run: "
    said = f"{missing}{install_command(extra)}\n" if extra else ""
    assert (ran.returncode, ran.stderr) == (2 if extra else 0, said)
    assert bool(ran.stdout) is not bool(said)
