"""Drills on the page: sets of questions, and what guests have learned."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import lru_cache, partial
from random import Random
from secrets import token_hex
from typing import TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response

from puntobanco.drills import DRILLS as KINDS
from puntobanco.drills import AnswerWord, Drill, Lesson, Practice, Question, Standing, find_drill
from puntobanco.drills.questions import CHOICES, Chance
from puntobanco.errors import NotationError
from puntobanco.house import CLASSIC
from puntobanco.tableau import PUNTO_BANCO
from puntobanco.web.hall.hall import Hall
from puntobanco.web.http.guard import GuestCookie
from puntobanco.web.http.records import ReadLog
from puntobanco.web.http.requests import (
    DrillAnswer,
    NewDrills,
    Problem,
    json_response,
    read_body,
    submit,
)
from puntobanco.web.room.value import DRILLS, Guest
from puntobanco.web.room.views import square_view, tableau_view
from puntobanco.wire.answers import (
    DrillAnswered,
    DrillMistake,
    DrillProgress,
    DrillQuestion,
    DrillReport,
    Drills,
    DrillSet,
)
from puntobanco.wire.parts import wire_message
from puntobanco.words import message

Topic = tuple[str, str]
"""The name of a drill, and a topic."""

Learned = dict[str, dict[str, tuple[int, int, int]]]
"""Level, right and wrong answers by drill and topic."""

ALL = "all"

MOST_MISTAKES = 100
"""The latest mistakes that a report explains. A lesson can go on with mistakes for ever."""

Made = TypeVar("Made")


class StoredSet(Struct, frozen=True):
    """A set of questions that a guest has begun. The seed produces the same questions again."""

    seed: str
    kind: str
    test: bool
    began: int
    """In milliseconds of the hall's clock."""
    seconds: int | None
    topics: list[Topic]
    """The topics still to ask, in order."""
    answered: int = 0
    right: int = 0
    mistakes: list[tuple[int, str, str]] = []
    """The number, drill and topic of the latest questions that were answered wrong."""
    ended: int | None = None
    late: bool = False

    def question(self, number: int, topic: Topic) -> Question:
        """Make the question with this number."""
        return _made(*topic, self.seed, number)

    @property
    def current(self) -> Question | None:
        """The question that is being asked."""
        if self.ended is not None or not self.topics:
            return None
        return self.question(self.answered + 1, self.topics[0])

    def is_late(self, now: int) -> bool:
        """Return whether time is up."""
        return self.seconds is not None and now - self.began > 1_000 * self.seconds

    def by(self, now: int) -> StoredSet:
        """Return the set as it is now: over, if time is up."""
        if self.ended is not None or not self.is_late(now):
            return self
        return replace(self, ended=self.began + 1_000 * (self.seconds or 0), late=True)

    def after(self, question: Question, now: int, *, is_right: bool) -> StoredSet:
        """Return the set after an answer in time. In a lesson, mistakes come back soon."""
        rest = Lesson.parse(self.topics[1:])
        if not is_right and not self.test:
            rest = rest.with_mistake(question)
        wrong = [] if is_right else [(self.answered + 1, question.drill, question.topic)]
        return replace(
            self,
            topics=rest.names,
            answered=self.answered + 1,
            right=self.right + is_right,
            mistakes=[*self.mistakes, *wrong][-MOST_MISTAKES:],
            ended=None if rest.topics else now,
        )


class StoredDrills(Struct, frozen=True):
    """A guest's progress by drill and topic, and the latest set of questions."""

    learned: Learned = {}
    set: StoredSet | None = None
    tested: Learned | None = None
    """The progress with the answers to a running test. To show it would tell what was right."""

    @property
    def latest(self) -> Learned:
        """The progress with all answers."""
        return self.learned if self.tested is None else self.tested

    def after(self, asked: StoredSet, learned: Learned) -> StoredDrills:
        """Return the drills after an answer. The progress of a test shows once it is over."""
        if asked.test and asked.ended is None:
            return StoredDrills(self.learned, asked, learned)
        return StoredDrills(learned, asked)


@lru_cache(1_000)
def _made(drill: str, topic: str, seed: str, number: int) -> Question:
    return find_drill(drill).make(topic, CLASSIC, chance(seed, number))


def chance(seed: str, number: int) -> Chance:
    """Return the random source of a question (from 1) or the plan (0), as in `puntobanco drill`."""
    return Random(f"{seed}/{number}").randrange  # noqa: S311 - a drill


class DrillRoutes:
    """Answers requests about drills."""

    def __init__(
        self,
        hall: Hall,
        cookie: GuestCookie,
        read_log: ReadLog,
        guest_of: Callable[[Request], Guest],
    ) -> None:
        self._hall, self._cookie = hall, cookie
        self._read_log, self._guest_of = read_log, guest_of
        self._turn = asyncio.Semaphore(1)

    async def drills(self, request: Request) -> Response:
        """List the drills and what the guest has learned."""
        guest = self._guest_of(request)
        (stored, _), now = await self._stored(request, guest), self._hall.clock()
        return json_response(await self._apart(partial(_listed, stored, now)))

    async def begin(self, request: Request) -> Response:
        """Begin a set of questions."""
        guest = self._guest_of(request)
        body = await read_body(request, NewDrills, self._hall)
        (stored, text), now = await self._stored(request, guest), self._hall.clock()
        begun, view = await self._apart(partial(_begun, stored, body, now))
        await self._keep(request, guest, StoredDrills(stored.latest, begun), before=text)
        return json_response(view, status=201)

    async def answer(self, request: Request) -> Response:
        """Take the answer to the question that is being asked."""
        guest = self._guest_of(request)
        body = await read_body(request, DrillAnswer, self._hall)
        (stored, text), now = await self._stored(request, guest), self._hall.clock()
        after, answered = await self._apart(partial(_answered, stored, body, now))
        await self._keep(request, guest, after, before=text)
        return json_response(answered)

    async def _apart(self, make: Callable[[], Made]) -> Made:
        """Make questions in a thread, one request at a time: a rare topic takes many coups."""
        async with self._turn:
            return await asyncio.to_thread(make)

    async def _stored(self, request: Request, guest: Guest) -> tuple[StoredDrills, str | None]:
        """Return the drills, and their text in the log."""
        notes = await self._read_log(request, lambda log: log.noted(DRILLS, [guest.id]))
        text = notes.get(guest.id, (None, 0))[0]
        try:
            return msgspec.json.decode(text or "{}", type=StoredDrills), text
        except msgspec.MsgspecError:
            return StoredDrills(), text

    async def _keep(
        self, request: Request, guest: Guest, drills: StoredDrills, *, before: str | None
    ) -> None:
        """Store drills, unless another request has changed them."""
        text, token = msgspec.json.encode(drills).decode(), self._cookie.token(request.scope) or ""
        await submit(partial(self._hall.keep_drills, token, guest, text, before=before))


def _listed(stored: StoredDrills, now: int) -> Drills:
    """Return the drills and what was learned."""
    practice = _practice(stored.learned)
    progress = [
        DrillProgress(each.name, practice.learned(each, CLASSIC), len(each.topics(CLASSIC)))
        for each in KINDS
    ]
    return Drills(
        kinds=progress,
        next=practice.next_drill(CLASSIC).name,
        tableau=tableau_view(PUNTO_BANCO),
        rule=wire_message(message("drill.count.rule")),
        set=_view(stored.set.by(now), now) if stored.set else None,
    )


def _begun(stored: StoredDrills, wish: NewDrills, now: int) -> tuple[StoredSet, DrillSet]:
    """Return a new set, and the view of it."""
    seed = wish.seed or token_hex(4)
    known = Practice() if wish.seed else _practice(stored.latest)
    plan = known.plan(_kinds(wish.kind), CLASSIC, wish.questions, chance(seed, 0))
    begun = StoredSet(seed, wish.kind, wish.test, now, wish.seconds, topics=plan.names)
    return begun, _view(begun, now)


def _answered(
    stored: StoredDrills, given: DrillAnswer, now: int
) -> tuple[StoredDrills, DrillAnswered]:
    """Return the drills after an answer, and what follows from it, or refuse it."""
    asked = stored.set
    question = asked.current if asked else None
    if asked is None or question is None or given.number != asked.answered + 1:
        raise Problem(409, "not_asked", message("refused.not_asked"))
    if (over := asked.by(now)) != asked:
        kept = StoredDrills(stored.latest, over)
        return kept, DrillAnswered(None, None, None, _view(over, now))
    is_right = question.is_right(_parsed(given.answer, question))
    after = asked.after(question, now, is_right=is_right)
    learned = stored.after(after, _with_answer(stored.latest, question, is_right=is_right))
    view = _view(after, now)
    if asked.test:
        return learned, DrillAnswered(None, None, None, view)
    square = square_view(question.square) if question.square else None
    return learned, DrillAnswered(is_right, wire_message(question.why), square, view)


def _view(asked: StoredSet, now: int) -> DrillSet:
    question = asked.current
    spent = ((asked.ended or now) - asked.began) // 1_000
    return DrillSet(
        seed=asked.seed,
        kind=asked.kind,
        test=asked.test,
        left=len(asked.topics),
        seconds_left=None if asked.seconds is None else max(0, asked.seconds - spent),
        question=_question_view(question, asked.answered + 1) if question else None,
        report=None if question else _report(asked, spent),
    )


def _kinds(name: str) -> tuple[Drill, ...]:
    if name == ALL:
        return KINDS
    try:
        return (find_drill(name),)
    except NotationError as error:
        raise Problem(422, "drill", str(error)) from None


def _parsed(answer: str | int, question: Question) -> AnswerWord | int:
    """Return an answer. A word that is no choice here is refused."""
    if isinstance(answer, int):
        return answer
    for choice in CHOICES[question.reply]:
        if choice.value == answer:
            return choice
    raise Problem(409, "answer", message("refused.drill_answer"))


def _practice(learned: Learned) -> Practice:
    return Practice(
        {
            drill: {topic: Standing(*row) for topic, row in topics.items()}
            for drill, topics in learned.items()
        }
    )


def _with_answer(learned: Learned, question: Question, *, is_right: bool) -> Learned:
    standing = _practice(learned).of(question.drill, question.topic).after(is_right=is_right)
    row = (standing.level, standing.right, standing.wrong)
    topics = {**learned.get(question.drill, {}), question.topic: row}
    return {**learned, question.drill: topics}


def _question_view(question: Question, number: int) -> DrillQuestion:
    choices = [choice.value for choice in CHOICES[question.reply]]
    ask = wire_message(question.ask)
    return DrillQuestion(number, question.drill, ask, choices, question.reply.value)


def _report(asked: StoredSet, seconds: int) -> DrillReport:
    made = [asked.question(number, (drill, topic)) for number, drill, topic in asked.mistakes]
    mistakes = [DrillMistake(wire_message(each.ask), wire_message(each.why)) for each in made]
    return DrillReport(asked.right, asked.answered, seconds, asked.late, mistakes)
