-- m:accumulate(Q, V, A, Tau [, state] [, options]): the sums of least squares, as a value that goes on taking samples.
local core = require "rigid.core"
local arguments = require "rigid.arguments"
local motion = require "rigid.batch.motion"
local inner = debug.getmetatable(core).inner

local Matrix, Vector = core.Matrix, core.Vector

local OPTIONS = arguments.fields "weights"

local Sums = {}
Sums.__index = Sums
Sums.__name = "Sums"

local function is_sums(value) return type(value) == "table" and debug.getmetatable(value) == Sums end

local function open(sums, name)
    if not is_sums(sums) then arguments.at(name, 0):expected("sums of m:accumulate", sums) end
    return sums
end

function Sums:normal()
    open(self, "normal")
    return self.products:copy(), self.right:copy(), self.square
end

function Sums:merge(other)
    open(self, "merge")
    local place = arguments.at("merge", 1)
    if not is_sums(other) then place:expected("sums of m:accumulate", other) end
    if other.products:rows() ~= self.products:rows() then
        place:bad("sums of %d parameters expected, got %d", self.products:rows(), other.products:rows())
    end
    inner.sums.put(self, self.products + other.products, self.right + other.right, self.square + other.square, self.samples + other.samples)
    return self
end

function Sums:copy()
    open(self, "copy")
    return setmetatable({products = self.products:copy(), right = self.right:copy(), square = self.square, samples = self.samples}, Sums)
end

function Sums:__tostring() return ("Sums of %d samples, %d parameters"):format(self.samples, self.products:rows()) end

return function(m, Q, V, A, Tau, state, options)
    if core.type(m) ~= "Model" then arguments.at("accumulate", 0):expected("Model", m) end
    local nv, columns = m:nv(), 10 * m:nbodies()
    if options == nil and type(state) == "table" and not is_sums(state) then state, options = nil, state end
    Q = motion.rows(arguments.at("accumulate", 1), Q, "q", nil, m:nq())
    V = motion.rows(arguments.at("accumulate", 2), V, "v", Q:rows(), nv)
    A = motion.rows(arguments.at("accumulate", 3), A, "a", Q:rows(), nv)
    Tau = motion.rows(arguments.at("accumulate", 4), Tau, "tau", Q:rows(), nv)
    local place = arguments.at("accumulate", 5)
    if state == nil then
        state = setmetatable({products = Matrix(columns, columns), right = Vector(columns), square = 0.0, samples = 0}, Sums)
    elseif not is_sums(state) then
        place:expected("sums of m:accumulate", state)
    elseif state.products:rows() ~= columns then
        place:bad("sums of %d parameters expected, got %d", columns, state.products:rows())
    end
    local at = arguments.at("accumulate", 6)
    options = options == nil and {} or at:options(options, OPTIONS)
    local weights = options.weights ~= nil and Vector(at:field("weights"):numbers(options.weights, nv, "weights")) or nil
    local bad = inner.sums.add(m, Q, V, A, Tau, weights, state)
    if bad then arguments.at("accumulate", 1):bad("row %d: finite numbers, and quaternions that are not zero, expected in q, v, a and tau", bad) end
    return state
end
