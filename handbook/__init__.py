"""The documents as a site: plain HTML pages that need no script.

public     which names are public, read from the sources
signature  how a name is called or made
reference  the public names as Markdown, from their docstrings
markdown   Markdown → HTML, with anchors, links and pictures listed
plan       which pages there are, and in which order
site       all pages, the faults of their links, and the files that they need
page.html  what every page has around its text
style.css  the look: light or dark, on paper, on a phone

`make site` writes it into `build/site`; `make test` builds it and refuses every fault.
"""
