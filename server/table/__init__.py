"""A table by itself: a game with seats, versions, undo and clocks, and what each seat may know of it.

Frames and the time come in, entries and documents go out. Nothing here waits, reads or sends (sans I/O). It
may import `protocol` and the games.
"""
