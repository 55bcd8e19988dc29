"""The page's own computations agree with the package's."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from itertools import combinations, product
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from puntobanco.cards import DECK
from puntobanco.fairness import GuestSeed, Seed, fair_shoe
from puntobanco.house import HOUSES
from tests.browser.casino import Casino
from tests.browser.guest import SCRIPTS


@pytest.fixture(scope="module")
def page(browser: Browser, casino: Casino) -> Iterator[Page]:
    context = browser.new_context(base_url=casino.address)
    page = context.new_page()
    page.goto("/")
    yield page
    context.close()


def _call(page: Page, module: str, expression: str, given: object = None) -> Any:  # noqa: ANN401 - any JSON
    """Evaluate an expression with a module `m` and the argument `given`."""
    found = f"const m = await import({SCRIPTS} + '{module}.js'); return {expression};"
    return page.evaluate(f"async (given) => {{ {found} }}", given)


def test_merkle_paths_lead_to_the_root(page: Page) -> None:
    for decks, name in ((8, "classic"), (6, "six_decks"), (1, "classroom")):
        house = HOUSES[name]
        fair = fair_shoe(house, table="t", number=1, seed=Seed.of_text(name))
        size = len(fair.shoe.order)
        assert size == 52 * decks
        for position in (0, 1, 2, size // 2, size - 2, size - 1):
            path = fair.path(position)
            beside = [each.hex() for each in path.beside]
            given: dict[str, Any] = {
                "card": str(fair.shoe.order[position]),
                "path": {"position": position, "salt": path.salt.hex(), "beside": beside},
                "promise": {"root": fair.root.hex(), "size": size},
            }
            check = "await m.verifyPath(given.card, given.path, given.promise)"
            assert _call(page, "game/fairness", check, given)
            wrong = next(str(card) for card in DECK if card != fair.shoe.order[position])
            assert not _call(page, "game/fairness", check, {**given, "card": wrong})
            false_paths = (
                {"beside": [*beside, "00" * 32]},
                {"beside": beside[:-1]},
                {"position": position ^ 1},
                {"position": position + size},
                {"salt": "00"},
            )
            for false in false_paths:
                forged = {**given, "path": {**given["path"], **false}}
                assert not _call(page, "game/fairness", check, forged), false


def test_commitments_to_seeds(page: Page) -> None:
    house = hashlib.sha256(b"house").digest()
    for seat, word in ((1, "rosebud"), (14, "éclair ♠"), (7, "a" * 200)):
        found = _call(
            page,
            "game/fairness",
            "await m.seedCommitment(given.house, given.seat, given.word)",
            {"house": house.hex(), "seat": seat, "word": word},
        )
        assert found == GuestSeed(seat, word).commitment(house).hex()


def test_random_words_are_added_unless_the_guest_declines(page: Page) -> None:
    ask = "m.wordFor('t', given.shoe, new Map(Object.entries(given.chosen)))"

    def word(shoe: int, **chosen: object) -> str:
        found: str = _call(page, "table/seed-ceremony", ask, {"shoe": shoe, "chosen": chosen})
        return found

    assert word(1, word="rosebud", addRandom=False) == "rosebud"
    first, again = (word(2, word="rosebud", addRandom=True) for _ in range(2))
    assert first == again
    syllables = "(([bdfghklmnprstvwz][aeio]){3}( |$)){4}"  # 16 * 4 each: 72 bits in all
    assert re.fullmatch(f"rosebud {syllables}", first)
    assert re.fullmatch(syllables, word(3, word="", addRandom=False))
    assert word(4, word="", addRandom=True) != word(5, word="", addRandom=True)


def test_a_seed_that_was_revealed_while_commitments_were_open_is_replaced(page: Page) -> None:
    house = hashlib.sha256(b"house").digest()
    ask = """await (async () => {
        const sent = [];
        const send = async (kind, fields) => {
            sent.push({ kind, ...fields });
            return sent.length === 2 ? { ok: false, code: "not_now", reason: "" } : { ok: true };
        };
        const link = Object.assign(new EventTarget(), { send });
        const ceremony = new m.SeedCeremony(link, "early");
        for (const stage of ["commit", "reveal", "reveal"])
            await ceremony.take({ stage, shoe: 1, commitment: given }, 2);
        return sent;
    })()"""
    sent: list[dict[str, str]] = _call(page, "table/seed-ceremony", ask, house.hex())
    kinds = ["commit_seed", "reveal_seed", "commit_seed", "reveal_seed"]
    assert [each["kind"] for each in sent] == kinds
    first, early, second, late = sent
    assert early["seed"] != late["seed"]
    for commit, reveal in ((first, early), (second, late)):
        assert commit["commitment"] == GuestSeed(2, reveal["seed"]).commitment(house).hex()


def test_the_word_is_kept_if_another_tab_has_committed_to_its_own_seed(page: Page) -> None:
    """A refused word is replaced by random ones; a word that was not looked at stays."""
    ask = """await (async () => {
        const { settings } = await import(SCRIPTS + "shell/settings.js");
        const refuse = { ok: false, code: "fairness", reason: "" };
        const kept = [];
        for (const isOther of [true, false]) {
            settings.set("word", "rosebud");
            const send = async (kind) => (kind === "commit_seed" ? { ok: true } : refuse);
            const link = Object.assign(new EventTarget(), { send });
            const ceremony = new m.SeedCeremony(link, `tabs ${isOther}`);
            await ceremony.take({ stage: "commit", shoe: 1, commitment: given }, 2);
            const data = { seat: isOther ? 2 : 3, commitment: "another" };
            const detail = { type: "events", events: [{ kind: "seed_committed", data }] };
            link.dispatchEvent(new CustomEvent("frame", { detail }));
            await ceremony.take({ stage: "reveal", shoe: 1, commitment: given }, 2);
            kept.push(settings.get("word"));
        }
        return kept;
    })()"""
    ask = ask.replace("SCRIPTS", SCRIPTS)
    assert _call(page, "table/seed-ceremony", ask, "00" * 32) == ["rosebud", ""]


FACES = """async cards => {
    const { face } = await import(SCRIPTS + "drawings/cards.js");
    const place = document.createElement("div");
    document.body.append(place);
    const faces = cards.map((card) => {
        const drawn = face(card);
        drawn.style.cssText = "position: absolute; left: 0; top: 0; width: 1000px; height: 1400px";
        place.replaceChildren(drawn);
        const boxes = (part) => [...drawn.querySelectorAll(part)]
            .map((each) => each.getBoundingClientRect())
            .map(({ left, top, right, bottom }) => [left, top, right, bottom]);
        return { pips: boxes(".pip"), ranks: boxes(".rank"), figures: boxes(".crown") };
    });
    place.remove();
    return faces;
}""".replace("SCRIPTS", SCRIPTS)


def _touch(one: list[float], other: list[float]) -> bool:
    return all(one[i] < other[i + 2] and other[i] < one[i + 2] for i in (0, 1))


def test_a_face_has_the_right_pips_and_nothing_on_it_touches(page: Page) -> None:
    faces = page.evaluate(FACES, [str(card) for card in DECK])
    for card, face in zip(DECK, faces, strict=True):
        rank = str(card)[0]
        pips, parts = face["pips"], [*face["pips"], *face["ranks"]]
        is_court = rank in "JQK"
        assert len(pips) - 2 == (2 if is_court else {"A": 1, "T": 10}.get(rank) or int(rank))
        assert len(face["figures"]) == (2 if is_court else 0)
        for left, top, right, bottom in parts:
            assert 50 <= left < right <= 950, card
            assert 70 <= top < bottom <= 1330, card
        edges = [min(pip[1] for pip in pips[2:]), max(pip[3] for pip in pips[2:])]
        assert rank == "A" or edges == pytest.approx([140, 1260], abs=40), card
        centres = [((p[0] + p[2]) / 2, (p[1] + p[3]) / 2) for p in pips]
        assert all(
            max(abs(x - u), abs(y - v)) > 140 for (x, y), (u, v) in combinations(centres, 2)
        ), card
        indexes = [*pips[:2], *face["ranks"]]
        for index, other in product(indexes, [*pips[2:], *face["figures"]]):
            assert not _touch(index, other), card
