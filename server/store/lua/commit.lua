-- Append one entry to a table's log if the log's length is exactly the given version; all or nothing.
--
-- KEYS  log, state, hubs, here, chat of the table; then the set of deadlines, if it is on the same node
-- ARGV  1 table  2 hub  3 version  4 entry  5 snapshot ("" = none)  6 seconds to live
--       7 deadline in ms ("" = unchanged, "0" = none)  8 "1" = it is published later (publish_entry.lua)
--       9 data to publish with the entry ("" = none)
-- Returns the number of hubs that hold the table, including this one, if the entry is stored, also if a repeat
-- after a lost reply finds the same entry; 0 if the version has a different entry.

local others = {}
for _, hub in ipairs(redis.call('ZRANGE', KEYS[3], 0, -1)) do
  if hub ~= ARGV[2] then
    others[#others + 1] = hub
  end
end

local version = tonumber(ARGV[3])
local length = redis.call('LLEN', KEYS[1])
if length ~= version then
  if length > version and redis.call('LINDEX', KEYS[1], version) == ARGV[4] then
    return 1 + #others
  end
  return 0
end

redis.call('RPUSH', KEYS[1], ARGV[4])
version = version + 1

if version == 1 then
  local now = redis.call('TIME')
  redis.call('ZADD', KEYS[3], now[1], ARGV[2])
end

if ARGV[5] ~= '' then
  redis.call('HSET', KEYS[2], 'version', version, 'table', ARGV[5])
end

-- Keys live for at least the given time after the last entry. They get an eighth more, so that not every
-- entry writes new expiry times to the append-only file.
local ttl = tonumber(ARGV[6])
local left = redis.call('TTL', KEYS[1])
local longest = ttl + math.ceil(ttl / 8)
if left < ttl or left > longest or (ARGV[5] ~= '' and redis.call('TTL', KEYS[2]) < ttl) then
  for i = 1, 5 do
    redis.call('EXPIRE', KEYS[i], longest)
  end
end

if ARGV[7] ~= '' and KEYS[6] then
  if ARGV[7] == '0' then
    redis.call('ZREM', KEYS[6], ARGV[1])
  else
    redis.call('ZADD', KEYS[6], ARGV[7], ARGV[1])
  end
end

-- Publish to the other hubs that follow this table; a single hub publishes nothing.
if ARGV[8] ~= '1' and #others > 0 then
  local told = 'e ' .. ARGV[1] .. ' ' .. version .. ' ' .. ARGV[4]
  if ARGV[9] ~= '' then
    told = 'r ' .. ARGV[1] .. ' ' .. version .. ' ' .. #ARGV[4] .. ' ' .. ARGV[4] .. ARGV[9]
  end
  for _, hub in ipairs(others) do
    redis.call('PUBLISH', 'hub:' .. hub, told)
  end
end
return 1 + #others
