"""The load test: many tables over real sockets, every message verified. See `python -m bots load --help`.

`plan` describes a run, `result` its outcome; `histogram` and `figures` read results. Every package below may
import these four modules, and the bots outside. Each package may import those listed before it:

`judge`   verifies what the server sent, and decides whether the measurements are good enough;
`play`    a generator process: tables are made and closed, seats receive, think and act, everything is timed;
`report`  results as text, tables, plots and pages;
`run`     starts processes, on this machine or by agents on others, collects their results, scrapes hubs,
          shows the run while it lasts; the command line.

Bots that take seats import nothing from here.
"""
