"""Colours as people with colour vision deficiencies see them.

The matrices are those of Machado, Oliveira and Fernandes (2009), "A physiologically-based model
for simulation of color vision deficiency", at full severity, for linear sRGB.
"""

from __future__ import annotations

from math import dist

Three = tuple[float, float, float]

VISIONS: dict[str, tuple[Three, Three, Three]] = {
    "full": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def difference(one: str, other: str, vision: str) -> float:
    """Return the CIE 1976 difference of two colours. 2.3 is just noticeable."""
    return dist(_lab(_seen(one, vision)), _lab(_seen(other, vision)))


def contrast(one: str, other: str) -> float:
    """Return the WCAG contrast ratio of two colours."""
    darker, lighter = sorted(_luminance(_linear(colour)) for colour in (one, other))
    return (lighter + 0.05) / (darker + 0.05)


def _linear(colour: str) -> Three:
    red, green, blue = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    return _expanded(red), _expanded(green), _expanded(blue)


def _expanded(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)


def _seen(colour: str, vision: str) -> Three:
    parts = _linear(colour)
    red, green, blue = (
        min(1.0, max(0.0, sum(weight * part for weight, part in zip(row, parts, strict=True))))
        for row in VISIONS[vision]
    )
    return red, green, blue


def _luminance(parts: Three) -> float:
    red, green, blue = parts
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _lab(parts: Three) -> Three:
    red, green, blue = parts
    x = _root((0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047)
    y = _root(_luminance(parts))
    z = _root((0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _root(part: float) -> float:
    return float(part ** (1 / 3)) if part > 0.008856 else 7.787 * part + 16 / 116
