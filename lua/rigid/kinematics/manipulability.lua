-- m:manipulability(q, body): what a body can be moved by, by the singular values of its Jacobian: how easily, and which direction is
-- lost, in words. [Yoshikawa 1985]
local core = require "rigid.core"
local arguments = require "rigid.arguments"
local inner = debug.getmetatable(core).inner

local asked = inner.asked

local OPTIONS <const> = arguments.fields "part point frame length"
local PARTS <const> = {"all", "linear", "angular", all = true, linear = true, angular = true}
local FRAMES <const> = {"local", "world", "aligned", ["local"] = true, world = true, aligned = true}

local NAMES <const> = {all = {"along x", "along y", "along z", "about x", "about y", "about z"}}
NAMES.linear, NAMES.angular = {table.unpack(NAMES.all, 1, 3)}, {table.unpack(NAMES.all, 4, 6)}

-- A direction by its larger parts: "0.89 along x, -0.45 about z".
local function direction(u, names)
    local parts = {}
    for i = 1, #names do
        if math.abs(u[i]) > 0.1 then parts[#parts + 1] = {size = math.abs(u[i]), text = ("%.2g %s"):format(u[i], names[i])} end
    end
    table.sort(parts, function(a, b) return a.size > b.size end)
    for i, part in ipairs(parts) do parts[i] = part.text end
    return table.concat(parts, ", ")
end

local function words(s, U, names, rank)
    local size = U:rows()
    if rank < size then
        local lost = {}
        for k = rank + 1, #s do lost[#lost + 1] = direction(U:column(k), names) end
        for _ = #s + 1, size do lost[#lost + 1] = "one more, for want of joints" end
        return ("%d of %d directions can be moved; lost: %s"):format(rank, size, table.concat(lost, "; "))
    end
    return ("all %d directions can be moved; hardest %s, %.3g times as hard as the easiest"):format(size, direction(U:column(size), names),
        s[1] / s[size])
end

return function(m, q, body, options)
    if core.type(m) ~= "Model" then arguments.at("manipulability", 0):expected("Model", m) end
    local place = arguments.at("manipulability", 3)
    options = options == nil and {} or place:options(options, OPTIONS)
    local part = options.part == nil and "all" or place:field("part"):word(options.part, PARTS)
    local view = {frame = options.frame == nil and "aligned" or place:field("frame"):word(options.frame, FRAMES)}
    if options.point ~= nil then view.point = place:field("point"):vec3(options.point) end
    local length = options.length == nil and 1 or place:field("length"):finite(options.length)
    if length <= 0 then place:field("length"):expected("positive number", length) end
    local from, wrong = arguments.try(asked.integrate, m, q, core.Vector(asked.nv(m)))
    if not from then arguments.at("manipulability", 1):relay(wrong) end
    local J, problem = arguments.try(asked.jacobian, m, from, body, view)
    if not J then arguments.at("manipulability", 2):relay(problem) end
    if J:cols() == 0 then arguments.no_answer("manipulability", "the model has no freedoms") end
    if part == "all" then
        J = J:block(1, 1, 3, J:cols()) / length
        J = J:vcat(asked.jacobian(m, from, body, view):block(4, 1, 3, J:cols()))
    else
        J = J:block(part == "linear" and 1 or 4, 1, 3, J:cols())
    end
    if not (J:norm() < math.huge) then arguments.no_answer("manipulability", "this point or length is too large or too small for floating point") end
    local U, s, V = J:svd()
    local rank, measure = 0, #s < J:rows() and 0 or 1
    for k = 1, #s do
        if s[k] > 1e-9 * math.max(s[1], 1e-300) then rank = rank + 1 end
        measure = measure * s[k]
    end
    return {
        measure = measure, singular_values = s, directions = U, motions = V, rank = rank, free = J:null(1e-9),
        condition = rank == J:rows() and s[1] / s[#s] or nil, sentence = words(s, U, NAMES[part], rank),
    }
end
