"""The faces of the hall: an ASGI application, its routes and its WebSocket.

guard        which requests are answered, and the headers of every answer
requests     request bodies and JSON answers
rate_limits  how often each guest and address may ask
houses       the house that a new table is opened with
records      the shoes of a table as files, cached
bankroll     the money of a seat, coup by coup, cached
odds         exact odds of the cards that no guest has seen
pages        the page and the 404 page
openapi      the description of the HTTP interface for machines
routes       every path and what answers it
socket       the WebSocket
shutdown     what guests and the terminal are told when the server stops
app          the ASGI application, and the task that turns the hall
server       uvicorn, configured for this application
"""
