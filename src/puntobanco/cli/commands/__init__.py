"""The subcommands of `puntobanco`. A module is imported when one of its subcommands is called.

play      the betting game
shoe      a whole shoe, coup by coup
classroom  `round`: one round in class; `step`: the game as a machine
deal      given cards explained; `vectors`: every order of six point values, as CSV
hardware  the game as a circuit
odds      exact odds of any shoe; `removal`: the effect of removing one card
simulate  shoes, strategies and card counting; `strategies`: the named ones
risk      ruin and goals of flat stakes
program   rolling chips, rebates and comps
roads     the scoreboards of a string of results
serve     the web table
admin     orders to a running hall
history   past shoes and evenings
audit     recomputes the books from the log; `verify`: checks the record of a shoe
care      `backup`, `restore`, `repair` and `archive` of a log
"""
