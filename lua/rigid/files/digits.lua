-- A number as files have it: with 17 digits, or with fewer where those say the same number; a point in every locale.
return function(x)
    if x == 0 then return "0" end
    if math.type(x) == "integer" then return ("%d"):format(x) end
    local text = ("%.15g"):format(x)
    if tonumber(text) ~= x then text = ("%.17g"):format(x) end
    return (text:gsub(",", "."))
end
