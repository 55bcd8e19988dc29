"""Track what a student has learned, and choose what to ask next."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from puntobanco.drills.questions import DRILLS, Chance, Drill, Question, find_drill
from puntobanco.house import House

LEARNED = 2
"""Right answers in a row after which a topic is learned."""
HIGHEST_LEVEL = 5
COMES_BACK_AFTER = 3
"""Questions to ask before a mistake is repeated."""


class Standing(NamedTuple):
    """A student's level in a topic: 0 if it is new, -1 after a mistake."""

    level: int = 0
    """Right answers since the last mistake, up to `HIGHEST_LEVEL`."""
    right: int = 0
    wrong: int = 0

    def after(self, *, is_right: bool) -> Standing:
        """Return the guest's standing after one more answer."""
        if not is_right:
            return self._replace(level=-1, wrong=self.wrong + 1)
        return Standing(min(max(self.level, 0) + 1, HIGHEST_LEVEL), self.right + 1, self.wrong)


@dataclass(frozen=True, slots=True)
class Practice:
    """All answers of a student, by drill and topic."""

    standings: Mapping[str, Mapping[str, Standing]] = field(default_factory=dict)

    def of(self, drill: str, topic: str) -> Standing:
        """Return the standing in a topic."""
        return self.standings.get(drill, {}).get(topic, Standing())

    def after(self, question: Question, *, is_right: bool) -> Practice:
        """Return the practice after an answer to a question."""
        standing = self.of(question.drill, question.topic).after(is_right=is_right)
        topics = {**self.standings.get(question.drill, {}), question.topic: standing}
        return Practice({**self.standings, question.drill: topics})

    def learned(self, drill: Drill, house: House) -> int:
        """Return how many topics of a drill are learned."""
        levels = (self.of(drill.name, topic).level for topic in drill.topics(house))
        return sum(level >= LEARNED for level in levels)

    def next_drill(self, house: House) -> Drill:
        """Return the first drill that is not learned, or the last one."""
        open_ = (d for d in DRILLS if self.learned(d, house) < len(d.topics(house)))
        return next(open_, DRILLS[-1])

    def plan(self, drills: Iterable[Drill], house: House, questions: int, chance: Chance) -> Lesson:
        """Plan a set of questions: mistakes first, then what is new, then the least known."""
        topics = [(drill, topic) for drill in drills for topic in drill.topics(house)]
        planned: list[tuple[Drill, str]] = []
        while topics and len(planned) < questions:
            mixed = _shuffled(topics, chance)
            planned += sorted(mixed, key=lambda each: self.of(each[0].name, each[1]).level)
        return Lesson(tuple(planned[:questions]))


@dataclass(frozen=True, slots=True)
class Lesson:
    """The topics to ask, in order."""

    topics: tuple[tuple[Drill, str], ...]

    def next(self, house: House, chance: Chance) -> tuple[Question, Lesson]:
        """Make the next question. Return it and the rest of the lesson."""
        (drill, topic), *rest = self.topics
        return drill.make(topic, house, chance), Lesson(tuple(rest))

    @classmethod
    def parse(cls, names: Iterable[tuple[str, str]]) -> Lesson:
        """Return the lesson of these drills and topics, by their names."""
        return cls(tuple((find_drill(drill), topic) for drill, topic in names))

    @property
    def names(self) -> list[tuple[str, str]]:
        """The names of the drills and topics."""
        return [(drill.name, topic) for drill, topic in self.topics]

    def with_mistake(self, question: Question) -> Lesson:
        """Return the lesson in which the topic of a question comes back soon."""
        drill = next(each for each in DRILLS if each.name == question.drill)
        at = min(COMES_BACK_AFTER, len(self.topics))
        return Lesson((*self.topics[:at], (drill, question.topic), *self.topics[at:]))


def _shuffled(items: Sequence[tuple[Drill, str]], chance: Chance) -> list[tuple[Drill, str]]:
    left = list(items)
    return [left.pop(chance(len(left))) for _ in items]
