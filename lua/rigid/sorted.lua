-- The names that are keys of a table, in order: what is listed or hinted at comes out the same each time.
return function(t)
    local names = {}
    for name in next, t do names[#names + 1] = name end
    table.sort(names)
    return names
end
