"""The manual pages, from the help of the commands: `python -m tools.man_pages FOLDER`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from inspect import cleandoc
from pathlib import Path

import click

from puntobanco import __version__
from puntobanco.cli.entry import group


def man_pages() -> dict[str, str]:
    """Return the text of each page by file name."""
    return {
        f"{context.command_path.replace(' ', '-')}.1": _page(context)
        for context in _contexts(click.Context(group, info_name="puntobanco"))
    }


def _contexts(context: click.Context) -> Iterator[click.Context]:
    yield context
    if isinstance(context.command, click.Group):
        for name in context.command.list_commands(context):
            command = context.command.get_command(context, name)
            if command is not None:
                yield from _contexts(click.Context(command, parent=context, info_name=name))


def _page(context: click.Context) -> str:
    name = context.command_path.replace(" ", "-")
    usage = " ".join(context.command.collect_usage_pieces(context))
    lines = [
        f'.TH "{_roff(name.upper())}" 1 "" "puntobanco {__version__}"',
        ".SH NAME",
        f"{_roff(name)} \\- {_roff(context.command.get_short_help_str(200))}",
        ".SH SYNOPSIS",
        f"\\fB{_roff(context.command_path)}\\fR {_roff(usage)}",
        ".SH DESCRIPTION",
        *(_roff(line) or ".PP" for line in cleandoc(context.command.help or "").splitlines()),
    ]
    return "\n".join((*lines, *_options(context), *_subcommands(context), ""))


def _options(context: click.Context) -> Iterator[str]:
    yield ".SH OPTIONS"
    for parameter in context.command.get_params(context):
        record = parameter.get_help_record(context)
        if record:
            option, text = record
            yield from (".TP", f"\\fB{_roff(option)}\\fR", _roff(text))


def _subcommands(context: click.Context) -> Iterator[str]:
    if isinstance(context.command, click.Group):
        start = context.command_path.replace(" ", "-")
        names = (f"{start}-{each}" for each in context.command.list_commands(context))
        yield ".SH SEE ALSO"
        yield ", ".join(f"\\fB{_roff(name)}\\fR(1)" for name in names)


def _roff(text: str) -> str:
    escaped = text.replace("\\", "\\e").replace("-", "\\-").replace('"', "\\(dq")
    return f"\\&{escaped}" if escaped[:1] in {".", "'"} else escaped


def main() -> None:
    """Write every page into the given folder."""
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in man_pages().items():
        (folder / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
