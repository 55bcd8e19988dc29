"""Run every benchmark in turn, or only those named: `python -m bench [name …]`."""

import importlib
import sys
from pathlib import Path


def main() -> None:
    """Call `main()` of each `bench_*.py` beside this file."""
    found = sorted(path.stem for path in Path(__file__).parent.glob("bench_*.py"))
    wanted = {f"bench_{name.removeprefix('bench_')}" for name in sys.argv[1:]}
    if unknown := wanted.difference(found):
        sys.exit(f"no such benchmark: {', '.join(sorted(unknown))}; there are: {', '.join(found)}")
    for name in found:
        if not wanted or name in wanted:
            print(f"== {name}", flush=True)
            importlib.import_module(f"bench.{name}").main()


if __name__ == "__main__":
    main()
