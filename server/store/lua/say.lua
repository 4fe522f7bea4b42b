-- Append a line to a table's chat, and publish it. It expires with the table. Above the limit, the sender
-- with the most lines loses the oldest of them; only a mark of it is kept, to recognise a repeat.
--
-- KEYS  log, chat, hubs, said
-- ARGV  1 table  2 hub  3 line  4 end of the part that identifies the line's sender (from the second byte);
--       the line's number follows, as a msgpack integer  5 limit  6 limit of the marks
--       7 "1" = it is published later (publish_note.lua)
-- Returns the line; for a repeat, the stored line with the same sender and number, "" if only its mark is
-- kept; false if there is no table.

if redis.call('EXISTS', KEYS[1]) == 0 then return false end
local numbers = {[0xcc] = 2, [0xcd] = 3, [0xce] = 5, [0xcf] = 9}
local function name(line)
  return string.sub(line, 2, ARGV[4] + (numbers[string.byte(line, ARGV[4] + 1)] or 1))
end
local function mark(line) return string.sub(redis.sha1hex(name(line)), 1, 16) end
local new_name, new_mark = name(ARGV[3]), mark(ARGV[3])

for _, line in ipairs(redis.call('LRANGE', KEYS[2], 0, -1)) do
  if name(line) == new_name then return line end
end
for _, gone in ipairs(redis.call('LRANGE', KEYS[4], 0, -1)) do
  if gone == new_mark then return '' end
end
redis.call('RPUSH', KEYS[2], ARGV[3])
while redis.call('LLEN', KEYS[2]) > tonumber(ARGV[5]) do
  local lines, counts, most, worst = redis.call('LRANGE', KEYS[2], 0, -1), {}, 0, ''
  for _, line in ipairs(lines) do
    local whose = string.sub(line, 2, ARGV[4])
    counts[whose] = (counts[whose] or 0) + 1
    most = math.max(most, counts[whose])
  end
  for i = #lines, 1, -1 do
    if counts[string.sub(lines[i], 2, ARGV[4])] == most then worst = lines[i] end
  end
  redis.call('LREM', KEYS[2], 1, worst)
  redis.call('RPUSH', KEYS[4], mark(worst))
end
while redis.call('LLEN', KEYS[4]) > tonumber(ARGV[6]) do
  redis.call('LREM', KEYS[4], 1, redis.call('LINDEX', KEYS[4], 0))
end
for _, key in ipairs({KEYS[2], KEYS[4]}) do
  redis.call('PEXPIRE', key, math.max(redis.call('PTTL', KEYS[1]), 60000))
end
if ARGV[7] == '1' then return ARGV[3] end
for _, hub in ipairs(redis.call('ZRANGE', KEYS[3], 0, -1)) do
  if hub ~= ARGV[2] then redis.call('PUBLISH', 'hub:' .. hub, 'n ' .. ARGV[1] .. ' ' .. ARGV[3]) end
end
return ARGV[3]
