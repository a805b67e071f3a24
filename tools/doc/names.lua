-- Names of the reference and the pages they are on: reference/SpatialInertia.html#SpatialInertia:shift. A name as it stands
-- in code, M:shift(p), is found by its method where only one class has such a method, or by what may be known of its owner;
-- a method of several classes leads to the index of all names.
local names = {}

local Names = {}
Names.__index = Names

function names.of(entries)
    local self = setmetatable({by_name = {}, methods = {}, classes = {}}, Names)
    for _, entry in ipairs(entries) do
        self.by_name[entry.name] = entry
        if entry.kind == "class" and entry.name ~= "rigid" then self.classes[entry.name] = entry end
        if entry.kind == "method" then
            self.methods[entry.short] = self.methods[entry.short] or {}
            table.insert(self.methods[entry.short], entry)
        end
    end
    return self
end

-- The page of an entry, and its anchor there.
function Names.page(entry) return ("reference/%s.html"):format(entry.class or "rigid") end

function Names.address(entry)
    local page = Names.page(entry)
    return entry.kind == "class" and page or page .. "#" .. entry.name
end

-- Letters that the pages use for values of one kind.
local USUAL = {M = "SpatialInertia", m = "Model", P = "ABI", R = "Rotation", X = "Transform", log = "Log", model = "Model",
    V = "Twist", W = "Wrench"}

function Names:method(owner, short)
    local list = self.methods[short]
    if not list then return nil end
    local entry = #list == 1 and list[1] or self.by_name[(USUAL[owner] or owner or "") .. ":" .. short]
    return entry and Names.address(entry) or "reference/index.html#" .. short
end

-- The address of a name in code that stands after owner and mark ("M", ":"), and whether it is called; nil where unknown.
function Names:find(owner, mark, name, is_called)
    if mark == ":" then return is_called and self:method(owner, name) or nil end
    if mark == "." and owner then
        local entry = self.by_name[owner .. "." .. name] or owner == "rigid" and self.classes[name]
        return entry and Names.address(entry) or nil
    end
    if mark then return nil end
    local entry = self.classes[name]
    return entry and Names.address(entry) or nil
end

-- The address of what a piece of code in a line is about.
function Names:find_text(text)
    local owner, mark, name = text:match "^([%a_][%w_]*)([.:])([%a_][%w_]*)"
    if owner and self.by_name[owner .. mark .. name] then return Names.address(self.by_name[owner .. mark .. name]) end
    if owner == "rigid" and mark == "." and self.classes[name] then return Names.address(self.classes[name]) end
    if mark == ":" then return self:method(owner, name) end
    local method = text:match "^:([%a_][%w_]*)"
    if method then return self:method(nil, method) end
    local word, rest = text:match "^([%a_][%w_]*)(.*)$"
    if word and self.classes[word] and not rest:find "^[%w_]" and not mark then return Names.address(self.classes[word]) end
end

return names
