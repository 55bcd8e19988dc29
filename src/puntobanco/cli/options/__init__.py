"""Options that several commands share.

house    --house
cards    --cards FILE, and coups from given cards
common   --db, --seed, --json, --language, completion, and grouped options
numbers  amounts of money and large whole numbers
"""
