-- Shared by `report_add.lua` and `reports_read.lua`. `tidy()` removes expired reports, then reports above a
-- limit: the oldest of the person with the most, among those from the address with the most.
--
-- KEYS  reports, reported
-- ARGV  1 limit  2 limit of an address  3 limit of a person  4 ms until a report expires

local now = redis.call('TIME')
local ms = now[1] * 1000 + math.floor(now[2] / 1000)
local function tidy()
  local function drop(name)
    redis.call('HDEL', KEYS[1], name)
    redis.call('ZREM', KEYS[2], name)
  end
  for _, name in ipairs(redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', ms - ARGV[4])) do drop(name) end
  while true do
    local names, places, people, of = redis.call('ZRANGE', KEYS[2], 0, -1), {}, {}, {}
    for i, name in ipairs(names) do
      local place, person = string.match(name, '^([^.]*)%.([^.]*)%.')
      person = person or string.match(name, '^[^.]*')  -- a report of an earlier version has no address
      place = place or 'of ' .. person
      of[i] = {place, place .. '.' .. person}
      places[of[i][1]] = (places[of[i][1]] or 0) + 1
      people[of[i][2]] = (people[of[i][2]] or 0) + 1
    end
    local worst, place, person
    for i, name in ipairs(names) do
      local here, own = places[of[i][1]], people[of[i][2]]
      local much = #names > tonumber(ARGV[1]) or here > tonumber(ARGV[2]) or own > tonumber(ARGV[3])
      if much and (not worst or here > place or (here == place and own > person)) then
        worst, place, person = name, here, own
      end
    end
    if not worst then break end
    drop(worst)
  end
end
