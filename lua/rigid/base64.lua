-- Bytes as text [RFC 4648].

-- Two characters for each twelve bits.
local PAIRS = {}
do
    local alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    for high = 0, 63 do
        for low = 0, 63 do
            PAIRS[high << 6 | low] = alphabet:sub(high + 1, high + 1) .. alphabet:sub(low + 1, low + 1)
        end
    end
end

local function base64(bytes)
    local parts, n = {}, 0
    for i = 1, #bytes - 2, 3 do
        local a, b, c = bytes:byte(i, i + 2)
        parts[n + 1], parts[n + 2] = PAIRS[a << 4 | b >> 4], PAIRS[(b & 15) << 8 | c]
        n = n + 2
    end
    local rest = #bytes % 3
    if rest > 0 then
        local a, b = bytes:byte(#bytes - rest + 1, #bytes)
        local tail = PAIRS[a << 4 | (b or 0) >> 4] .. PAIRS[((b or 0) & 15) << 8]
        parts[n + 1] = tail:sub(1, rest + 1) .. ("="):rep(3 - rest)
    end
    return table.concat(parts)
end

return base64
