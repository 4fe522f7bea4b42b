"""An in-memory Redis: the commands and Lua scripts in use, its disk, its replica.

`keyspace.py` has the data and commands; `scripts.py` runs Lua; `machine.py` is a server that takes commands
from connections, with a disk that it waits for, and its faults; `slots.py` is a cluster node's map of hash
slots, `cluster.py` has several machines that share the slots. `test_engine.py` compares all this with the
real Redis.
"""
