"""Print the five roads of a shoe in words, and write them as a picture.

The argument is the file for the picture, such as roads.svg.
"""

import sys
from pathlib import Path

from puntobanco import Roads
from puntobanco.roads import speech
from puntobanco.roads.svg import svg

roads = Roads.parse("TBBPBP.PPBB'PPT'B.BBBPB")
picture = svg(roads)

print(*speech.lines(roads), sep="\n")
for name in sys.argv[1:]:
    Path(name).write_text(picture, encoding="utf-8")
    print(f"The picture is in {name}.")
