"""A Redis of our own, in memory: what is used of its commands, our Lua steps, its disk, its replica.

`keyspace.py` the data and the commands that change or read it; `scripts.py` runs Lua; `machine.py` a server
that takes commands from connections, with a disk that it waits for, and what can befall it; `slots.py` what a
node of a cluster knows of hash slots, `cluster.py` several machines over which these are spread.
`test_engine.py` holds it against the real one.
"""
