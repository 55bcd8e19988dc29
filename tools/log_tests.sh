# The tests that `make log-mutants` runs, without the long ones and most of the simulated evenings.
# A failure must repeat to count, because the machine may be busy.

some() {
    python -m pytest -qx -n 2 "$@" tests/store tests/croupier tests/web \
        tests/cli/test_{audit,history,repair,serve}.py --deselect=tests/web/test_{kill,fuzz,soak}.py \
        --deselect=tests/web/test_simulation.py::test_whatever_happens_the_books_agree_and_guests_see_what_the_log_says[{1..9} \
        --deselect=tests/web/test_disk_simulation.py::test_whatever_the_disk_does_the_log_keeps_what_was_acknowledged[{1..9}
}

export MUTANTS=1
some || some --last-failed
