"""Betting systems, played by many guests through simulated shoes.

systems      the systems by name, a guest's own, and the job that plays one
_own_system  checks and compiles a guest's own function
figures      what became of the guests who played a system
"""

from puntobanco.analysis.strategies.systems import SYSTEMS, Session, System, find, own

__all__ = ["SYSTEMS", "Session", "System", "find", "own"]
