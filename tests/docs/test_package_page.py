"""What the page of the package shows: built as for a release, and read as its readers would."""

from __future__ import annotations

import re
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
    assert "Picture, `docs/images/table.png`: The web table" in package.core.readme
