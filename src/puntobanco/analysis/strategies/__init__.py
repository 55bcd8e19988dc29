"""Strategies: which bets to make and how much to stake, played through whole shoes.

catalogue            the named placements and stakings
placement            which bets to make, as a text
staking              how many units to bet
strategy             a placement and a staking
view                 what an own function may know
session              bankroll, unit, and when to leave
strategy_job         the job that plays a strategy
strategy_statistics  statistics over its sessions, and the verdict
_own                 own functions, checked and compiled
_own_place           calls to own functions
_arrays              whole shoes, pays and books as arrays
_program             a placement as a program for the kernel
_kernels             the kernel that plays sessions
"""
