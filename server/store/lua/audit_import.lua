-- Set orders that are unset, and write the audit log if it is empty.
--
-- KEYS  orders, acts, end
-- ARGV  1 hash of the last row  2 number of orders, then their fields and values, then the rows
-- Returns 1 if the log was written, else 0.

local orders = tonumber(ARGV[2])
for i = 3, 2 * orders + 2, 2 do redis.call('HSETNX', KEYS[1], ARGV[i], ARGV[i + 1]) end
if redis.call('EXISTS', KEYS[2]) == 1 then return 0 end
for i = 2 * orders + 3, #ARGV do redis.call('RPUSH', KEYS[2], ARGV[i]) end
if ARGV[1] ~= '' then redis.call('SET', KEYS[3], ARGV[1]) end
return 1
