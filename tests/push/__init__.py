"""Web push: what is sent to push services, to whom, and when."""
