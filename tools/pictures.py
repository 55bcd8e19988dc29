"""Take the pictures of the README: `python -m tools.pictures`.

It needs Chromium, and Pillow, which no other part needs: `pip install pillow`. The tables and the
moving picture of a coup are real ones, played in a browser.
"""

from __future__ import annotations

from base64 import b64decode
from importlib import import_module
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Browser

from puntobanco.house import CLASSIC
from tests import chromium
from tests.browser.casino import (
    AT_ONCE,
    SEED,
    Casino,
    coups_of,
    has_six_cards,
    opened,
    seed_where,
)
from tests.browser.guest import DEALT, Box, Guest, box_of

IMAGES = Path(__file__).parents[1] / "docs" / "images"

COUPS = 28
"""Coups on the roads of the pictures. In the last, Banker has a pair."""

WIDTH = 640
"""Pixels of the moving picture."""

MARGIN = 8
"""Pixels of the page around the board in the moving picture."""

BETWEEN = 110
"""The least milliseconds between two of its frames."""

LAST = 3_000
"""Milliseconds that it shows its last frame."""


def _guest(
    browser: Browser, casino: Casino, size: tuple[int, int], *, scale: int = 1, **settings: object
) -> Guest:
    width, height = size
    context = browser.new_context(
        base_url=casino.address,
        viewport={"width": width, "height": height},
        device_scale_factor=scale,
    )
    guest = Guest(context)
    guest.come("Ada", settings, width=width, height=height)
    return guest


def _played(guest: Guest) -> None:
    """Play some coups without animations, and win the last."""
    guest.sit_alone()
    *_, last = coups_of(SEED)[:COUPS]
    for _ in range(COUPS - 1):
        guest.deal()
    guest.choose(100)
    guest.bet(last.outcome(CLASSIC.naturals).value)
    guest.bet("banker_pair")
    guest.deal()
    guest.page.wait_for_timeout(2_000)  # the winner has flashed


def _recorded(guest: Guest, casino: Casino) -> tuple[list[tuple[float, bytes]], Box]:
    """Play one coup at the brisk pace. Return its frames, their times in seconds, and the board."""
    casino.arrange(seed=seed_where(has_six_cards), pace=AT_ONCE)
    page = guest.sit_alone()
    guest.bet("banker")
    frames: list[tuple[float, bytes]] = []
    tools = guest.context.new_cdp_session(page)

    def seen(frame: dict[str, Any]) -> None:
        frames.append((frame["metadata"]["timestamp"], b64decode(frame["data"])))
        tools.send("Page.screencastFrameAck", {"sessionId": frame["sessionId"]})

    tools.on("Page.screencastFrame", seen)
    tools.send("Page.startScreencast", {"format": "png"})
    page.locator(".deal").click()
    page.wait_for_selector("pb-stage[data-dealing]")
    page.wait_for_selector(DEALT)
    page.wait_for_timeout(2_000)  # the winner has flashed
    tools.send("Page.stopScreencast")
    page.wait_for_timeout(500)  # the last frames are acknowledged
    left, top, right, bottom = box_of(page, ".board")
    return frames, (left - MARGIN, top - MARGIN, right + MARGIN, bottom + MARGIN)


def _pillow() -> Any:  # noqa: ANN401 - a module that only this tool needs
    return import_module("PIL.Image")


def _save_still(picture: bytes, path: Path) -> None:
    """Write a screenshot as WebP, which takes a tenth of the bytes."""
    _pillow().open(BytesIO(picture)).convert("RGB").save(path, quality=85, method=6)


def _save_moving(frames: list[tuple[float, bytes]], box: Box, path: Path) -> None:
    image = _pillow()
    kept: list[tuple[float, Any]] = []
    for at, data in frames:
        is_last = at == frames[-1][0]
        if kept and not is_last and (at - kept[-1][0]) * 1_000 < BETWEEN:
            continue
        picture = image.open(BytesIO(data)).convert("RGB").crop(box)
        size = WIDTH, round(picture.height * WIDTH / picture.width)
        kept.append((at, picture.resize(size, image.Resampling.LANCZOS)))
    times = [at for at, _ in kept]
    lasting = [round((after - at) * 1_000) for at, after in pairwise(times)]
    first, *others = (picture for _, picture in kept)
    first.save(
        path,
        save_all=True,
        append_images=others,
        duration=[*lasting, LAST],
        loop=0,
        quality=70,
        method=6,
        allow_mixed=True,
    )


def main() -> None:
    """Take every picture."""
    with (
        TemporaryDirectory() as folder,
        opened(Path(folder), pace=AT_ONCE) as casino,
        chromium.started() as browser,
    ):
        for name, size, scale in (("table", (1440, 900), 1), ("phone", (390, 844), 2)):
            guest = _guest(browser, casino, size, scale=scale, pace="none")
            _played(guest)
            _save_still(guest.page.screenshot(), IMAGES / f"{name}.webp")
            guest.context.close()
        guest = _guest(browser, casino, (1024, 700), pace="brisk")
        _save_moving(*_recorded(guest, casino), IMAGES / "coup.webp")


if __name__ == "__main__":
    main()
