"""Which lines of the server's log are written: no line without end, whoever provokes it."""

from __future__ import annotations

import logging
from collections.abc import Callable

from puntobanco.web.rates import Buckets

LINES, LINES_AT_ONCE = 1 / 60, 5
"""Lines with the same words, a second and at once."""

LEFT_OUT = "More lines like the last one are left out for a while."


class RepeatedLines(logging.Filter):
    """Leaves out lines that come again and again, and says so once."""

    def __init__(self, elapsed: Callable[[], int]) -> None:
        super().__init__()
        self._elapsed = elapsed
        self._lines = Buckets(LINES, LINES_AT_ONCE)
        self._cut: str | None = None
        """The words of the line that was cut last."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether to write a line; the first that is cut becomes a line that says so."""
        words = str(record.msg)[:200]
        if self._lines.take(words, self._elapsed()):
            self._cut = None if self._cut == words else self._cut
            return True
        is_first, self._cut = self._cut != words, words
        if is_first:
            record.msg, record.args, record.exc_info = LEFT_OUT, (), None
        return is_first


class ClientErrors(logging.Filter):
    """Leaves out errors of a client, which are answered to the client."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a line is about the server."""
        return not record.getMessage().startswith(("Invalid ", "Unsupported upgrade "))


def limit_log(elapsed: Callable[[], int]) -> None:
    """Write only lines about the server, and none without end."""
    repeated = RepeatedLines(elapsed)
    logging.getLogger("uvicorn.error").addFilter(ClientErrors())
    for name in ("uvicorn.error", "asyncio"):
        logging.getLogger(name).addFilter(repeated)
