-- URDF that xacro is to write: properties, macros with parameters and blocks, includes, arguments, conditions, expressions. What a file says becomes the
-- tree of elements that xacro would write, each with the file and line that it was told in. Nothing of Python is run; yaml files, and what
-- only Python can say, are refused in words. How much is made is bounded: a macro may call others as often as it likes. [wiki.ros.org/xacro]
local disk = require "rigid.files.disk"
local errors = require "rigid.errors"
local expression = require "rigid.files.xacro.expression"
local Elements = require "rigid.files.element"
local resolve = require "rigid.files.packages"
local sorted = require "rigid.sorted"

local quoted = Elements.quoted

local MADE <const>, CALLS <const>, DEEPEST <const>, LONGEST <const> = 500000, 100000, 100, 100000 -- elements, calls, calls within calls, bytes of a text

-- An Elements reader with: macros and arguments by name, how many elements were made, how many calls, how deep the calls are.
local Reader = setmetatable({}, {__index = Elements})
Reader.__index = Reader

-- ---- properties -----------------------------------------------------------------------------------------------------
-- A scope is {values (by name), parent}; a value {value} or {text, scope, element}, of which the value is made when it is asked for.

local function new_scope(parent) return {values = {}, parent = parent} end

local function find(scope, name)
    while scope do
        if scope.values[name] then return scope.values[name] end
        scope = scope.parent
    end
end

local TRUTH <const> = {["true"] = true, ["True"] = true, ["false"] = false, ["False"] = false}

-- What a text says where it stands alone: a number, true or false, else itself.
local function literal(x)
    if type(x) ~= "string" then return x end
    if TRUTH[x] ~= nil then return TRUTH[x] end
    local inside = x:match "^%s*'(.*)'%s*$"
    if inside then return inside end
    local number = x:find "^%s*[+-]?%.?%d[%d.eE+-]*%s*$" and #x < 60 and tonumber(x)
    return number or x
end

function Reader:value_of(entry, name, element)
    if entry.text == nil then return entry.value end
    if entry.busy then self:bad(element, "property %s is told by itself, in a circle", quoted(name)) end
    entry.busy = true
    entry.value = literal(self:substituted(entry.text, entry.scope, entry.element))
    entry.text, entry.busy = nil, nil
    return entry.value
end

-- ---- texts with ${...} and $(...) -----------------------------------------------------------------------------------

function Reader:computed(text, scope, element)
    local function lookup(name)
        local entry = find(scope, name)
        if not entry then return false end
        if entry.elements then self:bad(element, "%s is a block of elements, and no value", quoted(name)) end
        return true, self:value_of(entry, name, element)
    end
    local ok, value = errors.try(expression.value, text, lookup)
    if ok then return value end
    if type(value) == "table" and rawget(value, "xacro") then
        self:bad(element, "${%s}: %s", (text:sub(1, 80):gsub("%c", "?")), value.xacro)
    end
    return error(value, 0)
end

-- A value as it stands in a text.
function Reader:in_text(element, value)
    if type(value) == "table" then self:bad(element, "a list or dictionary cannot stand in a text: one of its entries can") end
    return expression.text(value)
end

local EXTENSIONS = {}

-- The place of a package is looked for when a file of it is read: a mesh keeps the name.
function EXTENSIONS.find(_, name) return "package://" .. name end

function EXTENSIONS.arg(r, name, element)
    if r.arguments[name] == nil then
        r:bad(element, "there is no argument %s: <xacro:arg name=%s default=\"...\"/> gives it a value", quoted(name), quoted(name))
    end
    return r.arguments[name]
end

function EXTENSIONS.env(r, name, element) return os.getenv(name) or r:bad(element, "the environment has no variable %s", quoted(name)) end

function EXTENSIONS.optenv(_, said)
    local name, default = said:match "^(%S+)%s*(.*)$"
    return name and os.getenv(name) or default or ""
end

function EXTENSIONS.cwd() return "." end
function EXTENSIONS.dirname(r, _, element) return (r.folder(element.file):gsub("(.)/$", "%1")) end
function EXTENSIONS.eval(r, text, element, scope) return r:computed(text, scope, element) end

function Reader:extension(inside, scope, element)
    local word, rest = inside:match "^%s*(%a+)%s*(.-)%s*$"
    if not EXTENSIONS[word] then self:bad(element, "$(...): %s is not known: find, arg, env, optenv, dirname, cwd and eval are", quoted(inside)) end
    if word ~= "eval" then rest = self:in_text(element, self:substituted(rest, scope, element)) end
    return EXTENSIONS[word](self, rest, element, scope)
end

-- A text with all that is to be filled in; of another type than text where it is one expression alone.
function Reader:substituted(text, scope, element)
    if not text:find("$", 1, true) then return text end
    self.depth = self.depth + 1
    if self.depth > DEEPEST then self:bad(element, "properties are told by each other more than %d deep", DEEPEST) end
    local pieces, at, size, value = {}, 1, 0, nil
    while at <= #text do
        local before, open = text:match("^([^$]+)()", at)
        if not before then
            local escape, inside, extension = text:match("^%$(%$+[{(])", at), text:match("^%$(%b{})", at), text:match("^%$(%b())", at)
            if escape then before, open = escape, at + 1 + #escape
            elseif inside then before, open = self:computed(inside:sub(2, -2), scope, element), at + #inside + 1
            elseif extension then before, open = self:extension(extension:sub(2, -2), scope, element), at + #extension + 1
            elseif text:find("^%$[{(]", at) then self:bad(element, "%s begins and does not end", quoted(text:sub(at, at + 40)))
            else before, open = "$", at + 1 end
            value = before
        end
        if at == 1 and open > #text then pieces = nil break end
        pieces[#pieces + 1], at = self:in_text(element, before), open
        size = size + #pieces[#pieces]
        if size > LONGEST then self:bad(element, "a text of more than %d bytes", LONGEST) end
    end
    self.depth = self.depth - 1
    if not pieces then return value end
    return table.concat(pieces)
end

function Reader:attribute(element, name, scope)
    local said = element.attributes[name]
    if not said then self:bad(element, "it has no attribute '%s'", name) end
    return self:in_text(element, self:substituted(said, scope, element))
end

-- ---- elements of xacro ----------------------------------------------------------------------------------------------

local KINDS = {}

function KINDS.property(r, element, scope)
    local a, at = element.attributes, scope
    local name = r:attribute(element, "name", scope)
    if not name:find "^[%a_][%w_]*$" then r:bad(element, "%s is no name that an expression could say", quoted(name)) end
    if a.scope == "global" then
        while at.parent do at = at.parent end
    elseif a.scope == "parent" then
        at = scope.parent or scope
    end
    if a.remove == "true" then at.values[name] = nil return end
    if a.default and find(scope, name) then return end
    local text = a.value or a.default
    if a.lazy_eval == "false" or text and at ~= scope then
        at.values[name] = {value = literal(r:substituted(text or "", scope, element))}
    elseif text then
        at.values[name] = {text = text, scope = scope, element = element}
    else
        at.values[name] = {elements = element, told = true}
    end
end

function KINDS.arg(r, element, scope)
    local name = r:attribute(element, "name", scope)
    if r.arguments[name] == nil and element.attributes.default then r.arguments[name] = literal(r:attribute(element, "default", scope)) end
end

local WHOLE <const> = {"^'[^']*'", "^\"[^\"]*\"", "^%${[^}]*}", "^%$%b()"} -- in which blanks end no default

-- "a b:=1 c:='x y' d:=^|${2 * 3} *block **blocks" as a list of {name, default, outer (^), block ("*" or "**")}.
local function read_parameters(r, element)
    local list, text, at = {}, element.attributes.params or "", 1
    while true do
        at = text:match("^%s*()", at)
        if at > #text then return list end
        local stars, name, after = text:match("^(%**)([%w_]+)()", at)
        if not name then r:bad(element, "params=%s: names are wanted from %s on", quoted(text), quoted(text:sub(at, at + 20))) end
        local one, value = {name = name, block = stars ~= "" and stars or nil}, text:match("^:?=()", after)
        if value then
            local outer = text:match("^%^|?()", value)
            one.outer, value = outer ~= nil, outer or value
            local pieces, last = {}, value
            while last <= #text and not text:find("^%s", last) do
                local piece = text:sub(last, last)
                for _, whole in ipairs(WHOLE) do piece = text:match(whole, last) or piece end
                pieces[#pieces + 1], last = piece, last + #piece
            end
            one.default = table.concat(pieces)
            if one.default == "" and one.outer then one.default = nil end
            after = last
        end
        list[#list + 1], at = one, after
    end
end

function KINDS.macro(r, element, scope)
    local name = r:attribute(element, "name", scope):gsub("^xacro:", "")
    r.macros[name] = {element = element, parameters = read_parameters(r, element)}
end

local function holds(r, element, scope)
    local said = element.attributes.value
    if not said then r:bad(element, "it has no attribute 'value'") end
    local value = literal(r:substituted(said, scope, element))
    if type(value) == "string" then r:bad(element, "value=%s is neither true nor false", quoted(value)) end
    return expression.truth(value)
end

KINDS["if"] = function(r, element, scope, out)
    if holds(r, element, scope) then r:expand(element, scope, out) end
end

function KINDS.unless(r, element, scope, out)
    if not holds(r, element, scope) then r:expand(element, scope, out) end
end

-- The path of an included file: within the folder of the file that includes it, or within a package.
local function path_of(r, element, name)
    local package, rest = name:match "^package://([^/]+)/+(.*)$"
    r:check_inside(element, rest or name)
    if not package then return r.folder(element.file) .. name end
    local found, tried = resolve.package_file(package, rest, r.folder(r.path))
    return found or r:bad(element, "file %s is not found in package %s: ROS_PACKAGE_PATH or AMENT_PREFIX_PATH names where packages are; tried %s", quoted(rest),
        quoted(package), tried)
end

function KINDS.include(r, element, scope, out)
    local name = r:attribute(element, "filename", scope)
    local path = path_of(r, element, name)
    if element.attributes.optional == "true" and not disk.kind(path) then return end
    if r.open_files[path] then r:bad(element, "file %s is being read already: what it includes goes round in a circle", quoted(name)) end
    r.open_files[path] = true
    r:expand(r:open(element, path, name), scope, out)
    r.open_files[path] = nil
end

local function size_of(list)
    local count, stack = 0, {list}
    while #stack > 0 do
        local one = table.remove(stack)
        count = count + #one
        for _, child in ipairs(one) do stack[#stack + 1] = child end
    end
    return count
end

function KINDS.insert_block(r, element, scope, out)
    local name = r:attribute(element, "name", scope)
    local entry = find(scope, name)
    if not entry or not entry.elements then r:bad(element, "there is no block %s", quoted(name)) end
    if entry.told then return r:deeper(element, r.expand, entry.elements, scope, out) end
    r:count(element, entry.size)
    for _, one in ipairs(entry.elements) do out[#out + 1] = one end
end

function KINDS.attribute(r, element, scope, out)
    local name = r:attribute(element, "name", scope)
    if not out.attributes then r:bad(element, "there is no element that could have it") end
    if out.attributes[name] == nil then table.insert(out.attributes, name) end
    out.attributes[name] = r:attribute(element, "value", scope)
end

function KINDS.element(r, element, scope, out)
    local copy = {name = r:attribute(element, "xacro:name", scope), attributes = {}, line = element.line, file = element.file}
    for _, name in ipairs(element.attributes) do
        if name ~= "xacro:name" then table.insert(copy.attributes, name) copy.attributes[name] = r:attribute(element, name, scope) end
    end
    r:expand(element, scope, copy)
    out[#out + 1] = copy
end

function KINDS.call(r, element, scope, out) r:call(element, r:attribute(element, "macro", scope):gsub("^xacro:", ""), scope, out) end

-- ---- macros ---------------------------------------------------------------------------------------------------------

function Reader:deeper(element, f, ...)
    self.calls, self.depth = self.calls + 1, self.depth + 1
    if self.calls > CALLS then self:bad(element, "more than %d calls of macros", CALLS) end
    if self.depth > DEEPEST then self:bad(element, "macros call each other more than %d deep", DEEPEST) end
    f(self, ...)
    self.depth = self.depth - 1
end

-- The value of a parameter that a call does not say.
local function default_of(r, element, parameter, scope)
    local outer = parameter.outer and find(scope, parameter.name)
    if outer then return outer end
    if not parameter.default then r:bad(element, "parameter %s is missing", quoted(parameter.name)) end
    return {value = literal(r:substituted(parameter.default, scope, element))}
end

function Reader:call(element, name, scope, out)
    local macro = self.macros[name]
    if not macro then
        self:bad(element, "there is no macro %s%s", quoted(name), self.hint(name, sorted(self.macros)))
    end
    local inner, blocks, known, taken = new_scope(scope), {}, {macro = element.name == "xacro:call"}, 0
    self:expand(element, scope, blocks)
    for _, parameter in ipairs(macro.parameters) do
        local said = element.attributes[parameter.name]
        known[parameter.name] = true
        if parameter.block then
            taken = taken + 1
            local block = blocks[taken]
            if not block then self:bad(element, "block %s is missing", quoted(parameter.name)) end
            local list = parameter.block == "*" and {block} or block
            inner.values[parameter.name] = {elements = list, size = size_of(list)}
        else
            inner.values[parameter.name] = said and {value = literal(self:substituted(said, scope, element))} or default_of(self, element, parameter, scope)
        end
    end
    for _, attribute in ipairs(element.attributes) do
        if not known[attribute] then self:bad(element, "%s is no parameter of macro %s", quoted(attribute), quoted(name)) end
    end
    self:deeper(element, self.expand, macro.element, inner, out)
end

-- ---- all of it ------------------------------------------------------------------------------------------------------

function Reader:count(element, more)
    self.made = self.made + more
    if self.made > MADE then self:bad(element, "more than %d elements are made", MADE) end
end

-- What the children of an element become, behind the children of another.
function Reader:expand(element, scope, out)
    for _, child in ipairs(element) do
        local kind = child.name:match "^xacro:(.+)$"
        if kind then
            if KINDS[kind] then KINDS[kind](self, child, scope, out) else self:call(child, kind, scope, out) end
        else
            self:count(child, 1)
            local copy = {name = child.name, attributes = {}, line = child.line, file = child.file}
            if out.name == "gazebo" and child.text ~= "" then copy.text = self:in_text(child, self:substituted(child.text, scope, child)) end
            for i, name in ipairs(child.attributes) do
                local said = self:in_text(child, self:substituted(child.attributes[name], scope, child))
                copy.attributes[i], copy.attributes[name] = name, (said:gsub("^file://package://", "package://"))
            end
            self:expand(child, scope, copy)
            out[#out + 1] = copy
        end
    end
end

local xacro = {}

-- Call on_start(name, attributes, line, position, file) and on_end() for each element that the file at path makes; on_text(text) for what
-- stands in those that are in a <gazebo>.
function xacro.read(text, path, on_start, on_end, on_text)
    local r = setmetatable(Elements.new(path), Reader)
    r.macros, r.arguments, r.open_files, r.made, r.calls, r.depth = {}, {}, {[path] = true}, 0, 0, 0
    local document = {}
    r:expand({r:parse(text, path)}, new_scope(), document)
    local function walk(element)
        on_start(element.name, element.attributes, element.line, nil, element.file)
        if element.text then on_text(element.text) end
        for _, child in ipairs(element) do walk(child) end
        on_end()
    end
    for _, element in ipairs(document) do walk(element) end
end

return xacro
