"""The package's page, built as for a release and read as its readers would."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from hatchling.metadata.core import ProjectMetadata
from hatchling.plugin.manager import PluginManager
from markdown_it import MarkdownIt

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def package() -> ProjectMetadata[PluginManager]:
    return ProjectMetadata(str(ROOT), PluginManager())


def test_no_link_and_no_picture_needs_a_file_beside_the_page(
    package: ProjectMetadata[PluginManager],
) -> None:
    page = MarkdownIt("commonmark").render(package.core.readme)
    addresses = re.findall(r'(?:href|src)="([^"]*)"', page)
    assert addresses
    assert [each for each in addresses if not each.startswith("https://")] == []


def test_everything_that_the_readme_names_is_named_and_the_picture_is_told(
    package: ProjectMetadata[PluginManager],
) -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    paths = re.findall(r"\]\((?!https://)([^)]+)\)", readme)
    assert paths
    assert [path for path in paths if f"`{path}`" not in package.core.readme] == []
    assert "Picture, `docs/images/table.webp`: The web table" in package.core.readme


def test_the_wheel_has_a_bill_of_its_materials(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = tmp_path.iterdir()
    with zipfile.ZipFile(wheel) as opened:
        (name,) = (each for each in opened.namelist() if "/sboms/" in each)
        bill = json.loads(opened.read(name))
        metadata = next(each for each in opened.namelist() if each.endswith("METADATA"))
        text = opened.read(metadata).decode()
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.5")
    needed = {each.lower() for each in re.findall(r"Requires-Dist: ([\w-]+)", text)}
    assert {each["name"] for each in bill["components"]} == needed - {"puntobanco"}
    required = {each["name"] for each in bill["components"] if each["scope"] == "required"}
    assert required == set(re.findall(r"Requires-Dist: ([\w-]+)[^;\n]*\n", text))
    assert all(each["version"] in each["purl"] for each in bill["components"])
