"""What yosys complains about, in terms of the files that were given."""

from __future__ import annotations

import re
from collections.abc import Mapping

from puntobanco.hardware import yosys

_BOXED = rf"/?{yosys.BOX[1:]}/(?P<path>\S+?):(?P<line>\d+)"
_LOCATED = re.compile(rf"^{_BOXED}: ERROR: *(?P<reason>.*)$", re.MULTILINE)
_MANY_EDGES = "Multiple edge sensitive"


def is_located(ran: yosys.Ran) -> bool:
    """Whether a reader gave up at some line, so that another reader may do better."""
    return _LOCATED.search(ran.log) is not None


def culprit(ran: yosys.Ran, boxed: Mapping[str, str]) -> str | None:
    """The file in which reading ended, if one is to blame."""
    found = _LOCATED.search(ran.log)
    return boxed.get(found["path"]) if found else None


def complaint(ran: yosys.Ran, boxed: Mapping[str, str], files: Mapping[str, bytes]) -> str:
    """What could not be read, with its file and line where they are known."""
    if _MANY_EDGES in ran.error:
        return _many_edges(ran.log, boxed, files)
    found = _LOCATED.search(ran.log)
    if found and found["path"] in boxed:
        name, line = boxed[found["path"]], int(found["line"])
        what = (
            f": {_lines(files[name], line)[0].strip()}" if "unsupported" in found["reason"] else ""
        )
        return f"{name}:{line}: {found['reason']}{what}"
    error = ran.error.rpartition("ERROR:")[2].strip().replace("\\", "")
    return re.sub(r"^Module `(.*)' not found!$", r"there is no module \1 in it", error)


def _many_edges(log: str, boxed: Mapping[str, str], files: Mapping[str, bytes]) -> str:
    """Which process has several clocks, or both edges of one."""
    processes = list(re.finditer(rf"^Creating register .*\$proc\${_BOXED}", log, re.MULTILINE))
    if not processes:
        return "a register has more than one clock or edge, and a flip-flop has one"
    name, line = boxed[processes[-1]["path"]], int(processes[-1]["line"])
    events = re.search(r"@\s*\(([^)]*)\)", "\n".join(_lines(files[name], line)))
    edges = re.findall(r"\b(?:pos|neg)edge\s+([^\s,)]+)", events[1] if events else "")
    for clock in edges:
        if edges.count(clock) > 1:
            return f"{name}:{line}: clocked on both edges of {clock}, which no flip-flop can be"
    return f"{name}:{line}: clocked by {' and '.join(edges)}, and a flip-flop has one clock"


def _lines(source: bytes, line: int) -> list[str]:
    """A source from this line on."""
    return source.decode("utf-8", "replace").splitlines()[line - 1 :] or [""]
