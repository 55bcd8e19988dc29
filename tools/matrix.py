"""Run the suite of the current commit on every supported Python of this machine.

`make matrix` looks for Python on PATH and in pyenv. Each Python gets a clone in
`build/matrix` with its own environment, which the next run reuses.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

SUPPORTED = ("3.11", "3.12", "3.13", "3.14")
SHOW_VERSION = "import sys; print('%d.%d' % sys.version_info[:2])"


def pythons() -> dict[str, Path]:
    """Return each supported version that was found, with its program."""
    found: dict[str, Path] = {}
    for version in SUPPORTED:
        for program in _candidates(version):
            if _printed(program, "-c", SHOW_VERSION) == version:
                found[version] = program
                break
    return found


def _candidates(version: str) -> Iterator[Path]:
    if on_path := shutil.which(f"python{version}"):
        yield Path(on_path)
    if newest := _printed("pyenv", "prefix", version):
        yield Path(newest, "bin/python3")


def _printed(*command: str | Path) -> str:
    """Return a command's output, or an empty text if it fails, as the shims of pyenv may."""
    try:
        ran = subprocess.run(command, capture_output=True, encoding="utf-8", check=True)
    except (OSError, subprocess.CalledProcessError):
        return ""
    return ran.stdout.strip()


def passes(root: Path, version: str, python: Path, options: list[str]) -> bool:
    """Run the suite of a project on one Python, and print a line about it."""
    folder = root / "build/matrix" / version
    log = folder.with_name(f"{version}.log")
    _check_out(root, folder)
    environment = {
        name: value
        for name, value in os.environ.items()
        if name not in {"MAKEFLAGS", "MAKELEVEL", "MFLAGS", "VIRTUAL_ENV"}
    }
    command = ["make", "test", f"PYTHON={python}", *options]
    with log.open("wb") as output:
        ran = subprocess.run(
            command, cwd=folder, env=environment, stdout=output, stderr=output, check=False
        )
    summaries = re.findall(r"\d+ (?:passed|failed)[^=\n]*\b", log.read_text("utf-8", "replace"))
    verdict = "failed" if ran.returncode else "passed"
    print(f"Python {version}: {verdict} ({'; '.join(summaries) or 'no test ran'}), see {log}")
    return not ran.returncode


def _check_out(root: Path, folder: Path) -> None:
    """Check out the current commit in a folder. Leave files there that Git ignores."""
    if not folder.exists():
        folder.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run(
            ["git", "clone", "--quiet", "--no-checkout", str(root), str(folder)], check=True
        )
    git = ["git", "-C", str(folder)]
    subprocess.run([*git, "fetch", "--quiet", str(root), "HEAD"], check=True)
    subprocess.run([*git, "checkout", "--quiet", "--force", "--detach", "FETCH_HEAD"], check=True)
    subprocess.run([*git, "clean", "--quiet", "--force", "-d"], check=True)


def main(root: Path, options: list[str]) -> int:
    """Test on every Python. Return 1 if one failed."""
    found = pythons()
    missing = ", ".join(version for version in SUPPORTED if version not in found)
    print(f"Not found: Python {missing}." if missing else "Found every supported Python.")
    if _printed("git", "-C", root, "status", "--porcelain"):
        print("Changes that are not committed are not tested.")
    results = [passes(root, version, python, options) for version, python in found.items()]
    return int(not results or not all(results))


if __name__ == "__main__":
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr] # it is a text stream
    sys.exit(main(Path(__file__).parents[1], sys.argv[1:]))
