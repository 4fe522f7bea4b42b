-- Write a table, or the missing rest of it.
--
-- KEYS  log, state, chat
-- ARGV  1 ms until it expires  2 version  3 snapshot ("" = none)  4 number of entries, then the entries,
--       then the chat lines
-- Returns 1 if something was written, 2 if all of it was there, 0 if there is a different log, which stays.

local count = tonumber(ARGV[4])
local there = redis.call('LRANGE', KEYS[1], 0, -1)
for i, entry in ipairs(there) do
  if i > count or entry ~= ARGV[4 + i] then return 0 end
end
if #there == count then return 2 end
for i = #there + 1, count do redis.call('RPUSH', KEYS[1], ARGV[4 + i]) end
if ARGV[3] ~= '' then redis.call('HSET', KEYS[2], 'version', ARGV[2], 'table', ARGV[3]) end
redis.call('DEL', KEYS[3])
for i = 5 + count, #ARGV do redis.call('RPUSH', KEYS[3], ARGV[i]) end
for i = 1, 3 do redis.call('PEXPIRE', KEYS[i], ARGV[1]) end
return 1
