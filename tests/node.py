"""Run scripts in node, from the system or from a wheel."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any


def run(script: Path, *arguments: str, given: object) -> Any:  # noqa: ANN401 - any JSON
    """Run a script with JSON as input. Return the JSON that it prints."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    node = shutil.which("node", path=path)
    assert node, "make page installs node"
    ran = subprocess.run(
        [node, str(script), *arguments],
        input=json.dumps(given),
        stdout=subprocess.PIPE,
        encoding="utf-8",
        check=True,
    )
    return json.loads(ran.stdout)
