"""How `puntobanco simulate` turns its options into a run, and a run into output.

options   the options, in groups that are values
files     the progress of a run on standard error; reports and checkpoints in files
recorded  recorded shoes from files, and shoes to export
strategies  strategies from options, files and own functions
run       plan a run and do it
"""
