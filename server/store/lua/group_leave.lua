-- Remove a member; the group is deleted with its last member.
--
-- KEYS  group, games, times
-- ARGV  1 person

redis.call('HDEL', KEYS[1], 'by:' .. ARGV[1])
for _, field in ipairs(redis.call('HKEYS', KEYS[1])) do
  if string.sub(field, 1, 3) == 'by:' then return 1 end
end
redis.call('DEL', unpack(KEYS))
return 1
