"""The minds that come with this project: a module has `MIND`, or `MINDS` by name; see `mind.py`."""
