"""How the processes of a server start, are set, and end."""
