"""Card counting and perfect play, through simulated shoes.

counts  counting systems as data: a tag for each rank, a start, and when to bet
jobs    shoes played by a count, or by the exact odds of every coup
"""
