"""The betting clock, and guests who are not ready yet."""

from __future__ import annotations

from puntobanco.announcer.words import Level, count, fitted, listed

MOST_NAMES = 2
"""The most waited-for guests that are named; more are counted."""

NO_MORE_BETS = "No more bets."


def time_line(ms: int, level: Level = Level.NORMAL) -> str:
    """The betting clock starts.

    >>> time_line(15_000), short_line(5_000), longer_line(15_000, name="Ada")
    ('Place your bets: 15 seconds.', 'Time: 5 seconds left.', 'Ada takes more time: 15 seconds.')
    """
    return f"{_seconds(ms)}." if level is Level.TERSE else f"Place your bets: {_seconds(ms)}."


def short_line(ms: int, level: Level = Level.NORMAL) -> str:
    """Little betting time is left."""
    return f"{_seconds(ms)}." if level is Level.TERSE else f"Time: {_seconds(ms)} left."


def longer_line(ms: int, level: Level = Level.NORMAL, *, name: str | None = None) -> str:
    """A guest restarted the betting clock; without a name, it is the guest who reads this."""
    if level is Level.TERSE or name is None:
        return f"More time: {_seconds(ms)}."
    return f"{name} takes more time: {_seconds(ms)}."


def ready_lines(names: list[str]) -> list[str]:
    """Who wants the cards.

    >>> ready_lines(["Ada", "Grace"]), cards_lines(9_500, is_waiting=True)
    (['Ready to deal: Ada, Grace.'], ['Cards: in 10 seconds, or when all are ready.'])
    """
    return fitted(f"Ready to deal: {', '.join(names)}.")


def waiting_words(names: list[str]) -> str:
    """Who is waited for, for a guest who is ready.

    >>> waiting_words(["Ada", "Grace"]), waiting_words(["Ada", "Grace", "Bob"])
    ('waiting for Ada and Grace', 'waiting for 3 guests')
    """
    if not names:
        return ""
    return f"waiting for {listed(names) if len(names) <= MOST_NAMES else f'{len(names)} guests'}"


def cards_lines(ms: int, *, is_waiting: bool) -> list[str]:
    """When the cards come, at the latest if others are still waited for."""
    others = ", or when all are ready" if is_waiting else ""
    return [f"Cards: in {_seconds(ms)}{others}."]


def called_off_lines() -> list[str]:
    """The last guest who was ready has left."""
    return ["Deal called off: nobody is ready any more."]


def _seconds(ms: int) -> str:
    return count(max(0, -(-ms // 1_000)), "second")
