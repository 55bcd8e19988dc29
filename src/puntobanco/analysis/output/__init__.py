"""Results for people: text, charts, one page.

tables   odds as aligned text, and as cells for other tables
_charts  the charts of a report, each with its text alternative
report   one offline page with every chart and table
"""
