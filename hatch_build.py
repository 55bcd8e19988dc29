"""Write the README of the built package and its software bill of materials."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

_LINK = re.compile(r"(!?)\[([^\]]*)\]\((?!https?://)([^)]+)\)")
_NOTE = "Paths such as `docs/rules.md` are those of the source distribution."


class PackagePage(MetadataHookInterface):
    """The hook that replaces relative links and pictures in the README."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Set the README of the package."""
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": for_package(text)}


def for_package(text: str) -> str:
    """Replace relative links by paths, and pictures by words."""
    return f"{_LINK.sub(_as_words, text).rstrip()}\n\n{_NOTE}\n"


def _as_words(link: re.Match[str]) -> str:
    is_picture, words, path = link.groups()
    return f"*Picture, `{path}`: {words}.*" if is_picture else f"{words} (`{path}`)"


class BillOfMaterials(BuildHookInterface[Any]):
    """The hook that adds a CycloneDX file to the wheel, from the metadata and without a network."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 - hatchling's signature
        """Write the file. The wheel has it in `sboms`."""
        core = self.metadata.core
        bill = bill_of_materials(
            core.raw_name,
            self.metadata.version,
            core.dependencies,
            core.optional_dependencies,
            _pins(Path(self.root) / "constraints.txt"),
        )
        self._file.parent.mkdir(parents=True, exist_ok=True)
        self._file.write_text(json.dumps(bill, indent=2) + "\n", encoding="utf-8")
        build_data["sbom_files"].append(str(self._file))

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002 - as above
        """Remove the file, which the wheel has now."""
        self._file.unlink()

    @property
    def _file(self) -> Path:
        return Path(self.directory) / "puntobanco.cdx.json"


def _pins(constraints: Path) -> dict[str, str]:
    """Return the versions that the tests use."""
    if not constraints.exists():
        return {}
    lines = constraints.read_text(encoding="utf-8").splitlines()
    return dict(line.split("==", 1) for line in lines if "==" in line and line[0] != "#")


_NAME = re.compile(r"[A-Za-z0-9._-]+")


def bill_of_materials(
    name: str,
    version: str,
    required: list[str],
    optional: dict[str, list[str]],
    pins: dict[str, str],
) -> dict[str, Any]:
    """Return the package and its direct dependencies in CycloneDX 1.5, with tested versions."""
    whole = _component(name, version)
    scopes = dict.fromkeys(required, "required")
    scopes = {each: "optional" for some in optional.values() for each in some} | scopes
    parts = {_name_of(each): scope for each, scope in sorted(scopes.items())}
    parts.pop(name, None)
    components = [_component(part, pins.get(part), scope) for part, scope in sorted(parts.items())]
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "serialNumber": f"urn:uuid:{uuid5(NAMESPACE_URL, whole['purl'])}",
        "version": 1,
        "metadata": {"component": {**whole, "type": "application"}},
        "components": components,
        "dependencies": [
            {"ref": whole["bom-ref"], "dependsOn": [each["bom-ref"] for each in components]}
        ],
    }


def _name_of(requirement: str) -> str:
    found = _NAME.match(requirement)
    return re.sub(r"[-_.]+", "-", found[0]).lower() if found else requirement


def _component(name: str, version: str | None, scope: str | None = None) -> dict[str, Any]:
    purl = f"pkg:pypi/{name}" + (f"@{version}" if version else "")
    facts = {"type": "library", "bom-ref": purl, "name": name, "version": version, "purl": purl}
    return {key: value for key, value in {**facts, "scope": scope}.items() if value}
