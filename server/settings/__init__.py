"""Settings, read from the environment once.

`config.py` declares each setting; `minds.py` and `networks.py` parse two of them. Other parts of the server
get their settings as arguments and read no environment.
"""
