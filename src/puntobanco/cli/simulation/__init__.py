"""How `puntobanco simulate` turns its options into a run, and a run into output.

options   the options, in groups that are values
files     reports and checkpoints in files
recorded  recorded shoes from files, and shoes to export
strategies  strategies from options, files and own functions
run       plan a run and do it
progress  how far the run is, on standard error
"""
