"""A generator process: its users, their tables, their behaviour, and the recorded measurements.

A `generator` runs a `driver`, which makes and closes tables on a `timeline` that nothing can delay; `playing`
receives, thinks and acts; a `recorder` counts. All timed calls go through one `scheduler`, which an `alarm`
wakes. The seats of a table have `shared` documents; users may have `lines`, and habits of an `evening`. May
import the bots, `plan`, `result`, and from `judge` only `trace`, `ledger` and `faults`, not the modules that
judge.
"""
