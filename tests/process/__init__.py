"""How the processes of a server start, are configured, and end."""
