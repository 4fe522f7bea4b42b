"""Greeting of clients, dispatch of their frames to handlers, and the lobby.

It may import `protocol`, the table, the store, networking, HTTP helpers, moderation and the settings, but not
`live`: `wiring.py` connects the hub with the loaded tables.
"""
