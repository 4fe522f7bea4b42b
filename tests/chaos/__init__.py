"""Chaos tests on one machine with real processes, which are killed and stopped at random: hubs, bot
processes, primaries and replicas of a cluster. Simulated players keep playing; every acknowledged change,
and what they see, is compared with the logs."""
