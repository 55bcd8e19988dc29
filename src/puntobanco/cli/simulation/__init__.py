"""How `puntobanco simulate` turns its options into a run, and a run into output.

options   the options, in groups that are values
files     reports and checkpoints in files
run       plan a run, with betting systems from a guest's own file, and do it
progress  how far the run is, on standard error
"""
