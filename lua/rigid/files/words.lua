-- What readers and writers of robot files ask of names and lists.
local words = {}

-- A name that nothing in the table of names has yet; it is taken then. suffix: what is set behind it as often as it takes, instead of _2, _3, ...
function words.unused(name, taken, suffix)
    local free, number = name, math.tointeger(taken[name]) or 1
    while taken[free] do
        number = number + 1
        free = suffix and free .. suffix or ("%s_%d"):format(name, number)
    end
    taken[name] = taken[name] and number -- that many same names take no time but their own
    taken[free] = taken[free] or true
    return free
end

-- Whether that is a list of so many numbers.
function words.are_numbers(count, list)
    if type(list) ~= "table" or #list ~= count then return false end
    for _, x in ipairs(list) do
        if type(x) ~= "number" then return false end
    end
    return true
end

return words
