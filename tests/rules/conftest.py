"""`make mutants` runs these tests hundreds of times, with few examples each."""

from __future__ import annotations

import os

from hypothesis import settings

settings.register_profile("mutants", max_examples=25, deadline=None, database=None)
if "MUTANTS" in os.environ:
    settings.load_profile("mutants")
