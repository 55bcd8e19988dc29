"""BAC1 as a stranger would write it from docs/fairness.md, without the package.

`python -m tests.fairness.reference` writes the published vectors, tests/vectors/fairness.json.
"""

import hashlib
import hmac
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

VECTORS = Path(__file__).parent.parent / "vectors" / "fairness.json"
RULES = Path(__file__).parent.parent / "vectors" / "rules"


def sha(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def mac(key: bytes, data: bytes) -> bytes:
    return hmac.new(key, data, hashlib.sha256).digest()


def parts(*each: bytes) -> bytes:
    return b"".join(len(part).to_bytes(4, "big") + part for part in each)


def u64(number: int) -> bytes:
    return number.to_bytes(8, "big")


def house_commitment(seed: bytes, table: str, number: int, rules: str) -> bytes:
    return sha(parts(b"BAC1 house", seed, table.encode(), u64(number), rules.encode()))


def guest_commitment(house: bytes, seat: int, text: str) -> bytes:
    return sha(parts(b"BAC1 guest", house, u64(seat), text.encode()))


def mixed(guests: tuple[tuple[int, str], ...]) -> bytes:
    if not guests:
        return b""
    listed = [part for seat, text in sorted(guests) for part in (u64(seat), text.encode())]
    return sha(parts(b"BAC1 mix", *listed))


def stream(seed: bytes, mix: bytes) -> Iterator[int]:
    key = mac(seed, b"BAC1 order\0" + mix)
    counter = 0
    while True:
        block = mac(key, u64(counter))
        for word in range(8):
            yield int.from_bytes(block[4 * word : 4 * word + 4], "big")
        counter += 1


def order(decks: int, seed: bytes, mix: bytes) -> list[str]:
    cards = [rank + suit for _ in range(decks) for suit in "cdhs" for rank in "A23456789TJQK"]
    source = stream(seed, mix)
    for last in range(len(cards) - 1, 0, -1):
        count = last + 1
        word = next(source)
        while word >= 2**32 - 2**32 % count:
            word = next(source)
        chosen = word % count
        cards[last], cards[chosen] = cards[chosen], cards[last]
    return cards


def salt(seed: bytes, mix: bytes, position: int) -> bytes:
    block = mac(mac(seed, b"BAC1 salt\0" + mix), u64(position // 2))
    return block[:16] if position % 2 == 0 else block[16:]


def leaves(cards: list[str], seed: bytes, mix: bytes) -> list[bytes]:
    return [
        sha(b"\0" + place.to_bytes(4, "big") + salt(seed, mix, place) + card.encode())
        for place, card in enumerate(cards)
    ]


def split(count: int) -> int:
    """Return the largest power of two below the count, where RFC 6962 splits."""
    power = 1
    while 2 * power < count:
        power *= 2
    return power


def root(hashes: list[bytes]) -> bytes:
    if len(hashes) == 1:
        return hashes[0]
    half = split(len(hashes))
    return sha(b"\1" + root(hashes[:half]) + root(hashes[half:]))


def beside(hashes: list[bytes], place: int) -> list[bytes]:
    """Return RFC 6962's audit path, from the leaf upward."""
    if len(hashes) == 1:
        return []
    half = split(len(hashes))
    if place < half:
        return [*beside(hashes[:half], place), root(hashes[half:])]
    return [*beside(hashes[half:], place - half), root(hashes[:half])]


def vector(
    decks: int,
    rules: str,
    seed: bytes,
    *,
    table: str,
    number: int,
    guests: tuple[tuple[int, str], ...] = (),
) -> dict[str, Any]:
    commitment, mix = house_commitment(seed, table, number, rules), mixed(guests)
    cards = order(decks, seed, mix)
    hashes = leaves(cards, seed, mix)
    source = stream(seed, mix)
    return {
        "seed": seed.hex(),
        "table": table,
        "shoe": number,
        "decks": decks,
        "rules": rules,
        "commitment": commitment.hex(),
        "guests": [
            {
                "seat": seat,
                "seed": text,
                "commitment": guest_commitment(commitment, seat, text).hex(),
            }
            for seat, text in guests
        ],
        "mix": mix.hex(),
        "words": [next(source) for _ in range(10)],
        "order": " ".join(cards),
        "root": root(hashes).hex(),
        "paths": [
            {
                "position": place,
                "card": cards[place],
                "salt": salt(seed, mix, place).hex(),
                "beside": [each.hex() for each in beside(hashes, place)],
            }
            for place in (0, 1, len(cards) // 2, len(cards) - 1)
        ],
    }


def vectors() -> list[dict[str, Any]]:
    rules = {path.stem: path.read_text("utf-8") for path in RULES.glob("*.toml")}
    counted = bytes(range(32))
    guests = ((3, "égalité ♥"), (1, "7"), (14, "x y"))
    return [
        vector(8, rules["classic"], counted, table="home", number=1),
        vector(8, rules["classic"], counted, table="home", number=2, guests=((1, "rosebud"),)),
        vector(8, rules["ez"], b"\xff" * 32, table="a", number=2**40, guests=guests),
        vector(
            6, rules["six_decks"], sha(b"six"), table="Zürich 3", number=77, guests=((2, "lucky"),)
        ),
        vector(1, rules["classroom"], bytes(32), table="class", number=1),
    ]


if __name__ == "__main__":
    VECTORS.write_text(json.dumps(vectors(), ensure_ascii=False, indent=1) + "\n", "utf-8")
