-- Every public function, every place in its arguments, every wrong kind of value. Each good call (spec.support.calls) is spoilt
-- in one place at a time, and by seeded draws in two, with each of the values of spec.support.foreign. What may happen is said
-- in spec.support.walk: an error that names the place, or a correct answer.

local assert = require "luassert"
local rigid = require "rigid"
local walk = require "spec.support.walk"
local foreign = require "spec.support.foreign"
local draw = require "spec.support.draw"
local calls = require "spec.support.calls"
local verdict = require "spec.support.verdict"
local gnuplot, in_text = require "rigid.plot.gnuplot", require "rigid.plot.text" -- while arguments are walked they draw nothing

local spoil = {}
local words_of <const> = calls.words_of

local function label_of(f, spoilt)
    local parts = {}
    for i, s in ipairs(spoilt) do
        parts[i] = walk.show(s.place.path, f.method) .. " = " .. s.value.label
    end
    return f.key .. " with " .. table.concat(parts, " and ")
end

-- All values of ours among the arguments, which are given a tag first: number of the argument -> its content.
local tag = rigid.Vec3(1, 2, 3):tag { of = "B" }
local frames = debug.getmetatable(require "rigid.core").inner.frames
local TAG <const> = frames.tag(tag)

local function contents(args)
    local list = {}
    for i = 1, args.n do
        if rigid.type(args[i]) and not calls.robot_was(args[i]) then
            if type(args[i]) == "userdata" then
                frames.set_tag(args[i], TAG, calls.nothing)
            end
            list[i] = walk.snapshot(args[i])
        end
    end
    return list
end

-- One call of example number e, spoilt. Returns what is wrong, with the call, or nil.
local function try(f, entry, e, spoilt, count)
    for _, s in ipairs(entry.passes_over and spoilt or {}) do
        if entry.passes_over(s.place, s.value) then
            return
        end
    end
    local args = table.pack(entry.examples[e]())
    for _, s in ipairs(spoilt) do
        walk.substitute(args, s.place.path, s.value.make())
    end
    local receiver = f.method and (not count or count > 0) and rigid.type(args[1]) and args[1] or nil
    local before = calls.robot_was(receiver) or walk.snapshot(receiver)
    local all = contents(args)
    local label = label_of(f, spoilt)
    local ok, result, seconds = walk.call(label, f.f, args, count)
    local wrong = verdict.of(f, entry, spoilt, ok, result, receiver) or walk.judge_time(seconds)
    local may_change = ok and f.mutates and not (entry.says_no and result[1] == false)
    if not wrong and not may_change and not walk.is_same(before, walk.snapshot(receiver)) then
        wrong = "the receiver has changed"
    end
    for i, content in pairs(not ok and all or {}) do
        wrong = wrong or not walk.is_same(content, walk.snapshot(args[i])) and ("argument %d has changed"):format(i)
        wrong = wrong or type(args[i]) == "userdata" and frames.tag(args[i]) ~= TAG and ("argument %d has lost its tag"):format(i)
    end
    return wrong and label .. ": " .. wrong
end

spoil.NIL = foreign.values[1]
local NIL <const> = spoil.NIL
assert(NIL.kind == "nil")

local function one_place_at_a_time(f, entry, note)
    for e, places in ipairs(entry.places) do
        for _, place in ipairs(places) do
            local list = entry.brief and foreign.brief or foreign.values
            if place.deep or place.past then
                list = entry.brief and foreign.deep or foreign.short
            end
            for _, value in ipairs(list) do
                note(try(f, entry, e, { { place = place, value = value } }))
            end
        end
    end
end

local function too_few(f, entry, note)
    for e, example in ipairs(entry.examples) do
        local n = select("#", example())
        for count = 0, n - 1 do
            local missing = {}
            for i = count + 1, n do
                missing[#missing + 1] = { place = { path = { i }, kinds = entry.kinds_at[i] }, value = NIL }
            end
            note(try(f, entry, e, missing, count))
        end
    end
end

-- Nil behind the last argument is as nothing: a call is often handed on with what was not given.
local function surplus_nils(f, entry, note)
    for e, example in ipairs(entry.examples) do
        local args = table.pack(example())
        if args.n == #entry.kinds_at then
            local ok, result = walk.call(f.key, f.f, args, args.n + 2)
            note(not ok and ("%s, call %d, with two nils more: %s"):format(f.key, e, tostring(result)))
        end
    end
end

local function fresh_key()
    return {}
end

-- A field that is not known must be refused, whatever else is good, and a slip of the pen must be recognised.
local function unknown_fields(f, entry, note)
    local function refused(e, path, label, change, field)
        local args = table.pack(entry.examples[e]())
        local holder = args
        for _, key in ipairs(path) do
            holder = holder[key]
        end
        change(holder)
        label = ("%s with %s in %s"):format(f.key, label, walk.show(path, f.method))
        local ok, message = walk.call(label, f.f, args)
        local position = path[1] - (f.method and 1 or 0)
        local wrong = ok and "it is accepted" or walk.judge_error(message, f.name, { [position] = true }, field)
        note(wrong and label .. ": " .. wrong)
    end
    for e, places in ipairs(entry.places) do
        for _, place in ipairs(places) do
            local fields = place.options and not verdict.data_at(entry, place) and walk.sorted_keys(place.options) or {}
            for _, field in ipairs(fields) do
                refused(e, place.path, ("'%ss' for '%s'"):format(field, field), function(holder)
                    holder[field .. "s"], holder[field] = holder[field], nil
                end, #place.path == 1 and field or nil)
                refused(e, place.path, ("'%s\\0'"):format(field), function(holder)
                    holder[field .. "\0"] = holder[field]
                end)
            end
            for _, key in ipairs(#fields > 0 and { "nonsense", "", 1, 2.5, true, print, fresh_key() } or {}) do
                refused(e, place.path, "the field " .. tostring(key), function(holder)
                    holder[key] = 1
                end)
            end
        end
    end
end

local function is_within(a, b)
    for i = 1, math.min(#a, #b) do
        if a[i] ~= b[i] then
            return false
        end
    end
    return true
end

-- The same draws for a function whatever others there are.
local function seed_of(key)
    local seed = 0
    for i = 1, #key do
        seed = (seed * 31 + key:byte(i)) % 65536
    end
    return seed
end

local DRAWS <const> = tonumber(os.getenv "RIGID_DRAWS") or 200 -- fewer where each takes long

local function two_places_at_a_time(f, entry, note, seed)
    local d = draw.stream(seed)
    for _ = 1, entry.brief and DRAWS // 8 or DRAWS do
        local e = d:integer(1, #entry.places)
        local places = entry.places[e]
        local a, b = places[d:integer(1, #places)], places[d:integer(1, #places)]
        local x, y = foreign.values[d:integer(1, #foreign.values)], foreign.values[d:integer(1, #foreign.values)]
        if not is_within(a.path, b.path) then
            local wrong = try(f, entry, e, { { place = a, value = x }, { place = b, value = y } })
            note(wrong and ("with seed %d: %s"):format(seed, wrong))
        end
    end
end

-- Make the good calls; learn what kinds of values they take and give.
local function learn(f, entry)
    entry.kinds, entry.outs = {}, {}
    for e, example in ipairs(entry.examples) do
        local args = table.pack(example())
        local before = walk.snapshot(table.pack(example()))
        local ok, result = walk.call(f.key, f.f, args)
        if not ok then
            error(("the good call %d of %s raises: %s"):format(e, f.key, tostring(result)), 0)
        end
        entry.kinds[walk.kinds_of(result)] = true
        entry.gives_nan = entry.gives_nan or not walk.is_finite(result)
        assert(entry.carries or not entry.gives_nan, f.key .. " gives NaN to a good call")
        local is_result = {}
        for i = 1, result.n do
            is_result[result[i] or false] = true
        end
        for i = 2, args.n do
            entry.outs[i] = entry.outs[i] or f.method and not f.mutates and is_result[args[i]]
        end
        for i = f.mutates and 2 or 1, args.n do
            assert(entry.outs[i] or walk.is_same(before[i], args[i]), ("%s changes its argument %d"):format(f.key, i))
        end
    end
    if entry.kinds[f.class] then
        for _, class in ipairs(verdict.generic_classes(f, entry)) do
            entry.kinds[class] = true
        end
    end
    entry.places = walk.places(entry.examples)
    verdict.widen(f, entry)
    entry.kinds_at = {}
    for _, places in ipairs(entry.places) do
        for _, place in ipairs(places) do
            if #place.path == 1 and not place.past then
                entry.kinds_at[place.path[1]] = place.kinds
            end
        end
    end
end

-- note(failure) keeps it, unless it is nil; report() raises where there were any.
function spoil.gather()
    local failures, count, seen = {}, 0, {}
    local function note(failure)
        if failure then
            count = count + 1
            -- alike but for the value: say it once or twice
            local gist = failure:gsub("= [^:]*:", ":"):gsub("seed %d+", ""):gsub("[%d.]+", "")
            seen[gist] = (seen[gist] or 0) + 1
            if seen[gist] <= 2 and #failures < 15 then
                failures[#failures + 1] = failure
            end
        end
    end
    local function report()
        if count > 0 then
            error(("%d calls went wrong, such as\n  %s"):format(count, table.concat(failures, "\n  ")), 0)
        end
    end
    return note, report
end

-- Does the name say that the receiver changes?
local function says_it_mutates(f)
    return f.method and (f.name == "set" or f.name:find "^set_" or f.name:find "_in_place$") and true or false
end

-- help and lesson write to io.stdout, where nobody wants to read all this.
local function quietly(f)
    local mute, own = { write = calls.nothing }, require "rigid.environment".io -- what the modules have for globals
    return function(...)
        local stdout = own.stdout
        own.stdout = mute
        local results = table.pack(pcall(f, ...))
        own.stdout = stdout
        if not results[1] then
            error(results[2], 0)
        end
        return table.unpack(results, 2, results.n)
    end
end

-- ---- a spec -----------------------------------------------------------------------------------------------------------------

local function class_of(key)
    return key:match "^%a[%w_]*"
end

local function walk_function(f, entry)
    f.mutates = entry.changes or says_it_mutates(f)
    f.f = (entry.anything or entry.loud or entry.prints) and quietly(f.f) or f.f
    learn(f, entry)
    local note, report = spoil.gather()
    walk.watched(function()
        one_place_at_a_time(f, entry, note)
        too_few(f, entry, note)
        surplus_nils(f, entry, note)
        unknown_fields(f, entry, note)
        two_places_at_a_time(f, entry, note, seed_of(f.key))
    end)
    report()
end

-- What wants good calls in that share, or has them without need; and what is wrong with the shares.
local function wanting(share, functions)
    local list, exists, whose = {}, {}, {}
    for name, classes in pairs(calls.shares) do
        for _, class in ipairs(words_of(classes)) do
            whose[class] = name
        end
        local spec = io.open(("spec/module/bad_arguments_%s_spec.lua"):format(name))
        list[#list + 1] = not spec and ("a spec for %s"):format(name) or nil
        if spec then spec:close() end
    end
    for _, class in ipairs(walk.classes()) do
        list[#list + 1] = not foreign.good[class] and class .. ", a good value of it in spec.support.foreign" or nil
    end
    for _, f in ipairs(functions) do
        local name = whose[class_of(f.key)]
        exists[f.key] = true
        if not name then
            list[#list + 1] = f.key .. ", whose class is in no share of spec.support.calls"
        elseif name == share and not calls.entries[f.key] then
            list[#list + 1] = f.key
        end
    end
    for _, key in ipairs(walk.sorted_keys(calls.entries)) do
        list[#list + 1] = not exists[key] and key .. " (there is none)" or nil
        list[#list + 1] = whose[class_of(key)] ~= share and key .. ", which is another spec's" or nil
    end
    return list
end

spoil.put_back = require "spec.support.put_back"

-- The last of a spec: so many calls were made at least, all of it together.
function spoil.finish(least)
    foreign.restore()
    calls.remove_files()
    assert(walk.calls >= least, ("only %d calls"):format(walk.calls))
end

-- The cases of a share, whose calls have been given, by the `it` of the spec.
function spoil.specify(share, it)
    local functions = walk.functions()
    it("has good calls for every function, and for nothing that is not one", function()
        assert.same({}, wanting(share, functions))
    end)
    for _, f in ipairs(functions) do
        local entry = calls.entries[f.key]
        if entry then
            it(f.key .. " names every wrong argument", function()
                local drawn, written = gnuplot.draw, in_text.of
                if entry.loud then gnuplot.draw, in_text.of = calls.word "a picture", calls.word "" end
                local ok, message = pcall(walk_function, f, entry)
                gnuplot.draw, in_text.of = drawn, written
                assert(ok, message)
            end)
        end
    end
end

return spoil
