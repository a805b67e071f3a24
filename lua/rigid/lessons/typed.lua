-- An answer as it is typed at a terminal: Lua, whose several values are a list, 90, 0 as {90, 0}; and a list may stand in the
-- brackets of another language, (90, 0) or [90, 0].
local typed = {}

-- What gives the answer, packed; or nil and what the compiler says.
function typed.chunk(text, name, env)
    local chunk, problem = load("return " .. text, name, "t", env)
    if chunk then return chunk end
    local inner = text:match "^%s*%((.*)%)%s*$" or text:match "^%s*%[(.*)%]%s*$"
    chunk = inner and load("return {" .. inner .. "}", name, "t", env)
    return chunk or nil, problem
end

-- The answer, of the values that the chunk gave: a packed table, in it from `first` on.
function typed.value(values, first)
    if values.n <= first then return values[first] end
    return {table.unpack(values, first, values.n)}
end

return typed
