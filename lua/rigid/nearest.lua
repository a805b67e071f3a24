-- The word that was meant: of a list the nearest to one that is not in it.
local core = require "rigid.core"
local inner <const> = debug.getmetatable(core).inner

local nearest = {}

-- How many letters to put in, take out, change or swap with their neighbour to make one word the other, whatever their case
-- (src/bind/options.c).
function nearest.distance(a, b) return inner.words.distance(a, b) end

local LONGEST <const> = 64 -- letters of a word that is compared, as there

-- Of a list of words the one nearest to the one given, and how many letters off it is; nil from an empty list. Words
-- that differ by more letters than `within` (any, unless given) are not looked at.
function nearest.word(word, words, within)
    local best, least = nil, within and within + 1 or math.huge
    word = word:sub(1, LONGEST)
    for _, candidate in ipairs(words) do
        if math.abs(#candidate - #word) < least and #candidate <= LONGEST then
            local off = nearest.distance(word, candidate)
            if off < least then best, least = candidate, off end
        end
    end
    return best, least
end

-- "; did you mean 'elbow'?" where some word is near enough to be meant, else nothing.
function nearest.hint(word, words)
    local within = #word < 5 and (#word > 1 and 1 or 0) or math.max(2, #word // 3)
    local meant = nearest.word(word, words, within)
    return meant and ("; did you mean '%s'?"):format(meant) or ""
end

return nearest
