"""The minds of this project: a module has `MIND`, or `MINDS` by name; see `registry.py`."""
