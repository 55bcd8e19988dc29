"""The HTTP and WebSocket interface of the hall, as an ASGI application.

guard            origins, cookies and rate limits
requests         request bodies and JSON responses
houses           houses, and exact odds of the unseen cards
tables           the lobby's tables, and links that invite to one
drills           questions on the page, and what guests have learned
records          past shoes and bankrolls of a table, cached
shoe_page        one shoe as one HTML file, which replays and verifies itself
replays          past shoes with one guest's bets, for the page or as a file
files            the files of the page, named by their content
pages            the page, with what its first screen needs, and the 404 page
openapi          OpenAPI and AsyncAPI descriptions
routes           every path, and the handler that answers it
socket           the WebSocket, as the application sees it
app              the ASGI application: start, turns, close in order
connection       what all connections have in common
http_protocol    HTTP/1.1, with deadlines for requests and responses
server           the server: addresses and signals
metrics          metrics for Prometheus, on an address of their own
log_slices       reads the log in slices, so that nobody waits for a long read
socket_protocol  WebSocket connections, and their frames
"""
