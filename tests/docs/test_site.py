"""The site builds without a warning, and each fault in a copy of the documents is one."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

FAULTY_DOCUMENT = """
[no file](docs/nosuch.md), [no heading](docs/rules.md#nosuch), ![no picture](docs/nosuch.png)
"""

FAULTY_MODULE = '''
"""A module."""

from puntobanco.bets.conditions import Not


def undocumented() -> None: ...


def internal(condition: Not) -> None:
    """Name a type that has no page."""


def misnamed() -> None:
    """Do the same as `puntobanco.nosuch`."""
'''

EXPECTED = [
    r"README\.md:\d+: WARNING: .*'docs/nosuch\.md' \[myst\.xref_missing\]",
    r"README\.md:\d+: WARNING: .*'nosuch' \[myst\.xref_missing\]",
    r"README\.md:\d+: WARNING: image file not readable: docs/nosuch\.png \[image\.not_readable\]",
    r"docs/unlisted\.md: WARNING: document isn't included in any toctree .*",
    r"WARNING: public and not documented: faulty\.undocumented",
    r".*: WARNING: py:class reference target not found: \S+\.Not \[ref\.class\]",
    r".*: WARNING: py:obj reference target not found: puntobanco\.nosuch \[ref\.obj\]",
]


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of all documents, and links to the folders with files that they name."""
    shutil.copytree(ROOT / "docs", tmp_path / "docs")
    for folder in ("deploy", "examples", "src", "tests"):
        (tmp_path / folder).symlink_to(ROOT / folder)
    for document in ROOT.glob("*.md"):
        shutil.copy(document, tmp_path)
    return tmp_path


def test_the_site_has_exactly_the_faults_that_were_put_in(copy: Path) -> None:
    with (copy / "README.md").open("a", encoding="utf-8") as readme:
        readme.write(FAULTY_DOCUMENT)
    configuration = (copy / "docs/conf.py").read_text(encoding="utf-8")
    with_module = configuration.replace(
        "from tools import reference\n",
        'from tools import reference\nreference.MODULES["The game"].append("faulty")\n',
    )
    (copy / "docs/conf.py").write_text(with_module, encoding="utf-8")
    (copy / "docs/unlisted.md").write_text("# On no page\n", encoding="utf-8")
    (copy / "faulty.py").write_text(FAULTY_MODULE, encoding="utf-8")
    built = subprocess.run(
        [*(sys.executable, "-m", "sphinx", "--quiet", "--fail-on-warning", "--keep-going"),
         *("-c", copy / "docs", "-d", copy / "doctrees", copy, copy / "site")],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(copy), "NO_COLOR": "1"},
        stderr=subprocess.PIPE,
        encoding="utf-8",
        check=False,
    )  # fmt: skip
    assert built.returncode == 1
    told = built.stderr.replace(f"{copy}/", "").splitlines()
    for pattern in EXPECTED:
        assert any(re.fullmatch(pattern, line) for line in told), f"{pattern}: {built.stderr}"
    assert len(told) == len(EXPECTED), built.stderr
    assert "<h1>Punto Banco" in (copy / "site/index.html").read_text(encoding="utf-8")
