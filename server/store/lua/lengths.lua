-- KEYS  logs
-- Returns their lengths; -1 for a key of the wrong type.

local found = {}
for i, log in ipairs(KEYS) do
  local length = redis.pcall('LLEN', log)
  found[i] = type(length) == 'number' and length or -1
end
return found
