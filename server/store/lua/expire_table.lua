-- Remove a table whose time is over, unless it has changed.
--
-- KEYS  log, state, hubs, here, chat, said
-- ARGV  1 version
-- Returns 1 if it was removed, else 0.

if redis.call('LLEN', KEYS[1]) ~= tonumber(ARGV[1]) then return 0 end
for _, key in ipairs(KEYS) do redis.call('DEL', key) end
return 1
