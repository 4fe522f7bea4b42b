"""Servers for games that others use, with small programs on them, measured like the hub. Node runs them;
`.ci/peers` installs their packages."""
