-- Add a game to an existing book, unless it has the game. Above the limit the oldest games are removed.
--
-- KEYS  games, times
-- ARGV  1 table  2 end of the game (ms)  3 game  4 seconds to live  5 limit
-- Returns 1 if there is a book, else 0.

if not redis.call('HGET', KEYS[1], '') then return 0 end
local new = redis.call('HSETNX', KEYS[1], ARGV[1], ARGV[3])
if new == 1 then
  redis.call('ZADD', KEYS[2], ARGV[2], ARGV[1])
  if redis.call('ZCARD', KEYS[2]) > tonumber(ARGV[5]) then
    for _, table in ipairs(redis.call('ZRANGE', KEYS[2], 0, -1 - ARGV[5])) do
      redis.call('HDEL', KEYS[1], table)
      redis.call('ZREM', KEYS[2], table)
    end
  end
  for _, key in ipairs(KEYS) do redis.call('EXPIRE', key, ARGV[4]) end
end
return 1
