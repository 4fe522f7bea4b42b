-- Store a device of a person; of more devices than allowed the oldest is removed.
--
-- KEYS  devices
-- ARGV  1 name of the device  2 the device, "<ms> <more>"  3 most devices  4 seconds to live

local function since(row) return tonumber(string.match(row, '^%d+')) or 0 end

if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 0 then
  local rows, oldest = redis.call('HGETALL', KEYS[1]), nil
  for i = 1, #rows, 2 do
    if oldest == nil or since(rows[i + 1]) < since(rows[oldest + 1]) then oldest = i end
  end
  if #rows / 2 >= tonumber(ARGV[3]) then redis.call('HDEL', KEYS[1], rows[oldest]) end
end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
redis.call('EXPIRE', KEYS[1], ARGV[4])
return 1
