"""Games between minds in one process, without sockets: arena, tournament, temperature fit."""
