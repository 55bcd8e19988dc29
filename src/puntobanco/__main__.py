"""``python -m puntobanco`` is the command `puntobanco`."""

from puntobanco.cli import main

if __name__ == "__main__":
    main()
