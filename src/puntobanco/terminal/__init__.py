"""The terminal: plain lines that a screen reader can follow, and the same lines in colour.

console        print lines, ask for one, and read single keys
colour         add colour to lines
sound          play tones for what a coup earned
grammar        a typed line: bets, a key or a mistake
amounts        typed amounts, and full-width letters of an input method
settings       the file that remembers a guest's settings
options        PlayOptions: what one run was started with, and settings changed in the game
guide          tips for a newcomer's first coups
table          the guest's own table: send commands to the croupier, print what happened
shuffle_words  the word a guest adds to the shuffle, and the record of a shoe
views          odds, pays, roads and past coups
betting        place the bets of a line, and deal several coups from one line
game           one evening: resume or sit down, play, leave
machine        the game as a machine
drilling       questions and answers, and the file of what was learned
replaying      a past shoe, step by step
circuit        the stepping game on seven-segment displays
"""
