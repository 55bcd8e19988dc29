"""The HTTP and WebSocket interface of the hall, as an ASGI application.

guard            origins, cookies and rate limits
requests         request bodies and JSON responses
tables           the lobby, invitations, the houses of new tables, and exact odds
drills           questions on the page, and what guests have learned
records          past shoes and bankrolls: read in slices, cached, and replayed
files            the files of the page, named by their content, and a shoe as one file
pages            the page, with what its first screen needs, and the 404 page
openapi          OpenAPI and AsyncAPI descriptions
routes           every path, and the handler that answers it
socket           the WebSocket, as the application sees it
app              the ASGI application: start, turns, close in order
connection       what all connections have in common
http_protocol    HTTP/1.1, with deadlines for requests and responses
server           the server: addresses and signals
metrics          metrics for Prometheus, on an address of their own
admin_socket     orders of the log's owner, through a socket beside the file
socket_protocol  WebSocket connections, and their frames
"""
