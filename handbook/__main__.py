"""Build the site: ``python -m handbook build/site``."""

from __future__ import annotations

import sys
from pathlib import Path

from handbook.site import Site


def main(folder: str) -> int:
    """Write the site; 1 and a line for each fault if there is any."""
    site = Site()
    site.write(Path(folder))
    for fault in site.faults:
        print(fault, file=sys.stderr)
    print(f"{len(site.pages)} pages are in {folder}: open {folder}/index.html")
    return 1 if site.faults else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
