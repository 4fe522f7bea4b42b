"""The page in a real browser, against a real server and real bots."""
