"""Deterministic simulation: hubs, bots, browser clients and Redis in one process, on a virtual clock, from
one seed.

The product's real code runs above the event loop's transports: the web server's protocol, the hub, its store
and connections, the bots, the clients with all their reconnecting. The layer below is drawn from the seed:
which process runs next, how long bytes are in transit, what fails and when. The same seed gives the same
trace, byte for byte; a failing seed is printed with the command that repeats it.

`loop.py`    an event loop with virtual time, and processes that can be stopped and killed
`net.py`     connections between processes
`chance.py`  replaces the product's few sources of time and randomness
`engine/`    an in-memory Redis: the commands and Lua scripts in use, a disk, a replica that can take over;
             or a cluster of several, with hash slots that migrate
`house.py`   a hub, across restarts; `person.py` a player with a browser; both are parts of
`world.py`   one simulation: everything that a seed draws
`pushing.py` a push service with faults, and the browsers that it hands messages to
`faults.py`  the faults, and their times
`truth.py`   the state of tables according to the logs; `judge.py` compares all clients with it
`fairness.py` compares the time that clocks lose with the time in which the cluster was available
`run.py`     runs seeds, minimizes failing ones; `bugs/` bugs that the simulation must find
"""
