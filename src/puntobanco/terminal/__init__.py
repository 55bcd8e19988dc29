"""The terminal: plain lines that a screen reader can follow, and the same lines in colour.

console    saying lines and asking for one, on a terminal or through a pipe
amounts    dollars as they are typed
keys       the keys of the betting game
seat       one guest's table: what is asked of the croupier, and what is said about it
game       the betting game
views      odds, roads and fairness, when asked for
records    where the record of a shoe goes
classroom  one round in class
machine    the game as a machine
single_keys  key presses without Enter
"""
