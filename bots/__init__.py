"""Players that are programs, and the tools that use them: filler, arena, load.

A bot is a client like any other: it reaches a table through the socket alone, sees one seat's
document, and imagines the rest with the same engines. Nothing here imports the server beyond its games.
"""
