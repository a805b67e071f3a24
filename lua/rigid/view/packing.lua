-- Many numbers as one short text: little-endian bytes in base64 [RFC 4648], which a page unpacks into a typed array. A
-- number takes 5.3 characters as a float, 10.7 as a double (every bit of it, NaN too), where decimal digits take 10 to 24.
local base64 = require "rigid.base64"

local packing = {}

local CHUNK <const> = 240 -- numbers that are unpacked onto the stack at once

-- A list of numbers in the format of string.pack for one of them: "f", "d", "I2", "I4".
function packing.pack(list, format)
    local parts = {}
    for first = 1, #list, CHUNK do
        local last = math.min(first + CHUNK - 1, #list)
        parts[#parts + 1] = ("<" .. format:rep(last - first + 1)):pack(table.unpack(list, first, last))
    end
    return base64(table.concat(parts))
end

return packing
