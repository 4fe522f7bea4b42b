"""A generator's process: its users, their tables, what they do when, and what is counted of it.

A `generator` runs a `driver`, which lets tables come and go on a `timeline` that nothing delays; `playing`
hears, thinks and acts; a `recorder` counts. What is due goes through one `scheduler`. May import the bots,
`plan`, `result` and of the judge `trace` and `faults`; never who judges.
"""
