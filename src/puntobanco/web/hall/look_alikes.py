"""Which names can be taken for each other."""

from __future__ import annotations

import unicodedata


def alike(name: str) -> str:
    r"""A name as it looks: two names that can be taken for each other give the same text.

    >>> alike("six_decks") == alike("SIX  DECKS"), alike("c1ass\u00efc") == alike("classic")
    (True, True)
    >>> alike("\u0441l\u0430ssic") == alike("classic"), alike("classics") == alike("classic")
    (True, False)
    """
    apart = unicodedata.normalize("NFKD", name.translate(_LATIN)).casefold().translate(_LATIN)
    shown = "".join(letter for letter in apart if letter.isalnum())
    return shown.replace("rn", "m").replace("vv", "w")


def mixed_alphabets(name: str) -> list[str]:
    r"""The alphabets of a name, if it mixes some whose letters look alike.

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
