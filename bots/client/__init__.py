"""A headless client: the websocket of a session, with a fast path for whole messages.

`protocol/` has its parts without input and output: session, mirrors of tables, commitments of the dealing.
`minds` decides what to choose.
"""
