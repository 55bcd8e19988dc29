"""Drills in the terminal: ask, explain or stay silent, and report."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from puntobanco.announcer.catalogues import catalogue
from puntobanco.announcer.lines import columns_of
from puntobanco.drills import Drill, Practice, Question, Reply, Standing
from puntobanco.drills.practice import Lesson
from puntobanco.drills.questions import CHOICES, Answer, Chance
from puntobanco.errors import NotationError, StoreError, shown
from puntobanco.house import House
from puntobanco.tableau import PUNTO_BANCO, Side, Square
from puntobanco.terminal.amounts import half_width, parse_money
from puntobanco.terminal.console import Console
from puntobanco.words import Catalogue, Message, message

LEAVE = ("q", "quit")
LARGEST_FILE = 1 << 20
FORMAT = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class DrillSet:
    """What to ask, and how."""

    drills: tuple[Drill, ...]
    house: House
    is_test: bool = False
    """Whether right and wrong answers are reported only at the end."""
    seconds: int | None = None
    """The time for the whole set, in seconds."""


class DrillSession:
    """A set of questions, asked until all are answered, time is up or the guest leaves."""

    def __init__(
        self, asked: DrillSet, console: Console, language: str, clock: Callable[[], float]
    ) -> None:
        self._asked, self._console = asked, console
        self._words = catalogue(language, asked.house.currency)
        self._clock, self._started = clock, clock()
        self._answered = 0
        self._mistakes: list[Question] = []

    def run(self, practice: Practice, plan: Lesson, chances: Callable[[int], Chance]) -> Practice:
        """Ask, and return the updated practice.

        `chances` returns the random source of a question, from 1.
        """
        self._introduce(len(plan.topics))
        while plan.topics:
            question, plan = plan.next(self._asked.house, chances(self._answered + 1))
            try:
                answer = self._answer_to(question)
            except TimeoutError:
                self._say(message("drill.time_up"))
                break
            if answer is None:
                break
            is_right = question.is_right(answer)
            practice = practice.after(question, is_right=is_right)
            self._note(question, is_right=is_right)
            if not is_right and not self._asked.is_test:
                plan = plan.with_mistake(question)
        self._report(practice)
        return practice

    def _introduce(self, questions: int) -> None:
        names = [self._words.texts[f"drill.name.{drill.name}"] for drill in self._asked.drills]
        text = self._words.joined(names, "list.and")
        self._say(message("drill.start", text=text, count=questions))
        if not self._asked.is_test:
            self._say(message("coach.points"), message("coach.digits"))
        if any(drill.name == "count" for drill in self._asked.drills):
            self._say(message("drill.count.rule"))

    def _answer_to(self, question: Question) -> Answer | None:
        """Ask until the answer can be read. Return None if the guest leaves.

        Raise `TimeoutError` if time is up. An answer that comes too late doesn't count.
        """
        prompt = self._words.render(question.ask)
        while True:
            try:
                typed = self._console.ask(prompt, seconds=self._seconds_left())
            except (EOFError, KeyboardInterrupt):
                self._console.say([""])
                return None
            except TimeoutError:
                self._console.say([""])
                raise
            if self._seconds_left() == 0:
                raise TimeoutError
            if typed.lower() in LEAVE:
                return None
            answer = parse_answer(typed, question.reply, self._words, self._asked.house)
            if answer is not None:
                return answer
            self._say(message("drill.unread", typed=repr(shown(typed, 12))))

    def _seconds_left(self) -> float | None:
        limit = self._asked.seconds
        return None if limit is None else max(0, limit - (self._clock() - self._started))

    def _note(self, question: Question, *, is_right: bool) -> None:
        self._answered += 1
        if not is_right:
            self._mistakes.append(question)
        if not self._asked.is_test:
            self._say(message("drill.right") if is_right else message("drill.wrong"))
            self._explain(question)

    def _explain(self, question: Question) -> None:
        """Say why an answer is right: the rule with its row of the tableau, or the sum."""
        self._say(question.why)
        if question.square:
            width = self._console.width if self._console.draws else 0
            self._console.say(row_lines(question.square, self._words, width=width))

    def _report(self, practice: Practice) -> None:
        right = self._answered - len(self._mistakes)
        seconds = round(self._clock() - self._started)
        self._say(message("drill.report", count=right, shown=self._answered, seconds=seconds))
        if self._asked.is_test and self._mistakes:
            self._say(message("drill.mistakes"))
            for question in self._mistakes:
                self._say(question.ask)
                self._explain(question)
        for drill in self._asked.drills:
            name = self._words.texts[f"drill.name.{drill.name}"]
            topics = len(drill.topics(self._asked.house))
            learned = practice.learned(drill, self._asked.house)
            self._say(message("drill.learned", text=name, count=learned, shown=topics))

    def _say(self, *messages: Message) -> None:
        self._console.say(map(self._words.render, messages))


def parse_answer(typed: str, reply: Reply, words: Catalogue, house: House) -> Answer | None:
    """Read an answer as the guest's language writes it, or return None."""
    text = half_width(typed).strip().lower()
    for choice in CHOICES[reply]:
        if text in words.choices(f"drill.answer.{choice.value}"):
            return choice
    if reply is Reply.NUMBER:
        found = re.fullmatch("[+-]?[0-9]{1,4}", text.replace("\u2212", "-"))
        return int(found[0]) if found else None
    if reply is not Reply.PAY:
        return None
    if text == "0":
        return 0
    try:
        return parse_money(text, house.currency, decimal=words.texts["number.decimal"])
    except NotationError:
        return None


# --- the row of a square --------------------------------------------------------------------------


def row_lines(square: Square, words: Catalogue, *, width: int = 0) -> list[str]:
    """Return a square's row of the tableau, with the square marked: drawn or, if narrow, said."""
    label, row, at = _row(square)
    letter = words.texts["page.tableau.letter"]
    cell = columns_of(letter)
    if width < len(row) * (cell + 2):
        groups = [
            message("drill.row.group", draws=draws, holdings=list(places))
            for draws, places in groupby(range(len(row)), row.__getitem__)
        ]
        said = message("drill.row.said", said=label, groups=groups, count=at, draws=row[at])
        return [words.render(said)]
    marks = [letter if draws else "." + " " * (cell - 1) for draws in row]
    numbers = [str(number).ljust(cell) for number in range(len(row))]
    drawn = words.render(message("drill.row.drawn", said=label, letter=letter))
    return [drawn, *(_cells(cells, at) for cells in (numbers, marks))]


def _row(square: Square) -> tuple[Message, tuple[bool, ...], int]:
    """Return the name of a square's row, the row, and the square's place in it."""
    player, banker, holding = PUNTO_BANCO.player, PUNTO_BANCO.banker, square.holding
    if square.side is Side.PLAYER:
        return message("drill.row.player"), player, holding
    if square.third is None:
        return message("drill.row.stood"), tuple(row[0] for row in banker), holding
    return message("drill.row.third", holding=holding), banker[holding][1:], square.third


def _cells(cells: list[str], at: int) -> str:
    marked = (f"[{cell}]" if place == at else f" {cell} " for place, cell in enumerate(cells))
    return "".join(marked).rstrip()


# --- progress -------------------------------------------------------------------------------------


def read_practice(file: Path) -> Practice:
    """Read what was learned. Without a file, nothing was."""
    import msgspec  # noqa: PLC0415 - needed only with a file

    try:
        with file.open("rb") as stream:
            data = stream.read(LARGEST_FILE + 1)
        version, standings = msgspec.json.decode(data, type=_Stored)
    except FileNotFoundError:
        return Practice()
    except OSError as error:
        raise StoreError(f"{file}: cannot be read: {error.strerror}") from error
    except msgspec.MsgspecError:
        raise StoreError(f"{file}: this is not a file of drills") from None
    if version != FORMAT:
        raise StoreError(f"{file}: format {version} is unknown; this program reads {FORMAT}")
    return Practice(standings)


_Stored = tuple[int, dict[str, dict[str, Standing]]]


def write_practice(practice: Practice, file: Path) -> None:
    """Save what the guest has learned."""
    import msgspec  # noqa: PLC0415 - needed only with a file

    from puntobanco.terminal.options import write_private  # noqa: PLC0415 - as above

    write_private(msgspec.json.encode((FORMAT, practice.standings)), file)


def question_data(questions: Iterable[Question], words: Catalogue) -> list[dict[str, object]]:
    """Return questions with their answers as plain data, for teachers."""
    return [
        {
            "kind": each.drill,
            "topic": each.topic,
            "question": words.render(each.ask),
            "choices": [choice.value for choice in CHOICES[each.reply]],
            "answer": _answer_text(each, words),
            "why": words.render(each.why),
        }
        for each in questions
    ]


def _answer_text(question: Question, words: Catalogue) -> str | int:
    answer = question.answer
    if not isinstance(answer, int):
        return answer.value
    return words.money(answer) if question.reply is Reply.PAY else answer
