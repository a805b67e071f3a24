-- What each method of a Model takes, and calls of them with good arguments.
local rigid = require "rigid"
local draw = require "spec.support.draw"
local trees = require "spec.support.trees"

local Vector, Matrix, Wrench = rigid.Vector, rigid.Matrix, rigid.Wrench

-- Method, what it takes ("?": may be left out, and is then zero), and the size of what it returns, as it is written into.
local methods = {}

for line in ([[
    integrate                     q v             nq
    difference                    q q1            nv
    inverse_dynamics              q v? a? wrenches nv
    forward_dynamics              q v? tau? wrenches nv
    mass_matrix                   q               nv nv
    inverse_mass_matrix           q               nv nv
    coriolis_matrix               q v factor      nv nv
    bias_forces                   q v             nv
    gravity_forces                q               nv
    inverse_dynamics_derivatives  q v? a?         nv nv three
    forward_dynamics_derivatives  q v? tau?       nv nv three
    pose                          q frame
    twist                         q v frame view
    acceleration                  q v? a? frame view
    classical_acceleration        q v? a? frame view
    jacobian                      q frame view    6 nv
    jacobian_derivative           q v frame view  6 nv
    com                           q
    com_velocity                  q v
    com_acceleration              q v a
    com_jacobian                  q               3 nv
    centroidal_momentum           q v
    centroidal_matrix             q               6 nv
    kinetic_energy                q v
    potential_energy              q
    elastic_energy                q
    passive_forces                q v             nv
    regressor                     q v? a?         nv parameters
    slotine_li_regressor          q v v_ref a_ref factor nv parameters
    momentum_regressor            q v             6 parameters
    kinetic_energy_regressor      q v             parameters
    potential_energy_regressor    q               parameters
]]):gmatch "[^\n]+" do
    local method = { takes = {}, size = {} }
    for word in line:gmatch "%S+" do
        if not method.name then
            method.name = word
        elseif word == "three" then
            method.results = 3
        elseif word:match "^n[qv]$" or word:match "^%d$" or word == "parameters" then
            table.insert(method.size, word)
        else
            table.insert(method.takes, { kind = word:gsub("%?", ""), optional = word:find "%?" ~= nil })
        end
    end
    methods[#methods + 1] = method
end

local numeric = { q = "nq", q1 = "nq", v = "nv", a = "nv", tau = "nv", v_ref = "nv", a_ref = "nv" }

-- What is put in place of each, over a tree of every joint type.
local function setting()
    local d = draw.stream(1701)
    local m = trees.of_every_type(d)
    m:add_frame { name = "tool", body = "link5", placement = { position = d:vec3() } }
    local q, v, a = trees.state(d, m)
    local size = { nq = m:nq(), nv = m:nv(), parameters = 10 * m:nbodies(), ["3"] = 3, ["6"] = 6 }
    local given = {
        q = q, v = v, a = a, q1 = trees.configuration(d, m), tau = trees.velocity(d, m), v_ref = trees.velocity(d, m),
        a_ref = trees.velocity(d, m), frame = "tool", view = { frame = "aligned", point = { 0.1, -0.2, 0.3 } },
        factor = { factor = "body" }, wrenches = { tool = Wrench(d:six()), link3 = Wrench(d:six()) },
    }
    return m, given, size
end

local function arguments(method, given)
    local list = { n = #method.takes }
    for i, place in ipairs(method.takes) do
        list[i] = given[place.kind]
    end
    return list
end

local function call(m, method, list) return m[method.name](m, table.unpack(list, 1, list.n)) end

local function with(list, i, value)
    local other = table.move(list, 1, list.n, 1, { n = math.max(list.n, i) })
    other[i] = value
    return other
end

-- Something of the size of the k-th result to write into, no number in it right; nil for what returns none such.
local function sink(method, size)
    local rows, cols = size[method.size[1]], size[method.size[2]]
    local out = cols and Matrix(rows, cols) or rows and Vector(rows) or nil
    for i = 1, rows or 0 do
        for j = 1, cols or 1 do
            if cols then out:set(i, j, 777) else out[i] = 777 end
        end
    end
    return out
end

-- The call with something to write into for each result.
local function with_sinks(method, list, size)
    local sinks = {}
    for k = 1, method.results or 1 do
        sinks[k] = sink(method, size)
        list = with(list, #method.takes + k, sinks[k])
    end
    return list, sinks
end

local function argument_message(method, i) return ("bad argument #%d to '%s'"):format(i, method.name) end

return {
    methods = methods,
    numeric = numeric,
    setting = setting,
    arguments = arguments,
    call = call,
    with = with,
    sink = sink,
    with_sinks = with_sinks,
    argument_message = argument_message,
}
