"""One table: a game with seats, versions, undo and clocks, and the view of each seat.

Sans I/O: frames and the time come in, entries and documents go out; no code here waits, reads or sends. It
may import `protocol` and the games.
"""
