"""Registers that are assigned with both ``=`` and ``<=`` in one block.

A value assigned with ``<=`` takes effect last, so it overrides a later ``=``. One reader of
yosys uses the last assignment in the text; the other refuses such a register. If no ``=`` follows a
``<=`` on any path, one can replace the other without a change of meaning:

- ``<=`` for ``=``, if nothing reads the register after it was assigned with ``=``;
- ``=`` for ``<=``, if nothing reads it after it was assigned with ``<=``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from puntobanco.errors import CircuitUnreadable
from puntobanco.hardware.scanning import Scanned, Token, closing, find

_PROCESSES = {"always", "always_ff", "always_comb", "always_latch"}
_LOOPS = {"for", "while", "repeat", "foreach", "forever"}
_CASES = {"case", "casez", "casex"}
_STEPS = {"++": "+", "--": "-"}
_OPERATORS = {"+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", "<<<=", ">>>="}


class ReaderRefused(CircuitUnreadable):
    """Verilog that yosys can't read, but a simulator may."""


@dataclass(frozen=True, slots=True)
class _Assignment:
    """One assignment to one register, and the positions of its parts."""

    name: str
    sign: Token
    target: tuple[Token, ...] = ()
    """Empty if it is one of several in braces."""
    value: tuple[Token, ...] = ()

    @property
    def is_late(self) -> bool:
        """Whether it uses ``<=``."""
        return self.sign.text == "<="


@dataclass(slots=True)
class _Facts:
    """The assignments to one register, and their order on the paths through a block."""

    early: dict[int, _Assignment] = field(default_factory=dict)
    late: dict[int, _Assignment] = field(default_factory=dict)
    """By position."""
    early_after_late: bool = False
    read_after_early: bool = False
    read_after_late: bool = False


_Tasks = dict[str, list[_Assignment]]
"""The assignments of each task."""

_State = dict[str, tuple[bool, bool]]
"""For each register, whether an ``=`` and whether a ``<=`` may have come before."""


def uniform_edits(
    tokens: Sequence[Token], scanned: Scanned, name: str
) -> dict[tuple[int, int], str]:
    """Return edits of a module after which each register has one kind of assignment."""
    edits: dict[tuple[int, int], str] = {}
    tasks = _tasks(tokens)
    for place, token in enumerate(tokens):
        if token.text in _PROCESSES and token.kind == "name":
            where = f"{name}:{scanned.line(token.start)}"
            try:
                block = _Block(tokens, place + 1, tasks)
            except RecursionError:
                raise CircuitUnreadable(f"{where}: statements are nested too deeply") from None
            edits |= _block_edits(block, scanned.text, where)
    return edits


def _block_edits(block: _Block, text: str, where: str) -> dict[tuple[int, int], str]:
    edits: dict[tuple[int, int], str] = {}
    for register, facts in block.facts.items():
        if not (facts.early and facts.late):
            continue
        if facts.early_after_late:
            both = "is assigned with <= and then with = in one block, where the <= wins"
            raise ReaderRefused(f"{where}: {register} {both}")
        is_rewritable = all(each.target for each in (*facts.early.values(), *facts.late.values()))
        if block.is_clocked and is_rewritable and not facts.read_after_early:
            edits |= dict(_made_late(each, text) for each in facts.early.values())
        elif block.is_clocked and is_rewritable and not facts.read_after_late:
            edits |= {(each.sign.start, each.sign.end): "=" for each in facts.late.values()}
    return edits


def _tasks(tokens: Sequence[Token]) -> _Tasks:
    """Return the assigning statements of each task of a module."""
    tasks: dict[str, list[_Assignment]] = {}
    starts = [number for number, token in enumerate(tokens) if token.text == "task"]
    for start in starts:
        words = tokens[start + 1 : start + 3]
        name = next((word.text for word in words if word.text not in {"automatic", "static"}), "")
        statement = list[Token]()
        for token in tokens[start + 1 :]:
            if token.text in {"begin", "else", ";", ":"}:
                tasks.setdefault(name, []).extend(_assigned(statement))
                statement = []
            elif token.text == "endtask":
                break
            else:
                statement.append(token)
    return tasks


def _made_late(each: _Assignment, text: str) -> tuple[tuple[int, int], str]:
    """Return the edit that turns ``=``, ``+=`` or ``++`` into ``<=``."""
    if each.sign.text == "=":
        return (each.sign.start, each.sign.end), "<="
    target = text[each.target[0].start : each.target[-1].end]
    if each.sign.text in _STEPS:
        start = min(each.target[0].start, each.sign.start)
        end = max(each.target[-1].end, each.sign.end)
        return (start, end), f"{target} <= {target} {_STEPS[each.sign.text]} 1"
    value = text[each.value[0].start : each.value[-1].end]
    span = each.target[0].start, each.value[-1].end
    return span, f"{target} <= {target} {each.sign.text[:-1]} ({value})"


class _Block:
    """One process, walked path by path."""

    def __init__(self, tokens: Sequence[Token], place: int, tasks: _Tasks) -> None:
        self.facts: dict[str, _Facts] = {}
        self._tasks = tasks
        self.is_clocked = False
        self._tokens = tokens
        state: _State = {}
        if self._text(place) == "@":
            after = self._after_bracket(place + 1)
            events = {each.text for each in tokens[place:after]}
            self.is_clocked = not events.isdisjoint({"posedge", "negedge"})
            place = after
        self._statement(place, state)

    def _text(self, place: int) -> str:
        return self._tokens[place].text if place < len(self._tokens) else ""

    def _after_bracket(self, place: int) -> int:
        return closing(self._tokens, place) if self._text(place) == "(" else place + 1

    def _statement(self, place: int, state: _State) -> int:
        """Walk one statement. Return the position after it, and update `state`."""
        while self._text(place) in {"unique", "unique0", "priority"}:
            place += 1
        match self._text(place):
            case "begin":
                return self._sequence(place + 1, state)
            case "if":
                return self._branches(place, state)
            case word if word in _CASES:
                return self._case(place, state)
            case word if word in _LOOPS:
                return self._loop(place, state)
            case "#" | "@":
                return self._statement(self._after_bracket(place + 1), state)
        return self._simple(place, state)

    def _sequence(self, place: int, state: _State) -> int:
        place += 2 * (self._text(place) == ":")
        while place < len(self._tokens) and self._text(place) not in {"end", "endmodule"}:
            place = self._statement(place, state)
        place += 1
        return place + 2 * (self._text(place) == ":")

    def _branches(self, place: int, state: _State) -> int:
        after = closing(self._tokens, place + 1)
        self._read(self._tokens[place + 1 : after], state)
        other = dict(state)
        place = self._statement(after, state)
        if self._text(place) == "else":
            place = self._statement(place + 1, other)
        _join(state, other)
        return place

    def _case(self, place: int, state: _State) -> int:
        after = closing(self._tokens, place + 1)
        self._read(self._tokens[place + 1 : after], state)
        place = after + (self._text(after) == "inside")
        before, joined = dict(state), dict(state)
        while place < len(self._tokens) and self._text(place) not in {"endcase", "endmodule"}:
            is_default = self._text(place) == "default"
            label = place
            place = place + 1 if is_default else find(self._tokens, place, {":", "endcase"})
            self._read(self._tokens[label:place], before)
            branch = dict(before)
            if self._text(place) == "endcase":
                break
            place = self._statement(place + (self._text(place) == ":"), branch)
            _join(joined, branch)
        state.update(joined)
        return place + 1

    def _loop(self, place: int, state: _State) -> int:
        after = closing(self._tokens, place + 1) if self._text(place + 1) == "(" else place + 1
        self._read(self._tokens[place + 1 : after], state)
        body = dict(state)
        self._statement(after, body)
        _join(state, body)
        again = dict(state)
        end = self._statement(after, again)
        _join(state, again)
        return end

    def _simple(self, place: int, state: _State) -> int:
        """Walk an assignment, or anything else up to its semicolon."""
        end = find(self._tokens, place, {";", "end", "endmodule"})
        tokens = self._tokens[place:end]
        assignments = list(_assigned(tokens))
        if not assignments:
            self._read(tokens, state)
            for each in self._tasks.get(self._text(place), ()):
                self._assign(replace(each, target=()), state)
        for number, each in enumerate(assignments):
            if number == 0:
                self._read(_looked_at(each), state)
            self._assign(each, state)
        return max(place + 1, end + (self._text(end) == ";"))

    def _read(self, tokens: Sequence[Token], state: _State) -> None:
        for token in tokens:
            early, late = state.get(token.text, (False, False))
            if early or late:
                facts = self.facts[token.text]
                facts.read_after_early |= early
                facts.read_after_late |= late

    def _assign(self, each: _Assignment, state: _State) -> None:
        facts = self.facts.setdefault(each.name, _Facts())
        early, late = state.get(each.name, (False, False))
        (facts.late if each.is_late else facts.early)[each.sign.start] = each
        if late and not each.is_late:
            facts.early_after_late = True
        state[each.name] = (early or not each.is_late, late or each.is_late)


def _join(state: _State, other: _State) -> None:
    for name, (early, late) in other.items():
        was_early, was_late = state.get(name, (False, False))
        state[name] = (early or was_early, late or was_late)


def _looked_at(each: _Assignment) -> tuple[Token, ...]:
    """Return what an assignment reads: its value, indexes in its target, and itself for ``++``."""
    itself = each.target[:1] if each.sign.text in _STEPS or each.sign.text in _OPERATORS else ()
    return (*each.value, *each.target[1:], *itself)


def _assigned(tokens: Sequence[Token]) -> Iterator[_Assignment]:
    if not tokens:
        return
    if tokens[0].text in _STEPS and len(tokens) > 1:
        yield _Assignment(tokens[1].text, tokens[0], tuple(tokens[1:]))
        return
    after = find(tokens, 0, {"=", "<=", *_STEPS, *_OPERATORS})
    if after in (0, len(tokens)):
        return
    sign, target, value = tokens[after], tuple(tokens[:after]), tuple(tokens[after + 1 :])
    if target[0].text == "{":
        for name in (each.text for each in target if each.kind == "name"):
            yield _Assignment(name, sign, (), (*target, *value))
    elif target[0].kind == "name" and not (len(target) > 1 and target[1].kind == "name"):
        yield _Assignment(target[0].text, sign, target, value)
