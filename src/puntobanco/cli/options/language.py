"""The option `--language`, and the language of the system."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

import click

LANGUAGES = ("en", "fr", "es", "zh-Hant", "zh-Hans")
"""The languages that have a catalogue; named here too, for catalogues are slow to import."""

TRADITIONAL = ("hant", "tw", "hk", "mo")
"""Parts of the name of a locale that writes traditional Chinese."""


def system_language(environment: Mapping[str, str]) -> str:
    """The language of the system's locale, if there are words for it; else English.

    >>> [system_language({"LANG": name}) for name in ("fr_FR.UTF-8", "C.UTF-8", "de_DE", "")]
    ['fr', 'en', 'en', 'en']
    """
    names = (environment.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    locale = next(filter(None, names), "").lower().partition(".")[0].replace("-", "_")
    language, *parts = locale.partition("@")[0].split("_")
    if language == "zh":
        language = "zh-Hant" if any(part in TRADITIONAL for part in parts) else "zh-Hans"
    return language if language in LANGUAGES else "en"


def _chosen(_: click.Context, __: click.Parameter, language: str | None) -> str:
    return language or system_language(os.environ)


def language_option(command: Any) -> Any:  # noqa: ANN401 - as click types its decorators
    """Add the option to a command."""
    return click.option(
        "--language",
        type=click.Choice(LANGUAGES),
        envvar="PUNTOBANCO_LANGUAGE",
        callback=_chosen,
        help="The language of everything that is said. Default: the system's.",
    )(command)
