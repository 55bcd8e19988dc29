"""Which lines of the server's log are written: no line without end, whoever provokes it."""

from __future__ import annotations

import logging
from collections.abc import Callable

from puntobanco.web.rates import Buckets

LINES, LINES_AT_ONCE = 1 / 60, 5
"""Lines with the same words, a second and at once."""

SERVER_LOG = logging.getLogger("puntobanco.server")
"""The log of the server itself. Errors of a client are answered to the client, and not written."""

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


def limit_log(elapsed: Callable[[], int]) -> None:
    """Write no line without end."""
    repeated = RepeatedLines(elapsed)
    for logger in (SERVER_LOG, logging.getLogger("asyncio")):
        logger.addFilter(repeated)
