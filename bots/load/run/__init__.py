"""A run as a whole: the command line, the processes, what they tell put together.

`arguments` make a plan, the `coordinator` starts generators, attackers and the verifier, `scrape` asks the
hubs, `aggregate` adds up, `output` prints and writes; `command`, `command_compare` and `command_search` are
`python -m bots load`. May import everything in the load test; nothing there imports it.
"""
