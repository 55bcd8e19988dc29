"""Turn the record of a shoe into CSV, with one line for each guest and bet.

Reads the .bgn file given as argument, or else shoe.bgn in this folder.
"""

import csv
import sys
from pathlib import Path

from puntobanco import read_record
from puntobanco.table import Fate

path = Path(sys.argv[1]) if sys.argv[1:] else Path(__file__).with_name("shoe.bgn")
record = read_record(path)

table = csv.writer(sys.stdout, lineterminator="\n")
table.writerow(("guest", "bet", "times", "staked", "earned"))
for seat in record.seats:
    settled = [
        bet
        for coup in record.coups
        for bet in coup.bets
        if bet.seat == seat.seat and bet.fate is not Fate.STANDS
    ]
    for key in sorted({bet.key for bet in settled}):
        alike = [bet for bet in settled if bet.key == key]
        staked = sum(bet.stake for bet in alike)  # chips are cents
        earned = sum(bet.earned for bet in alike)
        row = (seat.name, key, len(alike), f"{staked / 100:.2f}", f"{earned / 100:+.2f}")
        table.writerow(row)
