"""The terminal: plain lines that a screen reader can follow, and the same lines in colour.

console        print lines, in colour too, ask for one, and read single keys
sound          play tones for what a coup earned
grammar        a typed line: bets, a key or a mistake
amounts        typed amounts, full-width letters, and the guest's word for the shuffle
options        PlayOptions: what one run was started with; the settings and their file
guide          tips for a newcomer's first coups
table          the guest's own table: send commands to the croupier, print what happened; records
views          odds, pays, roads and past coups
betting        place the bets of a line, and deal several coups from one line
game           one evening: lines that are read and followed
arrival        resume an evening or sit down
machine        the game as a machine
drilling       questions and answers, and the file of what was learned
replaying      a past shoe, step by step
circuit        the stepping game on seven-segment displays
"""
