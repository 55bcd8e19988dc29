"""The program; at its end it writes the modules that it has loaded to the file `LOADED`."""

from __future__ import annotations

import atexit
import os
import sys
from pathlib import Path

from puntobanco.__main__ import run

if __name__ == "__main__":
    atexit.register(lambda: Path(os.environ["LOADED"]).write_text("\n".join(sys.modules), "utf-8"))
    run()
