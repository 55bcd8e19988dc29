"""How `puntobanco simulate` turns its options into a run, and a run into output.

options   the options, in groups that are values
plan      the plan of a run, with betting systems from a guest's own file
files     reports and checkpoints in files
run       run a plan on threads or a Dask cluster
progress  how far the run is, on standard error
"""
