"""Options that reach a command as one value."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from functools import wraps
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Command = Callable[..., Any]


def grouped(
    name: str, kind: type[DataclassInstance], *options: Callable[[Command], Command]
) -> Callable[[Command], Command]:
    """These options as one argument of a command: a `kind`, which has a field for each of them."""
    names = [each.name for each in fields(kind)]

    def decorate(command: Command) -> Command:
        @wraps(command)
        def with_group(**values: object) -> object:
            own = {each: values.pop(each) for each in names}
            return command(**values, **{name: kind(**own)})

        decorated: Command = with_group
        for option in reversed(options):
            decorated = option(decorated)
        return decorated

    return decorate
