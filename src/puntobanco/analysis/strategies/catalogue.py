"""The built-in betting systems by name; readable without the extra ``lab``."""

from __future__ import annotations

BUILT_IN = {
    "flat": "always one unit",
    "martingale": "double after a loss, one unit after a win",
    "paroli": "double after a win, one unit after three wins",
    "dalembert": "one unit more after a loss, one less after a win",
    "fibonacci": "on in 1 1 2 3 5 … after a loss, two back after a win",
    "labouchere": "both ends of a line that begins as 1 2 3 4",
    "1-3-2-6": "1, 3, 2 and 6 units while it wins",
    "oscar": "one unit more after a win, to win each series by one",
}
"""What each system does. A system's place here is its number in the kernel `next_stake`."""
