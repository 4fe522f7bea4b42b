"""Tries a client in any language, by a server that does all that the protocol allows.

table.py   a table for the client and a random player, without input and output
host.py    one run of the client: its connections, its frames, what holds in every case
client.py  the client's process
cases.py   the cases
report.py  all cases with a client's command
"""
