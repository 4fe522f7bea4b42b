-- Add a member to a group, or update the member's name.
--
-- KEYS  group, games, times
-- ARGV  1 person  2 the person's name  3 limit of members  4 seconds to live
-- Returns 1 if the person is a member now, 0 if the group is full, -1 if there is no such group.

if redis.call('EXISTS', KEYS[1]) == 0 then return -1 end
local me = 'by:' .. ARGV[1]
if redis.call('HEXISTS', KEYS[1], me) == 0 then
  local members = 0
  for _, field in ipairs(redis.call('HKEYS', KEYS[1])) do
    if string.sub(field, 1, 3) == 'by:' then members = members + 1 end
  end
  if members >= tonumber(ARGV[3]) then return 0 end
end
redis.call('HSET', KEYS[1], me, ARGV[2])
for _, key in ipairs(KEYS) do redis.call('EXPIRE', key, ARGV[4]) end
return 1
