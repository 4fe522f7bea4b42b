-- Does a table's log, snapshot or chat contain a person?
--
-- KEYS  log, state, chat
-- ARGV  1 person
-- Returns 1 or 0.

for _, list in ipairs({KEYS[1], KEYS[3]}) do
  for _, row in ipairs(redis.pcall('LRANGE', list, 0, -1)) do
    if string.find(row, ARGV[1], 1, true) then return 1 end
  end
end
local snapshot = redis.pcall('HGET', KEYS[2], 'table')
return type(snapshot) == 'string' and string.find(snapshot, ARGV[1], 1, true) and 1 or 0
