"""Card counting and perfect play, through simulated shoes.

counts            counting systems as data: a tag for each rank, a start, and when to bet
count_jobs        jobs that keep a count through shoes, or price every bet before every coup
count_statistics  what counting came to
"""
