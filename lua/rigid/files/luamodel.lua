-- Reads models that are Lua scripts: RBDL's (a table of `frames`) and rigid's own (a table of `bodies`, in the form that
-- m:table() gives and rigid.Model takes). The script runs in a sandbox, and what it returns are copies: plain tables only, of
-- bounded depth and size.
local core = require "rigid.core"
local inner = debug.getmetatable(core).inner
local arguments = require "rigid.arguments"
local errors = require "rigid.errors"
local Reader = require "rigid.files.luamodel.reader"
local sandbox = require "rigid.files.sandbox"
require "rigid.files.luamodel.rbdl" -- adds to the reader
require "rigid.files.luamodel.kept"

local quoted = Reader.quoted

local luamodel = {}

-- Where things are drawn, as poses again.
local function read_placements(list)
    for _, one in ipairs(type(list) == "table" and list or {}) do
        if type(one) == "table" and type(one.placement) == "table" then
            one.placement = arguments.pose(one.placement) or one.placement
        end
    end
end

-- What rigid.Model takes, but that an inertia that no body can have is taken, and noted.
function Reader:own(model)
    local kept = self:kept(model.kept)
    model.format, model.kept = nil, nil
    local bodies = type(model.bodies) == "table" and model.bodies or {}
    if #bodies > self.LINKS then self:bad("more than %d links", self.LINKS) end
    for i = 1, #bodies do
        local body = bodies[i]
        if type(body) == "table" and type(body.inertia) == "table" then
            local where = type(body.name) == "string" and "body " .. quoted(body.name) or ("bodies[%d]"):format(i)
            body.inertia.skip_validity_check = true
            local M, problem = arguments.try(inner.asked.SpatialInertia, nil, body.inertia)
            if not M then self:bad("%s: inertia: %s", where, errors.detail(problem)) end
            local criticism = M:criticize()
            if criticism then self:note("impossible_inertia", "%s: the inertia is kept as it is, but %s", where, criticism) end
            body.inertia = M
        end
        if type(body) == "table" then
            body.source = body.source or {file = self.path}
            read_placements(body.visuals)
            read_placements(body.collisions)
        end
    end
    model.notes = self:with_notes(model.notes)
    return model, kept
end

-- The table that rigid.Model takes, from the text of the script at path, and what else is to be kept. format: "rbdl",
-- "rigid", or nil for what the table looks like.
function luamodel.read(text, path, format)
    local problem, model, kind, printed, left_out = sandbox.run(text, path)
    if problem then error(problem, 0) end
    local r = setmetatable({path = path, notes = {}}, Reader)
    if kind ~= "table" then
        local what = kind == "nil" and "nothing" or model ~= nil and arguments.describe(model) or "a " .. kind
        r:bad("the script must return a table that describes a model, but returned %s", what)
    end
    if printed then r:note("ignored", "what the script prints is not shown") end
    if left_out > 0 then r:note("ignored", "%d entries that are functions are left out", left_out) end
    if not format and model.format ~= nil and model.format ~= "rigid" then r:bad("format %s is not known; rigid's own is 'rigid'", quoted(model.format)) end
    format = format or (model.format == "rigid" or model.frames == nil) and "rigid" or "rbdl"
    if format == "rigid" and model.bodies == nil then r:bad("the table has neither bodies (rigid's own models) nor frames (RBDL's)") end
    if format == "rbdl" then return r:rbdl(model) end
    return r:own(model)
end

return luamodel
