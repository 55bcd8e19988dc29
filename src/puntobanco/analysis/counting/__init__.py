"""Card counting and perfect play, through simulated shoes.

counts            counting systems as data: a tag for each rank, a start, and when to bet
count_job         the job that keeps a count through shoes
perfect_play      the job that prices every bet before every coup
count_statistics  what counting came to
"""
