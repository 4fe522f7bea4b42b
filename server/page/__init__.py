"""The browser page's files: the catalogue, bundling, compression and responses.

The page itself is in `server/web`.
"""
