"""``python -m puntobanco`` is the command `puntobanco`."""

import _signal as signal  # type: ignore[import-not-found] # as `signal`, and loaded with Python

_HEARS_CTRL_C = signal.getsignal(signal.SIGINT) is signal.default_int_handler
"""False if a script started us in the background, where Ctrl-C must not reach us."""
if _HEARS_CTRL_C:
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # no traceback while modules are loaded

from puntobanco.cli import main  # noqa: E402 - after the lines above


def run() -> None:
    """Run the command, which handles Ctrl-C itself from here on."""
    if _HEARS_CTRL_C:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    main()


if __name__ == "__main__":
    run()
