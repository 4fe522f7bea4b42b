"""A whole run: the command line, the processes, and the aggregation of their results.

`arguments` make a plan, `plans` completes it, `processes` starts generators, attackers and the verifier, and
the `coordinator` directs them; `agents` are such processes on other machines, `channel` is the way to them.
`scrape` polls the hubs, `aggregate` adds up, `live` shows the run while it lasts, `output` prints and writes;
`command`, `command_agent`, `command_compare` and `command_search` are `python -m bots load`. May import all
of the load test; none of it imports this package.
"""
