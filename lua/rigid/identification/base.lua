-- m:base_parameters{..}: which combinations of a model's parameters its torques tell of. Exact, by the recursion (recursion.lua),
-- where that holds; by samples (sampled.lua), and said so, where joints follow others, where there are loops, and where columns for
-- what joints resist by are asked for.
local core = require "rigid.core"
local arguments = require "rigid.arguments"
local display = require "rigid.display"
local handles = require "rigid.model.handles"
local joints = require "rigid.model.joints"
local layout = require "rigid.model.layout"
local words = require "rigid.identification.parameters"
local recursion = require "rigid.identification.recursion"
local rows = require "rigid.identification.rows"
local sampled = require "rigid.identification.sampled"
local inner = debug.getmetatable(core).inner

local Matrix, Vector = core.Matrix, core.Vector

local methods = {}
local Base = {__name = "BaseParameters", __index = methods}

local secret = setmetatable({}, {__mode = "k"}) -- what a script must not change

local function open(base, name)
    local state = secret[base]
    if not state then arguments.at(name, 0):expected("what m:base_parameters gives", base) end
    return state
end

-- ---- from rows to combinations --------------------------------------------------------------------------------------

-- A factor for each parameter: in units of the model's length, one is like the other.
local function scales(length, count, more)
    local list = {}
    for i = 1, count do
        for k = 1, 10 do list[10 * (i - 1) + k] = k == 1 and 1 or k < 5 and length or length ^ 2 end
    end
    for _ = 1, more do list[#list + 1] = 1.0 end
    return list
end

-- The order in which parameters are kept as names of combinations: links from the root, then what joints resist by.
local function column_order(count, more)
    local order = {}
    for i = 1, count do
        for _, k in ipairs(words.order) do order[#order + 1] = 10 * (i - 1) + k end
    end
    for k = 1, more do order[#order + 1] = 10 * count + k end
    return order
end

-- form: the echelon rows in the parameters' own units; kept: the column of each. nulls: for each other column the change that moves
-- no torque: 1 there, and what makes up for it at those kept.
local function solve(state, list, scale)
    local form, kept = rows.echelon(list, column_order(#state.links, #state.more))
    state.form, state.kept, state.pivot, state.nulls, state.null_of = form, kept, {}, {}, {}
    for i, row in ipairs(form) do
        local own = kept[i]
        state.pivot[own] = i
        for k = 1, #row do
            row[k] = math.abs(row[k]) < 1e-12 and 0.0 or row[k] * scale[own] / scale[k]
        end
    end
    for column = 1, #scale do
        if not state.pivot[column] then
            local change = {}
            for k = 1, #scale do change[k] = k == column and 1.0 or 0.0 end
            for i, own in ipairs(kept) do change[own] = -form[i][column] end
            state.nulls[#state.nulls + 1], state.null_of[column] = change, change
        end
    end
end

-- ---- what is asked for ----------------------------------------------------------------------------------------------

local FIELDS = arguments.fields "floating gravity damping friction armature offset near"

-- A configuration that closes the loops, the nearest to the one that is said.
local function read_near(place, m, said)
    if #m:loops() == 0 then place:bad("only of a model with loops expected, and '%s' has none", m:name()) end
    local q, problem = m:assemble(core.Vector(place:numbers(said, m:nq(), "q")))
    if not q then place:bad("%s", problem) end
    return q
end

local function read(m, said)
    local options, place = {}, arguments.at("base_parameters", 1)
    if said == nil then return options end
    said = place:options(said, FIELDS)
    for _, name in ipairs {"floating", "damping", "friction", "armature", "offset"} do
        if said[name] ~= nil then options[name] = place:field(name):boolean(said[name]) or nil end
    end
    if said.gravity ~= nil then options.gravity = said.gravity == false and core.Vec3(0, 0, 0) or place:field("gravity"):vec3(said.gravity) end
    if said.near ~= nil then options.near = read_near(place:field "near", m, said.near) end
    return options
end

-- "damping of 'elbow'" for each column beyond the links'.
local function extra_names(m, options)
    local names, list = {}, {}
    for _, name in ipairs(m:joint_names()) do
        local nv = m:joint(name).nv
        for k = 1, nv do names[#names + 1] = nv == 1 and ("'%s'"):format(name) or ("'%s'[%d]"):format(name, k) end
    end
    for _, column in ipairs {"damping", "friction", "armature", "offset"} do
        for _, name in ipairs(options[column] and names or {}) do list[#list + 1] = column .. " of " .. name end
    end
    return list
end

local function is_following(m)
    for _, link in ipairs(layout.of(m).links) do
        if link.joint.mimic then return true end
    end
    return false
end

-- Why the recursion does not hold, in words; nil where it does.
local function why_sampled(m, more, floating)
    local reason = #m:loops() > 0 and "it has loops" or is_following(m) and "it has joints that follow others"
        or #more > 0 and "columns for what joints resist by are asked for" or nil
    if reason and floating then
        arguments.at("base_parameters", 1):field("floating"):bad("a model of which the recursion holds expected, but %s", reason)
    end
    return reason
end

-- Gravity of the usual size: how strong it is makes no difference, and 1e300 would overflow.
local function direction(g)
    local most = math.max(math.abs(g.x), math.abs(g.y), math.abs(g.z))
    return most == 0 and g or 9.81 * core.Vec3(g.x / most, g.y / most, g.z / most)
end

local function base_parameters(m, said)
    if core.type(m) ~= "Model" then arguments.at("base_parameters", 0):expected("Model", m) end
    local options = read(m, said)
    m = m:copy()
    m:set_gravity(direction(options.gravity or m:gravity()))
    if m:nbodies() == 0 then arguments.no_answer("base_parameters", "the model has no link that moves") end
    local state = {links = m:body_names(), more = extra_names(m, options), model = m}
    local why = why_sampled(m, state.more, options.floating)
    local list, nodes, length = recursion.rows(m, options.floating, layout.of(m), joints)
    local scale = scales(length, #state.links, #state.more)
    if why then
        list = sampled.rows(m, options, scale, #m:loops() > 0)
        if not list then arguments.no_answer("base_parameters", "no configuration was found that closes the model's loops: m:assemble says more") end
        if #list == 0 then arguments.no_answer("base_parameters", "the model's loops leave it no motion, and no torque tells of it") end
    else
        state.nodes = nodes
        list = rows.span(list)
    end
    solve(state, list, scale)
    local base = setmetatable({
        count = #list, of = #scale, sampled = why ~= nil,
        note = why and ("by the rank of %d sampled regressors: %s, of which the exact recursion does not hold"):format(3 * #scale, why) or nil,
    }, Base)
    secret[base] = state
    return base
end

-- ---- what it says ---------------------------------------------------------------------------------------------------

function methods.matrix(base) return Matrix(open(base, "matrix").form) end

function methods.null_space(base)
    local state = open(base, "null_space")
    local size, count = #state.kept + #state.nulls, #state.nulls
    local Z = Matrix(size, count)
    for j, change in ipairs(state.nulls) do
        for i = 1, size do Z:set(i, j, change[i]) end
    end
    return Z
end

local function name_in(state) return function(column) return words.name(state.links, column, state.more) end end

function methods.names(base)
    local _ <close> = inner.locale.plain()
    local state, list = open(base, "names"), {}
    for i, row in ipairs(state.form) do
        local turned = {} -- its own parameter first
        for k, x in ipairs(row) do turned[k] = k == state.kept[i] and 0.0 or x end
        local own, rest = name_in(state)(state.kept[i]), words.combination(turned, name_in(state))
        list[i] = rest == "" and own or own .. (rest:sub(1, 1) == "-" and " - " .. rest:sub(2) or " + " .. rest)
    end
    return list
end

local SEEN <const> = 1e-9

-- How many parameters a change touches.
local function touched(change)
    local count = 0
    for _, x in ipairs(change) do count = count + (math.abs(x) > SEEN and 1 or 0) end
    return count
end

-- The change that moves no torque in which that column changes by 1, of as few parameters as there is; nil where there is none.
local function transfer(state, column)
    if state.null_of[column] then return state.null_of[column] end
    local row, best = state.form[state.pivot[column]], nil
    for other, change in pairs(state.null_of) do
        local share = change[column]
        if math.abs(row[other]) > SEEN and (not best or touched(change) < touched(best.change)
            or touched(change) == touched(best.change) and other < best.other) then
            best = {change = change, share = share, other = other}
        end
    end
    if not best then return nil end
    local scaled = {}
    for k, x in ipairs(best.change) do scaled[k] = k == column and 1.0 or x / best.share end
    return scaled
end

local MOST_TERMS <const> = 8

local function angular_ways(list)
    local turns = {}
    for i, row in ipairs(list) do turns[i] = {row[4], row[5], row[6]} end
    return #turns > 0 and rows.span(turns, 1) or {}
end

local JOINTS <const> = {
    revolute = "turns about one axis", continuous = "turns about one axis", prismatic = "only slides", helical = "turns and slides about one axis",
    screw = "turns and slides about one axis",
}

-- Why the link shows no more: what its joint does, and in how many ways the link can turn and move.
local function reason(state, link)
    for _, node in ipairs(state.nodes or {}) do
        if node.body == link then
            local turns = angular_ways(node.V)
            local how = ("'%s' %s"):format(display.printable(node.link.joint.name), JOINTS[node.link.joint.type] or "moves by " .. #node.S .. " freedoms")
            local whole = #turns == 0 and "the link never turns" or #turns == 1 and "the link turns about one direction alone"
                or #turns == 2 and "the link turns about two directions alone" or "the link is turned in all ways by the joints before"
            return ("%s, and %s"):format(how, whole)
        end
    end
    return nil
end

local function text_of_change(state, change, column)
    local rest = {}
    for k, x in ipairs(change) do rest[k] = k == column and 0.0 or x end
    return words.combination(rest, name_in(state), MOST_TERMS)
end

-- The sentence, and the change it names as a Vector (nil where the parameter is known by itself).
function methods.why(base, link, parameter)
    local _ <close> = inner.locale.plain()
    local state = open(base, "why")
    local m, place = state.model, arguments.at("why", 1)
    link = handles.name_of(link)
    place:text(link, "name of a link")
    local number
    for i, name in ipairs(state.links) do number = name == link and i or number end
    if not number then place:bad("'%s' has no moving link named '%s'%s", m:name(), link, arguments.hint(link, state.links)) end
    local known = {}
    for name in pairs(words.also) do known[#known + 1], known[name] = name, true end
    table.sort(known)
    local k = words.also[arguments.at("why", 2):word(parameter, known)]
    local column = 10 * (number - 1) + k
    local subject, change = name_in(state)(column), transfer(state, column)
    if not change then return ("%s can be known by itself: no change of other parameters makes up for one of it"):format(subject) end
    local because = reason(state, number)
    because = because and " (" .. because .. ")" or ""
    if touched(change) == 1 then
        return ("%s cannot be known: it moves no torque%s"):format(subject, because), Vector(change)
    end
    local rows_of, first = 0, nil
    for i, row in ipairs(state.form) do
        if math.abs(row[column]) > SEEN then rows_of, first = rows_of + 1, first or i end
    end
    local combination = words.combination(state.form[first], name_in(state), MOST_TERMS)
    local where = rows_of == 1 and ("only %s together moves any torque"):format(combination)
        or ("it moves torques only within %d combinations, of which the first is %s"):format(rows_of, combination)
    return ("%s cannot be known by itself: %s%s. One %s more of it, with %s, leaves every torque as it was"):format(subject, where, because,
        words.units[k], text_of_change(state, change, column)), Vector(change)
end

-- ---- of a log -------------------------------------------------------------------------------------------------------

Base.__tostring = arguments.printer("base parameters", function(base)
    local _ <close> = inner.locale.plain()
    local state = open(base, "tostring")
    local lines = {("%d base parameters of %d of '%s'"):format(#state.kept, #state.kept + #state.nulls, display.printable(state.model:name()))}
    if base.note then lines[#lines + 1] = "  " .. tostring(base.note) end
    for i, name in ipairs(methods.names(base)) do lines[#lines + 1] = ("  %2d  %s"):format(i, display.printable(name)) end
    return table.concat(lines, "\n")
end)

arguments.count_all(methods, 1)

return {of = base_parameters, state = function(base) return secret[base] end}
