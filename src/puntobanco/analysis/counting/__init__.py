"""Card counting and perfect play, through simulated shoes.

counts            counting systems as data: a tag for each rank, a start, and when to bet
count_statistics  jobs that count through shoes, or price every bet before every coup; results
"""
