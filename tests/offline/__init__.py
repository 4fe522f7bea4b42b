"""Play without a server: the hub of one browser, driven by the client that bots have."""
