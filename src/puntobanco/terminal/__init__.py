"""The terminal: plain lines that a screen reader can follow, and the same lines in colour.

console       saying lines and asking for one, on a terminal or through a pipe
colour        the colour of a line that means the same without it
line_editing  a line that can be edited while it is typed
single_keys   key presses without Enter
keys          the keys of the betting game
words         the guest's word for a shoe
amounts       amounts of money as people type them
table         the guest's own table: commands to the croupier, and the lines about them
game          the betting game, line by line
evening       its beginning and end: resuming, sitting down, being interrupted
views         odds and roads, when asked for
shoe_files    the file of a shoe's record
classroom     one round in class
machine       the game as a machine
"""
