"""What travels between clients and hubs: frames, patches, check values, refusals. It imports nothing of ours.

`README.md` describes it for who writes a client, `vectors/` holds bytes and their meaning.
"""
