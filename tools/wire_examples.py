"""The examples of docs/api.md: real traffic between a guest's program and the server."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

from tools.web_session import OWN_HOUSE, Step, played

PART = re.compile(r"<!-- example: \w+ -->\n.*?<!-- end -->", re.DOTALL)

WIDTH = 104
LONGEST_TEXT, BEGINNING = 60, 16
"""A longer text is cut to its beginning."""
LONGEST_LIST = 200
"""If a list takes more characters, only its first item is shown."""
LEFT_OUT = "…"

ELSEWHERE = (
    "ask", "ceremony", "clock", "dealt", "durations", "house", "ready", "roads", "room", "said",
    "settled", "state", "steps",
)  # fmt: skip
"""Members whose parts the session leaves out, because they are long and shown elsewhere."""


def stray_json(text: str) -> list[str]:
    """Return every JSON object or list of a document outside the generated examples."""
    rest = PART.sub("", text)
    blocks = re.findall(r"^```json\n(.*?)^```$", rest, re.MULTILINE | re.DOTALL)
    prose = re.sub(r"^```.*?^```$", "", rest, flags=re.MULTILINE | re.DOTALL)
    return [*blocks, *re.findall(r'`([{\[]["\[{][^`]*)`', prose)]


def exchanged() -> list[Any]:
    """Return every value that was sent or received in the session, and every part of one."""
    session = played()
    whole = [*(step.body for step in session.steps), *session.answers.values(), OWN_HOUSE]
    return [part for value in whole for part in _parts(value)]


def _parts(value: Any) -> Iterator[Any]:  # noqa: ANN401 - any JSON
    yield value
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for each in inner:
        yield from _parts(each)


def shortened(value: Any) -> Any:  # noqa: ANN401 - any JSON
    """Shorten a value: `…` replaces what is too long to read."""
    match value:
        case str() if len(value) > LONGEST_TEXT:
            return value[:BEGINNING] + LEFT_OUT
        case dict():
            return {name: shortened(each) for name, each in value.items()}
        case list():
            items = [shortened(each) for each in value]
            is_long = len(items) > 1 and len(_line(items)) > LONGEST_LIST
            return [items[0], LEFT_OUT] if is_long else items
        case _:
            return value


def _outlined(value: Any) -> Any:  # noqa: ANN401 - any JSON
    """Shorten a frame of the session: `…` replaces parts that are shown elsewhere."""
    match value:
        case dict():
            return {
                name: LEFT_OUT if name in ELSEWHERE and _is_filled(each) else _outlined(each)
                for name, each in value.items()
            }
        case list():
            return [_outlined(each) for each in value]
        case _:
            return shortened(value)


def _is_filled(value: Any) -> bool:  # noqa: ANN401 - any JSON
    return isinstance(value, dict | list) and bool(value)


def laid_out(value: Any, indent: int = 0, used: int = 0) -> str:  # noqa: ANN401 - any JSON
    """Return a value as JSON in filled lines. The first line already has `used` columns."""
    line = _line(value)
    if max(indent, used) + len(line) <= WIDTH or not _is_filled(value):
        return line
    inner = indent + 1
    if isinstance(value, dict):
        named = ((_line(name), each) for name, each in value.items())
        items = [f"{name}: {laid_out(each, inner, inner + len(name) + 2)}" for name, each in named]
        return f"{{{_filled(items, inner)}}}"
    return f"[{_filled([laid_out(each, inner) for each in value], inner)}]"


def _filled(items: list[str], indent: int) -> str:
    lines = [items[0]]
    for item in items[1:]:
        joined = f"{lines[-1]}, {item}"
        if "\n" in joined or indent + len(joined) > WIDTH:
            lines[-1] += ","
            lines.append(item)
        else:
            lines[-1] = joined
    return f"\n{' ' * indent}".join(lines)


def _line(value: Any) -> str:  # noqa: ANN401 - any JSON
    return json.dumps(value, ensure_ascii=False)


def _json(value: Any) -> str:  # noqa: ANN401 - any JSON
    return f"```json\n{laid_out(shortened(value))}\n```\n"


def _session() -> str:
    return "\n".join(["```text", *map(_step, played().steps), "```", ""])


def _step(step: Step) -> str:
    if step.body is None:
        return f"{step.way} {step.line}"
    body = laid_out(_outlined(step.body), indent=2)
    return f"{step.way} {step.line}\n  {body}" if step.line else f"{step.way} {body}"


def _answer(name: str) -> Callable[[], str]:
    return lambda: _json(played().answers[name])


def _house() -> str:
    return _json(played().answers["houses"]["houses"][0])


EXAMPLES = {
    "session": _session,
    "house": _house,
    **{
        name: _answer(name)
        for name in ("entry", "invitation", "odds", "bankroll", "farewell", "path", "refused")
    },
}
