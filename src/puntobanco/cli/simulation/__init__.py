"""How `puntobanco simulate` turns its options into a run, and a run into output.

options   the options, in groups that are values
files     the progress of a run on standard error; reports and checkpoints in files
inputs    recorded shoes from files, shoes to export, strategies from options and files
run       plan a run and do it
"""
