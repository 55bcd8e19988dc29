"""Drills over HTTP: learn and test, progress that lasts, and sets that repeat."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import httpx

from puntobanco.drills import DRILLS, Practice, Question, find_drill
from puntobanco.house import CLASSIC
from puntobanco.web.http.drills import StoredSet
from tests.web.serving import served

PATIENT = {"reads": [5, 100_000], "requests": [200, 100_000]}


def made(kind: str, seed: str, questions: int) -> list[Question]:
    """Return the questions that a seed makes, as `puntobanco drill --seed` asks them."""
    plan = Practice().plan([find_drill(kind)], CLASSIC, questions, Random(f"{seed}/0").randrange)
    return [
        drill.make(topic, CLASSIC, Random(f"{seed}/{number}").randrange)
        for number, (drill, topic) in enumerate(plan.topics, 1)
    ]


def right(question: Question) -> str | int:
    return question.answer if isinstance(question.answer, int) else question.answer.value


def wrong(question: Question) -> str | int:
    if isinstance(question.answer, int):
        return question.answer + 1
    return "stand" if question.answer.value == "draw" else "draw"


def answer(client: httpx.Client, number: int, given: str | int) -> dict[str, Any]:
    told = client.post("/api/drills/answer", json={"number": number, "answer": given})
    assert told.status_code == 200, told.text
    found: dict[str, Any] = told.json()
    return found


def begin(client: httpx.Client, **wish: object) -> dict[str, Any]:
    told = client.post("/api/drills", json=wish)
    assert told.status_code == 201, told.text
    found: dict[str, Any] = told.json()
    return found


def test_drills_teach_test_and_last(tmp_path: Path) -> None:
    path = tmp_path / "hall.db"
    with served(path, caps=PATIENT) as server, server.client() as client:
        assert client.get("/api/drills").status_code == 401
        client.post("/api/guest", json={"name": "Ada"})
        _learn(client)
        _take_test(client)
        _take_test_and_look(client)
        _be_refused(client)
        _be_late(client)
        before, cookies = client.get("/api/drills").json(), client.cookies
    with served(path) as server, server.client() as client:
        client.cookies = cookies
        assert client.get("/api/drills").json()["kinds"] == before["kinds"]
        assert [each["kind"] for each in before["kinds"]] == [each.name for each in DRILLS]
        progress = {each["kind"]: each for each in before["kinds"]}
        assert progress["player"]["learned"] == 1
        client.delete("/api/guest")
        client.post("/api/guest", json={"name": "Ada"})
        assert not any(each["learned"] for each in client.get("/api/drills").json()["kinds"])


def _learn(client: httpx.Client) -> None:
    """A lesson explains each answer with its square, and repeats a mistake three questions on."""
    first, *_ = questions = made("player", "class", 6)
    asked = begin(client, kind="player", seed="class", questions=6)
    assert (asked["left"], asked["question"]["ask"][0]) == (6, first.ask.id)
    told = answer(client, 1, wrong(first))
    assert first.square
    assert told["right"] is False
    assert told["why"][0] == "drill.square.why"
    assert told["square"]["holding"] == first.square.holding
    assert told["set"]["left"] == 6
    for number, question in enumerate(questions[1:4], 2):
        told = answer(client, number, right(question))
        assert told["right"] is True
    again = first.drill, first.topic
    repeated = find_drill(again[0]).make(again[1], CLASSIC, Random("class/5").randrange)
    assert answer(client, 5, right(repeated))["why"][1]["holding"] == first.square.holding
    kept = Random("class/6").randrange, Random("class/7").randrange
    for number, (question, chance) in enumerate(zip(questions[4:], kept, strict=True), 6):
        told = answer(
            client, number, right(find_drill("player").make(question.topic, CLASSIC, chance))
        )
    assert told["set"]["report"]["right"] == 6
    assert told["set"]["report"]["asked"] == 7
    begin(client, kind="player", seed="class", questions=1)
    assert answer(client, 1, right(first))["right"] is True


def _take_test(client: httpx.Client) -> None:
    """A test says nothing before the end, not even what would be right."""
    questions = made("payouts", "exam", 3)
    asked = begin(client, kind="payouts", seed="exam", questions=3, test=True)
    assert set(asked["question"]) == {"number", "kind", "ask", "choices", "reply"}
    told = answer(client, 1, right(questions[0]))
    assert (told["right"], told["why"], told["square"]) == (None, None, None)
    answer(client, 2, 123_457)
    report = answer(client, 3, right(questions[2]))["set"]["report"]
    assert (report["right"], report["asked"], report["late"]) == (2, 3, False)
    assert [each["ask"][1]["stake"] for each in report["mistakes"]] == [
        questions[1].ask.facts["stake"]
    ]


def _take_test_and_look(client: httpx.Client) -> None:
    """A test hides its progress until the end. Progress shows which answers are right."""
    before = client.get("/api/drills").json()
    questions = made("naturals", "peek", 14)
    begin(client, kind="naturals", seed="peek", questions=14, test=True)
    for number, question in enumerate(questions, 1):
        told = client.get("/api/drills").json()
        assert (told["kinds"], told["next"]) == (before["kinds"], before["next"])
        answer(client, number, right(question))
    progress = {each["kind"]: each for each in client.get("/api/drills").json()["kinds"]}
    assert progress["naturals"]["learned"] == 7


def test_a_lesson_of_mistakes_stays_small() -> None:
    question = made("player", "class", 1)[0]
    asked = StoredSet("class", "player", False, 0, None, [("player", question.topic)])
    for _ in range(300):
        asked = asked.after(question, 0, is_right=False)
    asked = asked.after(question, 0, is_right=True)
    assert (asked.answered, asked.right, asked.ended) == (301, 1, 0)
    assert [number for number, *_ in asked.mistakes] == list(range(201, 301))


def _be_refused(client: httpx.Client) -> None:
    begin(client, kind="naturals", questions=2)
    for number, given, status in ((2, "yes", 409), (1, "draw", 409), (1, None, 422)):
        told = client.post("/api/drills/answer", json={"number": number, "answer": given})
        assert told.status_code == status
    unseen = {"kind": "player", "seed": "a\x1b[2Jb"}
    for wish in ({"kind": "poker"}, {"kind": "player", "questions": 0}, {}, unseen):
        assert client.post("/api/drills", json=wish).status_code == 422


def _be_late(client: httpx.Client) -> None:
    """An answer after the time doesn't count. Mistakes come back until then."""
    told = {"set": begin(client, kind="count", seconds=1, questions=1)}
    number = 0
    while not told["set"]["report"]:
        number += 1
        told = answer(client, number, 9_999)
    report = told["set"]["report"]
    assert (report["late"], report["asked"], report["right"]) == (True, number - 1, 0)
