"""What people who host do beside serving: `doctor`, `export` and `import`, `person`, `admin`.

Each works on a Redis from outside, whether or not hubs run on it, as a command that ends; `commands.py` has
their arguments, `running.py` what each does. What hubs themselves do when the host steers them is in
`server/hub/`.
"""
