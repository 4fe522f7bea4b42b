-- Publish a message to the other hubs that follow a table.
--
-- KEYS  hubs
-- ARGV  1 hub  2 message

for _, hub in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do
  if hub ~= ARGV[1] then redis.call('PUBLISH', 'hub:' .. hub, ARGV[2]) end
end
return 1
