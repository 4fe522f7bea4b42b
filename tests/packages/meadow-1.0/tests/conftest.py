"""The game is known to these tests whether or not its package is installed."""

from server.authoring.packages import admitted

admitted("meadow")
