"""How properties are tried: without a stopwatch, since a busy machine is no bug.

`make mutants` runs the tests of the rules hundreds of times, with fewer examples each.
"""

from __future__ import annotations

import os

from hypothesis import settings

settings.register_profile("steady", deadline=None)
settings.register_profile("mutants", deadline=None, max_examples=25, database=None)
settings.load_profile("mutants" if "MUTANTS" in os.environ else "steady")
