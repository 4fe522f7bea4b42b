"""The load test: many tables over real sockets, every message checked. See `python -m bots load --help`.

`crowd` runs generators in processes of their own. In each a `driver` lets tables come and go on an `agenda`
that nothing delays, `playing` hears, acts and times, a `recorder` counts. `verifier` and `truth` hold
finished games against their logs. `result` is what comes out, `command` the command line. Nothing here is
imported by the bots that take seats.
"""
