"""Betting systems, played by many guests through simulated shoes.

catalogue    the built-in systems by name
systems      the systems themselves, a guest's own, and the job that plays one
_own_system  checks and compiles a guest's own function
figures      what became of the guests who played a system
"""
