-- Take one token from each bucket, or none if one is empty. A key holds the time (ms) at which its bucket
-- will be full again. A time much further ahead than possible was set by another clock and counts as full.
-- "Much", because the cluster times of two hubs differ a little: what one hub has emptied is empty for the
-- other as well.
--
-- KEYS  buckets
-- ARGV  1 cluster time (ms)  2 by how much those of two hubs may differ (ms), then for each bucket: ms for
--       one token, size
-- Returns 1; 0 if a bucket is empty.

local ms, skew = tonumber(ARGV[1]), tonumber(ARGV[2])
local full = {}
for i, key in ipairs(KEYS) do
  local each, burst = tonumber(ARGV[2 * i + 1]), tonumber(ARGV[2 * i + 2])
  local before = tonumber(redis.call('GET', key) or '0')
  if before > ms + each * burst + skew then before = 0 end
  local at = math.max(ms, before) + each
  if at - ms > each * burst then return 0 end
  full[i] = math.ceil(at)
end
for i, key in ipairs(KEYS) do
  local left = math.max(1, full[i] - ms)
  redis.call('SET', key, string.format('%.0f', full[i]), 'PX', string.format('%.0f', left))
end
return 1
