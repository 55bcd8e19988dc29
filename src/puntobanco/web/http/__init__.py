"""The HTTP and WebSocket interface of the hall, as an ASGI application.

guard           which origins may send requests, and the headers of every response
requests        request bodies and JSON responses
rate_limits     how often each guest and address may send requests
houses          the house that a new table is opened with
invitations     the link that invites to a table
tables          tables as the lobby lists them
reading         reads the log in slices and in turn
records         the shoes of a table as files, cached
bankroll        the bankroll of a seat, coup by coup, cached
odds            exact odds of the unseen cards of a table
files           the files of the page, named by their content
pages           the page, with what its first screen needs, and the 404 page
openapi         the OpenAPI description of the requests
asyncapi        the AsyncAPI description of the socket
routes          every path, and the handler that answers it
socket          the WebSocket, as the application sees it
log_lines       which lines of the server's log are written
shutdown        what guests and the terminal are told when the server stops
turn_loop       the task that runs the hall's turns
app             the ASGI application
connection      what HTTP and WebSocket connections have in common
frame_splitter  the frames of a WebSocket, and the texts among them
socket_protocol the WebSocket protocol, with limits on what is received
http_protocol   HTTP/1.1, with deadlines for requests and responses
server          listens, serves, and stops in order at a signal
"""
