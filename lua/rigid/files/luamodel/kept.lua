-- What a file of our own says is kept with the model (rigid.model.kept): whoever uses it takes its shape for granted, and so it is looked
-- through here. What nobody computes with stays as it is.
local Reader = require "rigid.files.luamodel.reader"

local quoted = Reader.quoted

local function finite(x) return type(x) == "number" and x - x == 0 end

-- A list of finite numbers, as floats.
local function numbers(r, where, list)
    if type(list) ~= "table" then r:bad("%s: list of numbers expected, got %s", where, type(list)) end
    local copy = {}
    for i, x in ipairs(list) do
        if not finite(x) then r:bad("%s[%d]: finite number expected, got %s", where, i, tostring(x)) end
        copy[i] = x + 0.0
    end
    return copy
end

local function text(r, where, value, default)
    if value == nil and default then return default end
    if type(value) ~= "string" then r:bad("%s: text expected, got %s", where, type(value)) end
    return value
end

-- Each entry of a table by name, or of a list, put through f.
local function each(f)
    return function(r, where, said)
        if type(said) ~= "table" then r:bad("%s: table expected, got %s", where, type(said)) end
        local copy = {}
        for key, value in pairs(said) do
            copy[key] = f(r, ("%s[%s]"):format(where, type(key) == "string" and quoted(key) or tostring(key)), value, key)
        end
        return copy
    end
end

local function number(r, where, x)
    if not finite(x) then r:bad("%s: finite number expected, got %s", where, type(x) == "number" and tostring(x) or type(x)) end
    return x
end

-- A table whose fields, where they are there, are read by those functions; other fields stay.
local function record(fields, named)
    return each(function(r, where, one, key)
        if type(one) ~= "table" then r:bad("%s: table expected, got %s", where, type(one)) end
        local copy = {}
        for name, value in pairs(one) do copy[name] = fields[name] and fields[name](r, where .. "." .. name, value) or value end
        if named then copy.name = text(r, where .. ".name", one.name, ("%s_%s"):format(named, tostring(key))) end
        return copy
    end)
end

local USED <const> = {
    reference = each(number), gravcomp = each(number), polynomials = record {stiffness = numbers, damping = numbers},
    keys = record({qpos = numbers, qvel = numbers}, "key"),
    actuators = record({kind = text, joint = text, gear = numbers, gain = numbers, bias = numbers, dynprm = numbers, ctrlrange = numbers, forcerange = numbers,
        actrange = numbers, gaintype = text, biastype = text, dyntype = text}, "actuator"),
    markers = each(function(_, _, value) return value end),
}

-- What is kept, its shape certain; nil where nothing is.
function Reader:kept(said)
    if said == nil then return nil end
    if type(said) ~= "table" then self:bad("kept: table expected, got %s", type(said)) end
    for name, check in pairs(USED) do
        if said[name] ~= nil then said[name] = check(self, "kept." .. name, said[name]) end
    end
    return said
end

-- The notes of a file, with those that reading it gives: texts on one line each.
function Reader:with_notes(said)
    if said == nil then return self.notes end
    if type(said) ~= "table" then self:bad("notes: table expected, got %s", type(said)) end
    local notes = {}
    for i, note in ipairs(said) do
        if type(note) ~= "table" or type(note.text) ~= "string" then self:bad("notes[%d]: table with a 'text' expected", i) end
        note.text = note.text:gsub("%c", "?")
        notes[i] = note
    end
    return table.move(self.notes, 1, #self.notes, #notes + 1, notes)
end

return Reader
