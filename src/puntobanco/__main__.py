"""``python -m puntobanco`` is the command `puntobanco`."""

import _signal as signal  # type: ignore[import-not-found] # as `signal`, and loaded with Python

_HEARS_CTRL_C = signal.getsignal(signal.SIGINT) is signal.default_int_handler
"""False in the background of a script, where Ctrl-C is for others."""
if _HEARS_CTRL_C:
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # no traceback while modules are loaded

from puntobanco.cli import main  # noqa: E402 - after the lines above


def run() -> None:
    """Run the command; from here on it hears Ctrl-C itself."""
    if _HEARS_CTRL_C:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    main()


if __name__ == "__main__":
    run()
