"""The load test: many tables over real sockets, every message checked. See `python -m bots load --help`.

`plan` is what a run is asked to do, `result` what it found, `histogram` and `figures` how that is read; every
room may import these four, and the bots around them. The rooms, each of which knows those before it:

`judge`   whether what was told was true, and whether what was measured will do;
`play`    a generator's process: tables come and go, seats hear, think and act, everything is timed;
`report`  results as text, tables, drawings, pages;
`run`     processes started, gathered and scraped, and the command line.

Nothing here is imported by the bots that take seats.
"""
