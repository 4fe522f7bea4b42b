-- Returns pairs of name and report, oldest first.

tidy()
local found = {}
for _, name in ipairs(redis.call('ZRANGE', KEYS[2], 0, -1)) do
  local report = redis.call('HGET', KEYS[1], name)
  if report then found[#found + 1] = {name, report} end
end
return found
