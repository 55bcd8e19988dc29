"""A page's fold of frames: what it shows must be what the server would show it afresh."""

from __future__ import annotations

from typing import Any

Data = dict[str, Any]


class Screen:
    """Seats, shoe and roads as a page has them, changed only by what frames say."""

    def __init__(self, state: Data, roads: Data) -> None:
        self.roads = roads
        self.seats: dict[str, Data] = dict(state["seats"])
        self.won: list[str] = state["won"]
        of_coups = ("coups", "last", "won", "seats")
        self.table = {name: each for name, each in state.items() if name not in of_coups}

    def take(self, frame: Data) -> None:
        for event in frame["events"]:
            if event["kind"] in ("bet_placed", "bet_taken_back"):
                self._take_stake(event["data"], event["facts"])
            elif event["kind"] == "coup_dealt":
                self.won = event["facts"]["won"]
        for number, change in frame.get("seats", {}).items():
            if change is None:
                del self.seats[number]
            else:
                self.seats[number] = {**self.seats.get(number, {}), **change}
        self.table |= frame.get("table", {})

    def _take_stake(self, data: Data, facts: Data) -> None:
        seat = self.seats.get(str(data["seat"]))
        if seat is None:
            return  # sat down in the same frame, which has the whole seat
        wagers = {wager["key"]: wager for wager in seat["wagers"]}
        before = wagers.get(data["key"], {"key": data["key"], "standing": False})
        wagers[data["key"]] = {**before, "stake": facts["total"]}
        self.seats[str(data["seat"])] = {
            **seat,
            "wagers": [wager for wager in wagers.values() if wager["stake"]],
            "available": facts["available"],
            "staked": seat["bankroll"] - facts["available"],
        }

    def take_roads(self, frame: Data) -> Data:
        """Apply a frame with all roads, or with those of one coup. Return the roads."""
        if frame["type"] == "roads":
            self.roads = frame
            return frame
        wins, win = self.roads["big_road"], frame["win"]
        is_new = win and [win["column"], win["row"]] not in [[w["column"], w["row"]] for w in wins]
        letters = ("big_eye_boy", "small_road", "cockroach_pig")
        self.roads = {
            "decisions": frame["decisions"],
            "ask": frame["ask"],
            "good_road": frame["good_road"],
            "bead_plate": [*self.roads["bead_plate"], frame["bead"]],
            "big_road": [*(wins if is_new else wins[:-1]), *([win] if win else [])],
            **{road: self.roads[road] + frame[road] for road in letters},
        }
        return self.roads

    def check(self, state: Data) -> None:
        """Whether this is the state as a welcome would have it."""
        assert self.seats == state["seats"], "a seat that was not told of"
        assert self.table.items() <= state.items(), "a change that was not told of"
        assert not state["last"] or self.won == state["won"], "won bets that were not told of"
