"""The terminal: plain lines that a screen reader can follow, and the same lines in colour.

console        prints lines and asks for one, on a terminal or through a pipe
colour         adds colour to lines
line_editing   a line that can be edited while it is typed
single_keys    key presses without Enter
keys           the keys of the betting game
shuffle_words  the guest's word for a shuffle
amounts        amounts of money as people type them
options        PlayOptions: what one run of the game was started with
table          the guest's own table: gives commands to the croupier, prints what happened
game           the betting game: reads a line and follows it
evening        one evening: resuming or sitting down, play, interruption
views          odds and roads, which a guest may ask for
shoe_files     writes the record of a shoe to a file
classroom      one round in class
machine        the game as a machine
circuit        the same machine, played by the circuit
segments       seven-segment displays drawn with letters
"""
