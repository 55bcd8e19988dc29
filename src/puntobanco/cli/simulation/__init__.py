"""How `puntobanco simulate` turns its options into a run, and a run into output.

options     the options, in groups that are values
plan        the plan that the options ask for
own_system  a betting system from a guest's own file
files       the report and the checkpoint: checked and opened before any work
run         plays a plan, until it is done or Ctrl-C stops it
workers     threads of this process, or a Dask cluster
checkpoint  what is done, kept in a file and resumed from it
progress    how far the run is, on standard error
printing    the results as text, JSON, CSV or Markdown
"""
