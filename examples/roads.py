"""The five roads of a shoe in words, and as a picture.

Name a file to write the picture to, such as roads.svg.
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
