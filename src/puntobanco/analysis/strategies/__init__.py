"""Betting systems, played by many guests through simulated shoes.

catalogue          the built-in systems by name
_own_system        a guest's own function, checked and compiled
systems            betting systems: the next stake, from what happened so far
session            the session of a guest: bankroll, base stake, and when to leave
system_job         the job that plays a system
system_statistics  statistics over the guests who played it
"""
