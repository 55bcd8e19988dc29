"""`puntobanco` with a server that waits for deaf guests for as long as they are there."""

from __future__ import annotations

import os

from puntobanco.cli import main
from puntobanco.web.http import app, server, socket_protocol

HOUR = 3_600

if __name__ == "__main__":
    server.SEND_BUFFER = 4_096  # the kernel buffers next to nothing for a client that doesn't read
    socket_protocol.CLOSE_GRACE = HOUR
    app.CLOSE_TIMEOUT = HOUR * 1_000
    # The test deals until the deaf guest's buffers are full.
    os.environ["PUNTOBANCO_LIMITS_COMMANDS"] = "{ per_second = 20, at_once = 1_000 }"
    main()
