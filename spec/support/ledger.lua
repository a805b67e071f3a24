-- Keeping account of recorded figures: which were driven through our API and compared, and which were not. A ledger
-- opens one file of spec/oracle, hands out its data through proxies that note each leaf read, counts every number
-- compared, and at the end (close) fails when a leaf was neither used nor passed over with a reason. A renamed key or a
-- case that was forgotten can therefore not make a spec pass by testing less. The end is a teardown, which comes after all
-- tests whatever their order; where only some of them are run, it says what the others would have used.

local assert = require "luassert"
local compare = require "spec.support.compare"

local Ledger = {}
Ledger.__index = Ledger

local raw_of = setmetatable({}, { __mode = "k" }) -- proxy -> the table behind it

local function mark_all(used, t)
    used[t] = used[t] or {}
    for key, value in pairs(t) do
        if type(value) == "table" then
            mark_all(used, value)
        else
            used[t][key] = true
        end
    end
end

local function proxy_for(ledger, raw)
    local proxy = ledger.proxies[raw]
    if proxy then return proxy end
    proxy = setmetatable({}, {
        __index = function(_, key)
            local value = raw[key]
            if type(value) == "table" then return proxy_for(ledger, value) end
            if value ~= nil then
                ledger.used[raw] = ledger.used[raw] or {}
                ledger.used[raw][key] = true
            end
            return value
        end,
        __len = function() return #raw end,
        __pairs = function()
            return function(_, key)
                local following = next(raw, key)
                if following ~= nil then return following, proxy_for(ledger, raw)[following] end
            end
        end,
    })
    ledger.proxies[raw], raw_of[proxy] = proxy, raw
    return proxy
end

-- The ledger of spec/oracle/NAME.lua; .data is its table, read through proxies.
function Ledger.open(name)
    local ledger = setmetatable({ name = name, used = {}, proxies = {}, skipped = {}, figures = 0 }, Ledger)
    ledger.source = require("spec.oracle." .. name)
    ledger.data = proxy_for(ledger, ledger.source)
    return ledger
end

-- The plain table behind a part of the data, all of it counted as used: for feeding inputs to our API.
function Ledger:plain(x)
    local raw = raw_of[x]
    if not raw then return x end
    mark_all(self.used, raw)
    return raw
end

-- compare.near against recorded figures, counted.
function Ledger:near(got, recorded, options)
    assert(recorded ~= nil, (options and options.what or "a figure") .. " is not among the records", 2)
    if options and options.scale then options.scale = self:plain(options.scale) end
    self.figures = self.figures + compare.near(got, self:plain(recorded), options)
end

-- A verdict, a count or a word that must be exactly as recorded; counted.
function Ledger:same(got, recorded, what)
    assert(recorded ~= nil, (what or "a verdict") .. " is not among the records", 2)
    if got ~= recorded then
        assert(false, ("%s: %s, but %s was recorded"):format(what or "verdict", tostring(got), tostring(recorded)), 2)
    end
    self.figures = self.figures + 1
end

-- compare.refuses, for a recorded refusal (or a recorded success that ought to have been one); counted.
function Ledger:refuses(f, ...)
    compare.refuses(f, ...)
    self.figures = self.figures + 1
end

-- A recorded verdict we do not share: ours must be the other one (so the difference stays a fact, not an excuse); counted.
function Ledger:differs(got, recorded, reason)
    assert(type(reason) == "string" and #reason > 20, "a difference needs its reason", 2)
    if got == recorded then
        assert(false, ("we now agree (%s), though the spec says: %s"):format(tostring(got), reason), 2)
    end
    self.figures = self.figures + 1
end

-- Leaves whose path ("/cases/3/props/mass") matches the pattern are passed over, for this reason.
function Ledger:skip(pattern, reason)
    assert(type(reason) == "string" and #reason > 20, "passing over figures needs a reason", 2)
    self.skipped[#self.skipped + 1] = { pattern = pattern, hits = 0 }
end

function Ledger:passes_over(path)
    for _, skip in ipairs(self.skipped) do
        if path:find(skip.pattern) then
            skip.hits = skip.hits + 1
            return true
        end
    end
    return false
end

local function unread(ledger, t, path, found)
    for key, value in pairs(t) do
        local here = path .. "/" .. tostring(key)
        if type(value) == "table" then
            unread(ledger, value, here, found)
        elseif not ledger:passes_over(here) and not (ledger.used[t] and ledger.used[t][key]) then
            found[#found + 1] = here
        end
    end
    return found
end

-- Paths without the numbers they end in, each once, the first twenty.
local function summary(paths)
    local seen, list = {}, {}
    for _, path in ipairs(paths) do
        local stem = path:gsub("[/%d]+$", "")
        if not seen[stem] then
            seen[stem] = true
            list[#list + 1] = stem
        end
    end
    table.sort(list)
    return { table.unpack(list, 1, math.min(#list, 20)) }
end

-- Fail unless every leaf was used or passed over, every pass-over passed over something, and exactly so many figures
-- were compared.
function Ledger:close(expected_figures)
    local found = unread(self, self.source, "", {})
    if #found > 0 then
        local shown = table.concat(summary(found), "\n  ")
        assert(false, ("%d recorded leaves of %s were not used:\n  %s"):format(#found, self.name, shown), 2)
    end
    for _, skip in ipairs(self.skipped) do
        assert(skip.hits > 0, "nothing is passed over by the pattern " .. skip.pattern, 2)
    end
    if self.figures ~= expected_figures then
        local message = "%d figures of %s were compared, %d were expected"
        assert(false, message:format(self.figures, self.name, expected_figures), 2)
    end
end

return Ledger
