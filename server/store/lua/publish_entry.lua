-- Publish an entry to the other hubs that follow its table, if `commit.lua` was told not to.
--
-- KEYS  hubs
-- ARGV  1 table  2 hub  3 version  4 entry  5 data to publish with the entry ("" = none)

local told = 'e ' .. ARGV[1] .. ' ' .. ARGV[3] .. ' ' .. ARGV[4]
if ARGV[5] ~= '' then
  told = 'r ' .. ARGV[1] .. ' ' .. ARGV[3] .. ' ' .. #ARGV[4] .. ' ' .. ARGV[4] .. ARGV[5]
end
for _, hub in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do
  if hub ~= ARGV[2] then
    redis.call('PUBLISH', 'hub:' .. hub, told)
  end
end
return 1
