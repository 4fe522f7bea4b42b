"""The tables loaded in this process, and the clients subscribed to them.

Game rules are in `games`, a single table without I/O in `table`, Redis in `store`.
"""
