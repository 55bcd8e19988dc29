"""Options that several commands share.

shared      --db and --seed
data        --json, and how JSON is printed
house       --house
cards       --cards FILE
completion  what the shell offers after --bet, --house and --system
money       amounts of money
language    --language
count       large whole numbers
history     the options that filter past shoes and evenings
groups      several options as one argument of a command
"""
