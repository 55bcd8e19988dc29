"""The terminal: plain lines that a screen reader can follow, and the same lines in colour.

console        prints lines and asks for one, on a terminal or through a pipe
colour         adds colour to lines
line_editing   a line that can be edited while it is typed
single_keys    key presses without Enter
sound          tones for what a coup earned
keys           the keys of the betting game
bet_lines      bets as they are typed, several in one line
prompts        questions in which q, ? and z work
shuffle_words  the guest's word for a shuffle
half_width     what is typed while an input method is on
amounts        amounts of money as people type them
settings       what is remembered from one evening to the next, and its file
options        PlayOptions: what one run of the game was started with
choices        the settings, shown and changed in the game
table          the guest's own table: gives commands to the croupier, prints what happened
betting        typed bets become stakes; what is missing is asked for
series         several coups by one line
game           the betting game: reads a line and follows it
evening        one evening: resuming or sitting down, play, interruption
views          odds, pays, roads and past coups, which a guest may ask for
launcher       a file that starts the game when it is double-clicked
shoe_files     writes the record of a shoe to a file
classroom      one round in class
machine        the game as a machine
circuit        the same machine, played by the circuit
segments       seven-segment displays drawn with letters
"""
