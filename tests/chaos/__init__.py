"""Everything on one machine, for real, while its parts are killed and stopped at random: hubs, bot processes,
primaries and replicas of a cluster. People play on; what they were told is done, and what they see, is held
against the logs."""
