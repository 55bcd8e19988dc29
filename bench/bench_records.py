"""Fair shoes and their records: deriving, reading, checking."""

from functools import partial

from bench.sizes import best_seconds, size
from puntobanco.fairness import GuestSeed, Seed, fair_shoe
from puntobanco.house import CLASSIC
from puntobanco.notation import check, format_record, parse_record, records
from tests.notation.tables import Evening

best = partial(best_seconds, runs=size(200, tiny=2))


def main() -> None:
    seed, guests = Seed.of_text("bench"), (GuestSeed(1, "word"),)
    derive = best(lambda: fair_shoe(CLASSIC, table="home", number=1, seed=seed, guests=guests))
    print(f"derive a shoe of 8 decks with its tree  {derive * 1e3:8.2f} ms")
    evening = Evening(CLASSIC, "bench")
    evening.play()
    (record,) = records(evening.log)
    text, coups = format_record(record), len(record.coups)
    bets = sum(len(coup.bets) for coup in record.coups)
    print(f"a record of {coups} coups and {bets} bets, {len(text)} bytes:")
    read, written = best(lambda: parse_record(text)), best(lambda: format_record(record))
    print(f"read                                    {coups / read:8,.0f} coups a second")
    print(f"write                                   {coups / written:8,.0f} coups a second")
    checked = best(lambda: check(record), runs=size(50, tiny=1))
    print(f"check                                   {checked * 1e3:8.2f} ms")
