"""Settings: what the game remembers of a guest from one evening to the next, and their file."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, fields
from pathlib import Path

from puntobanco.errors import StoreError

LARGEST_FILE = 1 << 16

RECORDS = ("always", "ask", "never")
"""Whether the record of a shoe is kept. The first is the default."""


@dataclass(frozen=True, slots=True)
class Settings:
    """A guest's choices. An empty or false value means no choice.

    >>> Settings.parse(Settings(house="ez", felt=True).text) == Settings(house="ez", felt=True)
    True
    """

    house: str = ""
    """The name of a house, or the path of a TOML file."""
    level: str = ""
    language: str = ""
    records: str = ""
    """Whether the record of a shoe is kept: one of `RECORDS`."""
    felt: bool = False
    sound: bool = False
    good_roads: bool = False
    """Whether good roads are named."""
    guide: bool = False
    """Whether the guest gets tips for the first coups. Off after three."""

    @classmethod
    def parse(cls, text: str) -> Settings:
        """Read a TOML text. Ignore unknown names; raise ValueError for a wrong value."""
        import tomllib  # noqa: PLC0415 - needed only with a settings file

        found = tomllib.loads(text)
        chosen = {each.name: found[each.name] for each in fields(cls) if each.name in found}
        for name, value in chosen.items():
            if type(value) is not type(getattr(cls(), name)):
                raise ValueError(f"{name} cannot be {value!r}")
        return cls(**chosen)

    @property
    def text(self) -> str:
        """The settings that were chosen, as TOML."""
        chosen = {name: value for name, value in asdict(self).items() if value}
        return "".join(
            f"{name} = {json.dumps(value, ensure_ascii=False)}\n" for name, value in chosen.items()
        )


NOTHING_CHOSEN = Settings()


def read_settings(file: Path) -> Settings:
    """Read the settings in a file. Without a file, nothing was chosen."""
    try:
        with file.open("rb") as stream:
            found = stream.read(LARGEST_FILE + 1)
    except FileNotFoundError:
        return Settings()
    except OSError as error:
        raise StoreError(error.strerror or str(error)) from error
    if len(found) > LARGEST_FILE:
        raise StoreError("too long")
    try:
        return Settings.parse(found.decode("utf-8"))
    except UnicodeDecodeError:
        raise StoreError("not UTF-8 text") from None
    except ValueError as error:
        raise StoreError(str(error)) from None


def write_settings(settings: Settings, file: Path) -> None:
    """Write these settings to the file. Create its folder, private, if it is missing."""
    from puntobanco.store import replacing  # noqa: PLC0415 - only when something was chosen

    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with replacing(file) as stream:
            stream.write(settings.text.encode())
    except OSError as error:
        why = str(error.strerror)
        raise StoreError(code="unwritten", path=str(file), text=why) from error
