"""Connections: websockets, framing, admission and rate limits, client addresses.

This package handles bytes and budgets; `hub` and `live` interpret the frames.
"""
