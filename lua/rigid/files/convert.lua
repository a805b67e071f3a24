-- Robot files from one format to another, with a proof: what was written is read again, and the two models are compared (rigid.files.proof).
local core = require "rigid.core"
local errors = require "rigid.errors"
local load = require "rigid.files.load"
local save = require "rigid.files.save"
local formats = require "rigid.files.formats"
local disk = require "rigid.files.disk"
local proof = require "rigid.files.proof"
local meshes = require "rigid.files.meshes"
local remade = require "rigid.files.remade"
local simplify = require "rigid.files.simplify"
local units = require "rigid.files.units"

local convert = {}

local inner <const> = debug.getmetatable(core).inner

local STATES <const> = 1000

-- Write the model to path, read it again, compare. Returns the distance (nil: why not), the sentence of the proof, and whether it holds.
function convert.prove(m, path, format, lost, states)
    local ok, back = errors.try(load.load, path, {format = format})
    if not ok then return nil, ("what was written cannot be read: %s"):format(tostring(back)), false end
    states = states or STATES
    local worst, differing, missing = proof.compare(m, back, states, lost)
    local left = table.move(missing or {}, 1, missing and #missing or 0, #lost + 1, table.move(lost, 1, #lost, 1, {}))
    local rest = #left > 0 and "; not carried: " .. table.concat(left, ", ") or ""
    if not worst then return nil, "the two files cannot be compared: " .. differing .. rest, false end
    local agrees = worst <= proof.AGREE
    local text = agrees and "mass matrix and bias of the two files agree to %.1e on %d random states"
        or "mass matrix and bias of the two files DIFFER by %.1e of the scale in %d random states"
    local otherwise = #differing > 0 and "; what DIFFERS: " .. table.concat(differing, ", ") or ""
    return worst, text:format(worst, states) .. otherwise .. rest, agrees and #differing == 0
end

-- The model in the file, as the options want it; and what meshes are to be copied.
local function wanted(from, to, options)
    local m = load.load(from, {floating = options.floating, format = options.from, assemble = options.assemble})
    if options.units then
        local u = units.read(options.units)
        if not u then error(("units '%s': a length, a mass, or both with a comma between are wanted, as mm,g (%s)"):format(options.units, units.WORDS), 0) end
        m = units.convert(m, u)
    end
    if options.simplify then m = simplify(m) end
    if not options.meshes then return m end
    local t = m:table()
    local plan = meshes.plan(t, from, to)
    return remade(t, inner.model.description(m).kept), plan
end

-- rigid convert FROM TO: the sentence of the proof, and whether it holds. Raises what is wrong with either file.
function convert.files(from, to, options)
    local format = options.format or formats.by_ending[(to:match "%.(%w+)$" or ""):lower()]
    if not format then error(("the name '%s' does not say the format: end it in .urdf, .sdf, .xml or .lua"):format(to), 0) end
    if meshes.plain(from) == meshes.plain(to) then error(("'%s' would be written over itself: name another file"):format(from), 0) end
    local m, plan = wanted(from, to, options)
    local text, lost = save.text(m, format)
    local copied = plan and meshes.copy(plan)
    local written, problem = disk.write(to, text)
    if not written then error(("cannot write %s: %s"):format(to, problem), 0) end
    local _, sentence, holds = convert.prove(m, to, format, lost or {}, options.states)
    if copied then sentence = ("%s; %d file%s of meshes copied"):format(sentence, copied, copied == 1 and "" or "s") end
    return sentence, holds
end

return convert
