"""The terminal: plain lines that a screen reader can follow, and the same lines in colour.

console        prints lines and asks for one, on a terminal or through a pipe
colour         adds colour to lines
line_editing   edit a line, and read single keys
sound          tones for what a coup earned
keys           the keys of the betting game
bet_lines      bets as they are typed, several in one line
shuffle_words  the word a guest adds to the shuffle, and the record of a shoe
amounts        typed amounts, and full-width letters of an input method
settings       the settings that a guest's file keeps
choices        settings shown and changed in the game
options        PlayOptions: what one run was started with, and questions to the guest
table          the guest's own table: sends commands to the croupier, prints what happened
betting        bets from a line, and several coups from one line
game           one evening: resume or sit down, play, leave
views          odds, pays, roads and past coups, which a guest may ask for
launcher       a file that starts the game when it is double-clicked
classroom      one round in class
machine        the game as a machine
circuit        the stepping game on seven-segment displays
"""
