"""What the page's tests expect of stakes is what the announcer says today."""

from __future__ import annotations

from tests.page import stake_samples


def test_the_samples_are_what_the_announcer_says() -> None:
    assert stake_samples.FILE.read_text(encoding="utf-8") == stake_samples.text(), "make docs"


def test_the_samples_hold_every_case() -> None:
    said = stake_samples.samples()["said"]
    own = [each["heard_own"]["normal"] for each in said]
    assert [] in own, "stakes that are heard in one sentence"
    assert any("spots" in line for lines in own for line in lines), "stakes that are summed up"
    assert any("in all" in line for each in said for line in each["read"]["terse"])
    assert any("in seat" in line for each in said for line in each["read"]["terse"])
