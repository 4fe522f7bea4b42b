"""The operator's tools beside serving: `doctor`, `export` and `import`, `person`, `admin`.

Each is a command that works on a Redis from outside, whether or not hubs run on it. `commands.py` has their
arguments, `run.py` their implementation. Two modules run inside a hub: `agent.py` carries out the operator's
orders, `web.py` serves `/metrics` and `/admin`.
"""
