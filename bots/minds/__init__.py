"""The minds that come with this project, a module each, whose `MIND` makes one from a seed; see `mind.py`."""
