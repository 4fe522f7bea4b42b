"""Everything in one process, on a clock of its own, from one seed: hubs, bots, browsers' clients, Redis.

The product runs as it is, from its event loop's transports upwards: the web server's protocol, the hub, its
store with its connections, the bots, the clients with all their coming back. What lies beneath is drawn from
the seed: who runs next, how long a piece of bytes is under way, what breaks and when. The same seed gives the
same trace, byte for byte; a seed that finds something is printed with the command that repeats it.

`loop.py`    an event loop whose time is a number, with processes that can be stopped and killed
`net.py`     connections between them
`chance.py`  the few places where the product takes time and chance from
`engine/`    Redis, in memory: our commands, our Lua, a disk, a replica that takes over; or a cluster of
             several over which all is spread by slots, which move
`house.py`   a hub, through all its lives; `person.py` somebody with a browser; both are parts of
`world.py`   one simulation: what a seed draws, put together
`faults.py`  what goes wrong, and when
`truth.py`   what is true by the log alone; `judge.py` holds against it what everybody sees
`run.py`     runs seeds, makes failing ones small; `bugs/` what must be found
"""
