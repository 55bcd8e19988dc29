"""Compiling: logged once, cached on disk, and not needed at all for one shoe."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

MANY = """
from puntobanco.analysis import odds
from puntobanco.bets import TIE
print(odds.expectations([[128] + [32] * 9], [TIE]).round(6).tolist())
"""
ONE = """
import sys
from puntobanco.analysis import odds
from puntobanco.analysis.composition import Composition
from puntobanco.bets import CATALOGUE
odds.prices(CATALOGUE.values(), Composition.of_decks(8))
print("numba" in sys.modules)
"""


def run(program: str, **environment: str) -> tuple[str, str]:
    ran = subprocess.run(
        [sys.executable, "-c", program],
        env=os.environ | environment,
        capture_output=True,
        check=True,
        text=True,
    )
    return ran.stdout, ran.stderr


def test_compiling_is_logged_and_its_result_is_cached(tmp_path: Path) -> None:
    notice = "compiling the odds for this machine; it takes a few seconds, once\n"
    cache = {"NUMBA_CACHE_DIR": str(tmp_path)}
    assert run(MANY, **cache) == ("[[-0.143596]]\n", notice)
    assert run(MANY, **cache) == ("[[-0.143596]]\n", "")


KERNEL = """
from typing import NamedTuple
from puntobanco.analysis._jit import jit
class OldName(NamedTuple):
    number: int
@jit
def kernel(given: OldName) -> int:
    return given.number
print(kernel(OldName(7)))
"""


def test_a_cache_of_an_older_version_does_not_matter(tmp_path: Path) -> None:
    for source in (KERNEL, KERNEL.replace("OldName", "RenamedClass")):
        (tmp_path / "kernels.py").write_text(source, encoding="utf-8")
        assert run("import kernels", PYTHONPATH=str(tmp_path)) == ("7\n", "")


def test_one_shoe_needs_no_compiler() -> None:
    assert run(ONE) == ("False\n", "")
