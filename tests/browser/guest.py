"""A guest at a browser: what a person looks at and presses."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
from playwright.sync_api import (
    BrowserContext,
    ConsoleMessage,
    Locator,
    Page,
    WebSocketRoute,
    expect,
)

from tests.browser.casino import WORD
from tests.web.serving import PATIENCE
from tests.web.typed import check_frame

SIZES = (
    *((1440, 900), (1280, 720), (1180, 820), (1024, 768), (2560, 1440)),
    *((820, 1180), (768, 1024), (390, 844), (320, 640), (844, 390)),
)
"""Windows of desktops, tablets and phones."""

DEALT = "pb-stage:not([data-dealing])"

BETWEEN_LOOKS = 50
"""Milliseconds between two polls: polling costs as much processor time as playing."""

STANDSTILL = "() => { window.setTimeout = () => 0; }"
"""Stops all timers: anything seen afterwards was shown at once, or skipped to."""

LISTEN = """
    window.heard = [];
    new MutationObserver((changes) => {
        for (const { target, addedNodes } of changes) {
            if (!target.closest?.("[aria-live=polite], [role=status]")) continue;
            for (const { textContent, dataset } of addedNodes) {
                if (textContent) heard.push([textContent, dataset?.kind ?? "status"]);
            }
        }
    }).observe(document, { childList: true, subtree: true });
"""
"""Records what a screen reader says politely, since the page was loaded."""


BOXES = """
    window.all = (parts) => [...document.querySelectorAll(parts)];
    window.visible = (parts) => all(parts).filter((each) => each.checkVisibility());
    window.boxOf = (part) =>
        (typeof part === "string" ? document.querySelector(part) : part).getBoundingClientRect();
    window.meet = (one, other) =>
        Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1
        && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1;
"""
"""Functions: elements, visible elements, an element's box, and whether two boxes overlap."""

FITS = "document.documentElement.scrollWidth <= innerWidth"
"""Whether the page is no wider than the window."""

PLAIN = """{
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`*, ::before, ::after, ::backdrop {
        background-image: none !important; border-radius: 0 !important; box-shadow: none !important;
    }`);
    document.adoptedStyleSheets.push(sheet);
}"""
"""Removes decoration, which takes a fifth of the browser's processor time to paint."""

PAINT = "document.adoptedStyleSheets = []"
"""Restores the decoration."""

SCRIPTS = "document.querySelector('script[src]').src.replace('main.js', '')"
"""The address of the page's scripts: importing from there shares its modules."""

BARE = "/healthz"
"""A path without scripts."""

PANELS = {
    "Roads": "#panel-roads .ask",
    "Tableau": "#panel-tableau .tableau",
    "Shoe": "#panel-shoe dd",
    "Odds": "#panel-odds .odds",
    "Statistics": "#panel-stats div:last-child > *",
    "History": "#panel-history .note",
}
"""The panels, and what each shows to a seated guest once it is loaded."""

DRAWN = "() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))"
"""Resolves once observers have seen the sizes of elements."""

LASTING = (
    *("on", "once", "route", "route_web_socket", "expose_function", "expose_binding"),
    *("add_init_script", "emulate_media", "new_cdp_session", "set_offline", "grant_permissions"),
)
"""Methods of pages and contexts whose effect outlasts a navigation."""

COUPS_SHOWN = """number => {
    const { shoe, showing } = document.querySelector("pb-table").screen.model;
    return shoe.coups_dealt === number && showing !== "coup";
}"""

HAS_CHIPS = """() => {
    const { house, seat, seats } = document.querySelector("pb-table").screen.model;
    return !house.limits || seats[seat]?.available > 0;
}"""
"""Chips arrive after the seat. Until then the others are dealt to without the guest."""


class Guest:
    """A guest with one page."""

    def __init__(self, context: BrowserContext) -> None:
        self.context = context
        self.name = ""
        self.errors: list[str] = []
        context.add_init_script(LISTEN + BOXES)
        context.on("page", self._check_frames)
        self.page: Page = context.new_page()
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", self._overheard)
        self.is_altered = False
        """Whether a test has altered the browser in a way that the next test would notice."""
        for part in (context, self.page):
            for name in LASTING:
                if act := getattr(part, name, None):
                    setattr(part, name, self._altering(act))

    def _altering(self, act: Callable[..., object]) -> Callable[..., object]:
        def noted(*arguments: object, **more: object) -> object:
            self.is_altered = True
            return act(*arguments, **more)

        return noted

    def stop_clock(self) -> None:
        """Stop the page's time; `page.clock` moves it. A fake clock outlasts a navigation."""
        self.is_altered = True
        self.page.clock.install()
        self.page.clock.pause_at(self.page.evaluate("Date.now() + 60_000"))

    def come(self, name: str, settings: dict[str, object], *, width: int, height: int) -> None:
        """Arrive with a name, settings, and a window size."""
        self.name = name
        self.errors.clear()  # the last page may have logged some while it was left
        self.page.set_viewport_size({"width": width, "height": height})
        chosen = json.dumps({"word": WORD, "addRandom": False, **settings})
        if not self.page.url.endswith(BARE):
            self.page.goto(BARE)
        self.page.evaluate("chosen => localStorage.setItem('puntobanco.settings', chosen)", chosen)

    def go(self) -> None:
        """Leave, and clear all stored data."""
        for tab in self.context.pages:
            if tab != self.page:
                tab.close()
        self.page.goto(BARE)
        self.page.evaluate("localStorage.clear(); sessionStorage.clear()")
        self.page.mouse.move(0, 0)
        self.context.clear_cookies()

    def _check_frames(self, page: Page) -> None:
        """Check the frames of every tab."""
        page.on("websocket", lambda socket: socket.on("framereceived", self._received))

    def _received(self, frame: str | bytes) -> None:
        """Check a frame against its type."""
        try:
            check_frame(frame)
        except msgspec.DecodeError as error:
            self.errors.append(f"{error}: {frame[:200]!r}")

    def _overheard(self, message: ConsoleMessage) -> None:
        """Record console errors, apart from refusals and lost connections."""
        meant = ("Failed to load resource", "WebSocket connection to")
        if message.type == "error" and not message.text.startswith(meant):
            self.errors.append(message.text)

    def introduce(self) -> None:
        """Get the cookie without the welcome screen, if needed."""
        if not self.context.cookies():
            answer = self.context.request.post("/api/guest", data={"name": self.name})
            assert answer.ok, answer.text()

    def open_table(
        self,
        house: str = "classic",
        dealing: str | int = "button",
        limits: dict[str, int] | None = None,
        text: str | None = None,
    ) -> str:
        """Open a table of a named house, or of rules as a text. Return its id."""
        self.introduce()
        rules = {"house_text": text} if text else {"house": house, "limits": limits}
        wish = {"dealing": dealing, **rules}
        answer = self.context.request.post("/api/tables", data=wish)
        assert answer.ok, answer.text()
        table: str = answer.json()["table"]
        return table

    @property
    def table(self) -> str:
        """The id of the table on the screen."""
        return self.page.url.rsplit("/", 1)[1]

    def resize(self, width: int, height: int) -> None:
        """Resize the window, and wait for the layout."""
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.evaluate(DRAWN)

    def at_sizes(self, *sizes: tuple[int, int]) -> Iterator[tuple[int, int]]:
        """Resize the window to each of these sizes in turn."""
        for size in sizes or SIZES:
            self.resize(*size)
            yield size

    def enter_lobby(self) -> Page:
        """Introduce the guest, and open the lobby."""
        self.introduce()
        self.page.goto("/")
        self.page.wait_for_selector("pb-lobby")
        return self.page

    def come_to(self, table: str) -> None:
        """Open a table's page."""
        self.introduce()
        self.page.goto(f"/t/{table}")
        self.page.wait_for_selector(".spot")

    def sit(self, table: str) -> None:
        """Sit down with a thousand dollars and wait for the shoe."""
        self.come_to(table)
        self.take_seat()

    def take_seat(self) -> None:
        """Sit down at the table on the screen."""
        self.page.get_by_role("button", name="Take a seat").click()
        self.wait_for_seat()

    def wait_for_seat(self) -> None:
        """Wait until the guest has a seat with chips, and bets are open."""
        expect(self.page.get_by_text("You are watching.")).to_be_hidden()
        self.page.wait_for_function(HAS_CHIPS)
        self.wait_for_shoe()

    def sit_alone(self, house: str = "classic", **wish: Any) -> Page:  # noqa: ANN401 - as open_table has them
        """Sit down at a new table."""
        self.sit(self.open_table(house, **wish))
        return self.page

    def wait_for_shoe(self) -> None:
        """Wait until bets are open."""
        self.page.wait_for_selector("pb-table[data-phase=betting]")
        self.page.wait_for_selector(DEALT)

    def bet(self, key: str) -> None:
        """Press a spot and see the stake accepted."""
        self.spot(key).click()
        expect(self.spot(key)).to_have_attribute("data-state", "accepted")

    def spot(self, key: str) -> Any:  # noqa: ANN401 - a locator, which playwright types as it likes
        return self.page.locator(f'.spot[data-key="{key}"]')

    def choose(self, dollars: int) -> None:
        """Take a chip."""
        self.page.locator(f'[data-chip="{dollars * 100}"]').click()

    def deal(self) -> None:
        """Press the button and wait until the coup is over."""
        before = self.page.locator(".log-lines .result").count()
        self.page.get_by_role("button", name="Deal", exact=True).click()
        self.see_coup(before)

    def press(self) -> None:
        """Press the button and wait to be shown as ready."""
        self.page.locator(".deal").click()
        expect(self.page.locator(".guest.mine .guest-ready")).to_be_visible()

    def see_coups(self, number: int) -> None:
        """Wait until so many coups of the shoe were dealt, and the last was shown."""
        self.page.wait_for_function(COUPS_SHOWN, arg=number)

    def see_coup(self, before: int) -> None:
        """Wait for one more result in the log."""
        self.page.wait_for_function(
            "before => document.querySelectorAll('.log-lines .result').length > before", arg=before
        )
        self.page.wait_for_selector(DEALT)

    def open_panel(self, name: str) -> None:
        """Press a tab and wait for what its panel shows."""
        self.page.get_by_role("tab", name=name).click()
        self.page.wait_for_selector(PANELS[name])

    def says(self, start: str) -> None:
        """Wait until a line of the log begins like this."""
        wait_until(self.page, lambda: any(line.startswith(start) for line in self.said))

    def shows(self, read: Callable[[], object], wanted: object) -> None:
        """Wait until a value read from the page is as wanted."""
        wait_for_value(self.page, read, wanted)

    @property
    def cards(self) -> list[str]:
        """The cards on the felt: Player's, then Banker's, in order."""
        found: list[str] = self.page.eval_on_selector_all(
            ".hand-cards pb-card", "cards => cards.map(card => card.dataset.card)"
        )
        return found

    @property
    def said(self) -> list[str]:
        """The log, as it is read."""
        return self.page.locator(".log-lines p").all_inner_texts()

    @property
    def heard(self) -> list[str]:
        """The sentences of the live log, as a screen reader speaks them."""
        return [sentence for sentence, _ in self.page.evaluate("heard")]

    @property
    def kinds_heard(self) -> set[str]:
        """The kinds of events that were spoken."""
        return {kind for _, kind in self.page.evaluate("heard")}

    @property
    def money(self) -> list[str]:
        """The chips left to bet, stakes and the result of the last coup."""
        return self.page.locator(".money dd").all_inner_texts()


class Connection:
    """A page's connection to the server, which a test can cut or tamper with."""

    def __init__(
        self,
        page: Page,
        *,
        ask: Callable[[str], str | None] = str,
        answer: Callable[[str], str | None] = str,
    ) -> None:
        """Pass on what `ask` and `answer` make of each frame. They drop a frame with None."""
        self.is_cut = False
        self.opened: list[WebSocketRoute] = []
        self._ask, self._answer = ask, answer
        page.route_web_socket("**/ws?*", self._connect)

    def _connect(self, socket: WebSocketRoute) -> None:
        if self.is_cut:
            socket.close(code=1012)
            return
        self.opened.append(socket)
        server = socket.connect_to_server()
        socket.on_message(lambda frame: self._pass(server, self._ask(str(frame))))
        server.on_message(lambda frame: self._pass(socket, self._answer(str(frame))))

    def _pass(self, socket: WebSocketRoute, frame: str | None) -> None:
        if frame is not None:
            socket.send(frame)

    def close(self) -> None:
        """Close the connection. The page may open another."""
        self.opened[-1].close(code=1012)

    def cut(self) -> None:
        """Close the connection, and refuse others until `is_cut` is reset."""
        self.is_cut = True
        self.close()


def wait_until(page: Page, is_so: Callable[[], bool]) -> None:
    """Let the page run until a condition of the test is true."""
    wait_for_value(page, is_so, wanted=True)


def wait_for_value(page: Page, read: Callable[[], object], wanted: object) -> None:
    """Let the page run until a value is as wanted."""
    until = time.monotonic() + PATIENCE
    while (found := read()) != wanted and time.monotonic() < until:
        page.wait_for_timeout(BETWEEN_LOOKS)
    assert found == wanted, f"{found!r} is not {wanted!r}"


def click(page: Page, button: str) -> None:
    """Click the button with exactly this name."""
    page.get_by_role("button", name=button, exact=True).click()


def tab_to(page: Page, label: str) -> None:
    """Wait for a control with this name, then press Tab until it has the focus."""
    page.wait_for_function(
        "label => visible('button, input, select').some((each) =>"
        " (each.labels?.[0] ?? each).textContent.startsWith(label))",
        arg=label,
    )
    focused = "(document.activeElement.labels?.[0] ?? document.activeElement).textContent"
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate(focused).startswith(label):
            return
    raise AssertionError(f"no control {label!r} can be reached by Tab")


Box = tuple[float, float, float, float]


def box_of(page: Page, part: str | Locator) -> Box:
    """Return left, top, right and bottom."""
    box = (page.locator(part) if isinstance(part, str) else part).bounding_box()
    assert box, part
    return box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"]


def are_apart(one: Box, other: Box) -> bool:
    return one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
