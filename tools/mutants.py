"""Keep a seeded sample of the mutants in a cosmic-ray session: `python -m tools.mutants FILE`."""

from __future__ import annotations

import sys
from hashlib import sha256

from cosmic_ray.work_db import WorkDB, use_db
from cosmic_ray.work_item import WorkItem

SEED, COUNT = 17, 100


def _order(item: WorkItem) -> bytes:
    """Return a key that depends on this mutant alone, so other files keep their order."""
    (spec,) = item.mutations
    place = f"{SEED} {spec.module_path} {spec.operator_name} {spec.occurrence}"
    return sha256(place.encode()).digest()


def main(session: str) -> None:
    """Remove every mutant from a session but the sample."""
    with use_db(session, WorkDB.Mode.open) as database:
        filtered_out = {job for job, _ in database.results}
        left = [item for item in database.work_items if item.job_id not in filtered_out]
        database.clear()
        database.add_work_items(sorted(left, key=_order)[:COUNT])


if __name__ == "__main__":
    main(sys.argv[1])
