"""The load test: many tables over real sockets, every message checked. See `python -m bots load --help`.

`driver` plays and measures in one process, `crowd` runs several of them, `result` is what comes out,
`command` is the command line. What comes after a run stands on its result alone: `thresholds`, `report`
(with `plots` and `drawing`), `compare`, `search`. Nothing here is imported by the bots that take seats.
"""
