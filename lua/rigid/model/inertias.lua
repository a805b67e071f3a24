-- The inertias of a model as numbers: its parameters in the orders of several programs, read and set, and that of a subtree.
-- Loaded when one of them is first asked for.
local core = require "rigid.core"
local arguments = require "rigid.arguments"
local configuration = require "rigid.model.configuration"
local layout = require "rigid.model.layout"
local orders = require "rigid.model.parameter_orders"
local records = require "rigid.model.records"

local SpatialInertia = core.SpatialInertia
local open, resolve_body = records.open, records.resolve_body
local methods = getmetatable(core.Model).__instance.__methods

local inertias = {}

local function parameters(m, order)
    local list = {}
    for _, M in ipairs(layout.carried(m)) do orders.append(list, M, order) end
    return list
end

function inertias.parameters(m, order, out)
    open(m, "parameters")
    local place = 2
    if core.type(order) == "Vector" and out == nil then order, out, place = nil, order, 1 end
    if order ~= nil then arguments.at("parameters", 1):word(order, orders.names) end
    local lists = layout.of(m).lists
    order = order or "rigid"
    lists[order] = lists[order] or parameters(m, order)
    return arguments.fill("parameters", place, out, lists[order])
end

local function minus(A, B) return B and SpatialInertia.from_parameters(A:parameters() - B:parameters()) or A end

-- What is welded to each moving link, about its frame: payloads, and the rest; by column.
local function burdens(d, at)
    local payloads, welded = {}, {}
    for i, record in ipairs(d.bodies) do
        local owner = at.owner[i]
        if owner and owner ~= record and record.inertia then
            local sums, column = record.borne and payloads or welded, at.column[owner.number]
            local M = at.within[i] * record.inertia
            sums[column] = sums[column] and sums[column] + M or M
        end
    end
    return payloads, welded
end

function inertias.set_parameters(m, p, order, body)
    local d, at = open(m, "set_parameters"), layout.of(m)
    if order ~= nil then arguments.at("set_parameters", 2):word(order, orders.names) end
    local links, columns = at.links, {}
    if body ~= nil then
        local place = arguments.at("set_parameters", 3)
        local record = resolve_body(place, m, d, body)
        local column, owner = at.column[record.number], at.owner[record.number]
        if not column then
            place:bad("'%s' is welded to %s and has no parameters of its own", record.name, owner and "'" .. owner.name .. "'" or "the world")
        end
        columns[1] = column
    else
        for column = 1, #links do columns[column] = column end
    end
    local list = arguments.at("set_parameters", 1):numbers(p, 10 * #columns, "parameters")
    local payloads, welded = burdens(d, at)
    local own, lumped = {}, {}
    for i, column in ipairs(columns) do
        local whole = orders.inertia(list, 10 * (i - 1), order or "rigid")
        local bare = minus(whole, payloads[column])
        lumped[i] = welded[column] and bare or nil
        own[i] = minus(bare, welded[column])
        if own[i]:is_zero() then own[i] = nil end
    end
    local single = #columns == 1 and links[columns[1]].number
    layout.edit(m, "inertia", single or 1, single or #d.bodies)
    d.lumps = true
    for i = 1, #columns do
        local record = links[columns[i]]
        record.lumped, record.inertia = lumped[i], own[i]
    end
    return m
end

local function part(M, share) return SpatialInertia.from_parameters(M:parameters() * share) end

local HALVINGS <const> = 40

-- Where the parameters of a link are those of a body that can exist, and what is left of them beside all that is welded to it is none, what is welded is
-- taken for less: which of both has how much, no torque tells. The names of these links, and the share.
function inertias.share(m)
    local d, at = open(m, "set_parameters"), layout.of(m)
    local whole, shared = layout.carried(m), {}
    for column, link in ipairs(at.links) do
        local own, bound = link.inertia, {}
        for i, record in ipairs(d.bodies) do
            if at.owner[i] == link and record ~= link and record.inertia then bound[#bound + 1] = {record, record.inertia, at.within[i]} end
        end
        local fine = not own or own:is_physically_consistent() or #bound == 0 or not whole[column]:is_physically_consistent()
        for k = 1, fine and 0 or HALVINGS do
            local rest, share = whole[column], 0.5 ^ k
            for _, one in ipairs(bound) do rest = minus(rest, one[3] * part(one[2], share)) end
            if rest:is_physically_consistent() then
                layout.edit(m, "inertia", 1, #d.bodies)
                link.inertia, link.lumped = rest, nil
                for _, one in ipairs(bound) do one[1].inertia = part(one[2], share) end
                shared[#shared + 1] = {name = link.name, share = share}
                break
            end
        end
    end
    return shared
end

function inertias.subtree_inertia(m, body, q)
    local d, at = open(m, "subtree_inertia"), layout.of(m)
    local record = resolve_body(arguments.at("subtree_inertia", 1), m, d, body)
    if q == nil then
        q = methods.neutral(m):table()
    else
        local place = arguments.at("subtree_inertia", 2)
        q = place:numbers(q, at.nq, "q")
        configuration.check(place, at, q)
    end
    return configuration.subtree_inertia(d.bodies, at, record, q)
end

return inertias
