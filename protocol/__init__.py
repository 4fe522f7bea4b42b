"""The protocol between clients and servers: frames, patches, check values, refusals, and the side of a client
without input and output (`session.py`). Imports no other package of this repository.

`README.md` describes it for authors of clients. `vectors/` has test vectors, `clients/` packages for others.
"""
