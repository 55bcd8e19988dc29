"""What the betting game remembers of a guest, and what the command line says instead."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from puntobanco.cli.options.language import LANGUAGES
from puntobanco.errors import PuntoBancoError, StoreError
from puntobanco.terminal.settings import NOTHING_CHOSEN, Settings, read_settings

if TYPE_CHECKING:
    from puntobanco.house import House

CLASSIC, NORMAL = "classic", "normal"
LEVELS = ("terse", NORMAL, "full")


@dataclass(slots=True)
class Remembered:
    """The settings of a file, and why they or their house were ignored, if they were."""

    file: Path | None
    settings: Settings = NOTHING_CHOSEN
    damage: str = ""
    lost_house: str = ""

    @classmethod
    def read(cls, file: Path | None) -> Remembered:
        """Read a file; a damaged one is as good as none."""
        if file is None:
            return cls(None)
        try:
            settings = read_settings(file)
        except StoreError as error:
            return cls(file, damage=str(error))
        if settings.level not in ("", *LEVELS):
            return cls(file, damage=f"level cannot be {settings.level!r}")
        if settings.language not in ("", *LANGUAGES):
            return cls(file, damage=f"language cannot be {settings.language!r}")
        return cls(file, settings)

    def rules(self, house: str | None) -> House:
        """The house that was asked for, else the remembered one, else the classic one."""
        from puntobanco.cli.options.house import HouseType

        if house is None and self.settings.house:
            try:
                return HouseType().convert(self.settings.house, None, None)
            except (PuntoBancoError, click.BadParameter) as error:
                self.lost_house = str(error)
                self.settings = replace(self.settings, house="")
        return HouseType().convert(CLASSIC if house is None else house, None, None)
