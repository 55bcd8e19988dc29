"""Plain HTML tables, with which notebooks show values."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

_ESCAPES = str.maketrans(
    {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;"}
)  # `html.escape` does the same, but is slow to import


def html_table(caption: str, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a table with a caption and a header for each column and row."""
    head = "".join(f'<th scope="col">{_escaped(column)}</th>' for column in columns)
    body = "".join(f"<tr>{_cells(row)}</tr>" for row in rows)
    return (
        f"<table><caption>{_escaped(caption)}</caption>"
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    )


def _cells(row: Sequence[object]) -> str:
    first, *others = map(_escaped, row)
    return f'<th scope="row">{first}</th>' + "".join(f"<td>{cell}</td>" for cell in others)


def _escaped(value: object) -> str:
    return str(value).translate(_ESCAPES)
