"""Guests' names: which are allowed, and which look alike."""

from __future__ import annotations

import unicodedata

MAX_NAME_LENGTH = 24
"""Characters in a name; combining accents count on their own."""

MAX_MARKS = 2
"""Combining accents on one letter."""


def cleaned(text: str) -> str:
    r"""Return a name on one line without invisible characters, empty if nothing visible is left.

    Control, format, bidirectional, private and unassigned characters are removed. Then letters get
    their compatible form, so that no two names differ only in how a letter is encoded.

    >>> cleaned("  Ada\u202e\u200b  Lovelace\n")
    'Ada Lovelace'
    >>> cleaned("\uff21\uff44\uff41"), cleaned("\u2066\u2069")
    ('Ada', '')
    >>> cleaned("Jose\u200d\u0301") == cleaned("Jos\u00e9")
    True
    """
    letters: list[str] = []
    marks = 0
    for letter in unicodedata.normalize("NFKC", _without_invisible(text)):
        marks = marks + 1 if unicodedata.category(letter)[0] == "M" else 0
        if marks <= MAX_MARKS:
            letters.append(letter)
    name = " ".join(_without_invisible("".join(letters)).split())
    return name[:MAX_NAME_LENGTH].strip() if any(map(_is_visible, name)) else ""


_BLANK = frozenset(
    (
        *"\u115f\u1160\u2800\u3164\uffa0\u034f\u17b4\u17b5\u180b\u180c\u180d\u180f",
        *map(chr, range(0xFE00, 0xFE10)),
        *map(chr, range(0xE0100, 0xE01F0)),
    )
)
"""Invisible characters whose category is letter or mark, variation selectors among them."""


def _without_invisible(text: str) -> str:
    kept = (letter for letter in text if letter not in _BLANK)
    return "".join(
        " " if letter.isspace() else letter
        for letter in kept
        if letter.isspace() or unicodedata.category(letter)[0] != "C"
    )


def _is_visible(letter: str) -> bool:
    return unicodedata.category(letter)[0] not in "MZ"


def alike(name: str) -> str:
    r"""Return a name as it looks: two names that look alike return the same text.

    >>> alike("six_decks") == alike("SIX  DECKS"), alike("c1ass\u00efc") == alike("classic")
    (True, True)
    >>> alike("\u0441l\u0430ssic") == alike("classic"), alike("classics") == alike("classic")
    (True, False)
    """
    apart = unicodedata.normalize("NFKD", name.translate(_LATIN)).casefold().translate(_LATIN)
    shown = "".join(letter for letter in apart if letter.isalnum())
    return shown.replace("rn", "m").replace("vv", "w")


def mixed_alphabets(name: str) -> list[str]:
    r"""Return the alphabets of a name, if it mixes some whose letters look alike.

    >>> mixed_alphabets("Club 7"), mixed_alphabets("\u0421lub 7")
    ([], ['CYRILLIC', 'LATIN'])
    """
    found = {unicodedata.name(letter, "?").split()[0] for letter in name if letter.isalpha()}
    return sorted(found) if len(found & _ALIKE) > 1 else []


_ALIKE = {"LATIN", "GREEK", "CYRILLIC", "ARMENIAN", "CHEROKEE", "COPTIC", "LISU"}
"""Alphabets with letters that look like those of another."""

_PAIRS = {
    "АВЕКМНОРСТУХІЈЅԌ": "abekmhopctyxijsg",
    "авгеикмнорстухіјѕһӏԁԛԝѵ": "abreukmhopctyxijshldqwv",
    "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ": "abezhikmnoptyx",
    "αβγεηικνορτυχωϲ": "abyenikvoptuxwc",
    "ՍՏԼսոհօցքյ": "usiunhogpj",
    "ꓐꓴꓣꓔꓚꓡꓮꓢꓲꓳꓟꓫꓓꓰꓗꓜꓑ": "burtclasiomxdekzp",  # Lisu
    "ᏴᎡᎢᏟᏞᎪᏚᎬᏃᏢ": "brtclasezp",  # Cherokee
    "ɡɑıɩʟʀɪʏƨ": "gaiilriys",
    "lL1|05$": "iiiioss",
}
_LATIN = str.maketrans("".join(_PAIRS), "".join(_PAIRS.values()))
"""Letters, digits and signs that look like a Latin letter; l, I and 1 look like each other."""
