-- All that is wrong with the text of a URDF besides its inertias, in one run, whether the loader takes the file or not: what is no number,
-- names that nothing has or two have, roots, circles, meshes scaled unlike the others. And the joints and frames as they are
-- typed, for the doctor (doctor/joints.lua). Findings as everywhere; `element` and `attribute` say where in the text.
local finding = require "rigid.finding"
local nearest = require "rigid.nearest"
local urdf_text = require "rigid.check.urdf_text"

local add, three = finding.add, urdf_text.three

local survey = {}

local NOT_FINITE <const> = {nan = true, inf = true, infinity = true}

local function number(text)
    if not text then return nil end
    local x = text:find "^%s*[%d.eE+-]+%s*$" and tonumber(text)
    if x then return x + 0.0 end
    return nil
end

local function is_number(word)
    if word:find "^[%d.-]" and tonumber(word) and not word:find("x", 1, true) then return true end
    if number(word) then return true end
    local name = word:lower():match "^%s*[+-]?([%a]+)%s*$"
    return name and NOT_FINITE[name] or word:find "^%s*[+-]?1%.#" ~= nil
end

-- ---- joints and frames as typed -------------------------------------------------------------------------------------

local function attribute(element, name) return element and element.attributes[name] end

function survey.joints(document)
    local list = {}
    for _, e in ipairs(document.joints) do
        local limit = e.limit
        local j = {
            name = e.attributes.name or "", type = e.attributes.type or "", line = e.line, file = e.file, element = e,
            link = attribute(e.child, "link"), parent = attribute(e.parent, "link"), mimic = attribute(e.mimic,
                "joint"), rpy = three(attribute(e.origin, "rpy")),
            axis = three(attribute(e.axis, "xyz")), at = {axis = {e.axis, "xyz"}, rpy = {e.origin, "rpy", 0}},
        }
        for _, name in ipairs {"lower", "upper", "effort", "velocity"} do j.at[name] = {limit, name} end
        for _, name in ipairs {"lower", "upper", "effort", "velocity"} do j[name] = number(attribute(limit, name)) end
        j.lower_text, j.upper_text = attribute(limit, "lower"), attribute(limit, "upper")
        list[#list + 1] = j
    end
    return list
end

-- The frames of inertials, visuals and collisions.
function survey.frames(document)
    local list = {}
    for _, link in ipairs(document.links) do
        local name = link.attributes.name or ""
        local function take(part, what)
            local rpy = part and part.origin and part.origin.attributes.rpy
            if rpy and rpy:find "[1-9]" then
                list[#list + 1] = {what = ("%s of link '%s'"):format(what, name), link = name, line = part.origin.line, file = part.origin.file,
                    element = part.origin, rpy = three(rpy), at = {rpy = {part.origin, "rpy", 0}}}
            end
        end
        take(link.inertial, "the inertial")
        for _, part in ipairs(link.visuals or {}) do take(part, "a visual") end
        for _, part in ipairs(link.collisions or {}) do take(part, "a collision") end
    end
    return list
end

-- ---- what is no number ----------------------------------------------------------------------------------------------

local NUMBERS <const> = {
    origin = {xyz = 3, rpy = 3}, mass = {value = 1}, inertia = {ixx = 1, ixy = 1, ixz = 1, iyy = 1, iyz = 1, izz = 1}, axis = {xyz = 3},
    limit = {lower = 1, upper = 1, effort = 1, velocity = 1}, dynamics = {damping = 1, friction = 1}, mimic = {multiplier = 1, offset = 1},
    box = {size = 3}, sphere = {radius = 1}, cylinder = {radius = 1, length = 1}, capsule = {radius = 1, length = 1}, mesh = {scale = 3},
}

local function say(list, severity, code, element, link, cause, sentence, ...)
    local found = add(list, severity, code, code:gsub("_", " "), nil, nil, nil, "", sentence, ...)
    found.link, found.line, found.file, found.element = link, element.line, element.file, element
    found.certain, found.cause, found.manner = severity == "error", cause, code
    return found
end

local ATTRIBUTES <const> = {} -- of an element, in order
for element, counts in pairs(NUMBERS) do
    ATTRIBUTES[element] = {}
    for name in pairs(counts) do table.insert(ATTRIBUTES[element], name) end
    table.sort(ATTRIBUTES[element])
end

local function check_numbers(list, element, link, owner)
    for _, name in ipairs(element and ATTRIBUTES[element.name] or {}) do
        local count = NUMBERS[element.name][name]
        local text, words = element.attributes[name], 0
        for word in (text or ""):gmatch "%S+" do
            words = words + 1
            if not is_number(word) then
                say(list, "error", "not_a_number", element, link, nil, "<%s %s=\"%s\"> of %s: '%s' is no number", element.name, name, text:sub(1, 60),
                    owner, word:sub(1, 40)).attribute = name
                words = count
                break
            end
        end
        if text and words ~= count then
            say(list, "error", "not_a_number", element, link, nil, "<%s %s=\"%s\"> of %s: %d number%s needed", element.name, name, text:sub(1, 60),
                owner, count,
                count == 1 and " is" or "s are").attribute = name
        end
    end
end

local function numbers(list, document)
    for _, link in ipairs(document.links) do
        local name = link.attributes.name or ""
        local owner = ("link '%s'"):format(name)
        local inertial = link.inertial
        for _, e in pairs(inertial and {inertial.origin, inertial.mass, inertial.inertia} or {}) do check_numbers(list, e, name, owner) end
        for _, role in ipairs {"visuals", "collisions"} do
            for _, part in ipairs(link[role] or {}) do
                check_numbers(list, part.origin, name, owner)
                check_numbers(list, part.geometry and part.geometry.shape, name, owner)
            end
        end
    end
    for _, j in ipairs(document.joints) do
        local owner, link = ("joint '%s'"):format(j.attributes.name or ""), attribute(j.child, "link") or ""
        for _, part in ipairs {"origin", "axis", "limit", "dynamics", "mimic"} do check_numbers(list, j[part], link, owner) end
    end
end

-- ---- names and tree -------------------------------------------------------------------------------------------------

local function named(list, elements, kind)
    local by_name = {}
    for _, e in ipairs(elements) do
        local name = e.attributes.name
        if not name or name == "" then
            say(list, "error", "no_name", e, "", nil, "a <%s> without a name", kind)
        elseif by_name[name] then
            say(list, "error", "duplicate_name", e, kind == "link" and name or "", nil, "a second %s '%s': the first is in line %d", kind, name,
                by_name[name].line).attribute = "name"
        else
            by_name[name] = e
        end
    end
    return by_name
end

local TYPES <const> = {revolute = true, continuous = true, prismatic = true, fixed = true, floating = true, planar = true}

local MANY <const> = 2000 -- names that are looked through for the nearest

-- The names of a table of them, sorted once, however many are asked after; none of too many.
local sorted = setmetatable({}, {__mode = "k"})

local function names_of(by_name)
    if not sorted[by_name] then
        local list = {}
        for name in pairs(by_name) do list[#list + 1] = name end
        table.sort(list)
        sorted[by_name] = #list <= MANY and list or {}
    end
    return sorted[by_name]
end

local HINTS <const> = 100 -- of one table: a file with more misspelt names is no misspelt file

local function hint(word, by_name)
    local list = names_of(by_name)
    list.asked = (list.asked or 0) + 1
    return list.asked <= HINTS and nearest.hint(word, list) or ""
end

local function ends_of(list, j, links)
    local complete = true
    for _, e in ipairs {"parent", "child"} do
        local name = attribute(j[e], "link")
        if not name then
            say(list, "error", "no_link", j, "", nil, "joint '%s' has no <%s link=\"...\"/>", j.attributes.name or "", e)
            complete = false
        elseif not links[name] then
            say(list, "error", "no_such_link", j[e], name, nil, "joint '%s': %s link '%s' does not exist%s", j.attributes.name or "", e, name,
                hint(name, links)).attribute = "link"
            complete = false
        end
    end
    return complete
end

local function follow(list, j, by_name)
    local leader = attribute(j.mimic, "joint")
    if leader and not by_name[leader] then
        say(list, "error", "no_such_joint", j.mimic, attribute(j.child, "link") or "", nil, "joint '%s' follows joint '%s', which does not exist%s",
            j.attributes.name or "", leader,
            hint(leader, by_name)).attribute = "joint"
    end
end

-- Roots, links with two parents, circles.
local function tree(list, document, links, joints)
    local above, degree = {}, {}
    for _, j in ipairs(document.joints) do
        if not TYPES[j.attributes.type or ""] then
            say(list, "error", "joint_type", j, attribute(j.child, "link") or "", nil,
                "joint '%s' has type '%s'; there are revolute, continuous, prismatic, fixed, floating and planar",
                j.attributes.name or "", (j.attributes.type or ""):sub(1, 40)).attribute = "type"
        end
        follow(list, j, joints)
        if ends_of(list, j, links) then
            local parent, child = j.parent.attributes.link, j.child.attributes.link
            degree[parent], degree[child] = (degree[parent] or 0) + 1, (degree[child] or 0) + 1
            if above[child] then
                say(list, "error", "two_parents", j, child, nil, "link '%s' hangs from joint '%s' (line %d) already; a link has one parent", child,
                    above[child].attributes.name or "", above[child].line)
            else
                above[child] = j
            end
        end
    end
    local root, broken = nil, #list > 0
    for _, link in ipairs(document.links) do
        local name, found = link.attributes.name, nil
        if name and links[name] == link and not above[name] then
            if not root then
                root = link
            elseif not degree[name] then
                found = say(list, "error", "unused_link", link, name, nil, "no joint has link '%s': it hangs from nothing, and nothing from it", name)
            else
                found = say(list, "error", "two_roots", link, name, nil, "a second root: neither link '%s' nor '%s' (line %d) hangs from a joint",
                    name, root.attributes.name, root.line)
            end
        end
        if found then found.attribute, found.consequence = "name", broken or nil end
    end
    if not root and #document.links > 0 and not broken then
        say(list, "error", "circle", document.links[1], document.links[1].attributes.name or "", nil,
            "every link hangs from a joint: somewhere they go round in a circle")
    end
end

-- ---- smaller things -------------------------------------------------------------------------------------------------

local function materials(list, document)
    local seen = {}
    for _, e in ipairs(document.materials) do
        local name = e.attributes.name
        if name and seen[name] then
            say(list, "note", "duplicate_material", e, "", nil, "material '%s' is defined again: the first is in line %d", name,
                seen[name].line).attribute = "name"
        end
        if name then seen[name] = seen[name] or e end
    end
end

local MESHES <const>, SHARE <const> = 3, 0.75

local function meshes_of(document)
    local list = {}
    for _, link in ipairs(document.links) do
        local name = link.attributes.name or ""
        for _, role in ipairs {"visuals", "collisions"} do
            for _, part in ipairs(link[role] or {}) do
                local mesh = part.geometry and part.geometry.shape
                if mesh and mesh.name == "mesh" then
                    local said = mesh.attributes.scale
                    list[#list + 1] = {mesh = mesh, attribute = said and "scale" or "filename", owner = ("a mesh of link '%s'"):format(name), link = name,
                        scale = not said and {1, 1, 1} or three(said)}
                end
            end
        end
    end
    return list
end

-- Meshes of one file that are scaled unlike most: a list of {mesh = the element, attribute, owner in words, link, scale}.
local function mesh_scales(list, meshes)
    local all, count, total = {}, {}, 0
    for _, one in ipairs(meshes) do
        local s = one.scale
        if s and s[1] ~= 0 then
            one.k = math.floor(math.log(math.abs(s[1])) / math.log(10) + 0.5)
            all[#all + 1] = one
            count[one.k], total = (count[one.k] or 0) + 1, total + 1
        end
    end
    local usual
    for k, n in pairs(count) do usual = n >= SHARE * total and k or usual end
    for _, one in ipairs(all) do
        if one.k <= -5 then
            say(list, "warning", "mesh_scale", one.mesh, one.link, "mesh_scale", "%s is scaled by 10^%d: the scale of 0.001 twice?",
                one.owner, one.k).attribute = one.attribute
        elseif usual and total >= MESHES and one.k ~= usual and math.abs(one.k - usual) == 3 then
            say(list, "warning", "mesh_scale", one.mesh, one.link, "mesh_scale", "%s is %s by 0.001, unlike the other meshes of the file", one.owner,
                one.k > usual and "not scaled" or "scaled").attribute = one.attribute
        end
    end
end

local function collisions(list, document)
    local with, without = 0, {}
    for _, link in ipairs(document.links) do
        if link.collisions then with = with + 1 elseif link.visuals and link.inertial then without[#without + 1] = link end
    end
    if with == 0 then return end
    for _, link in ipairs(without) do
        say(list, "note", "no_collision", link, link.attributes.name or "", nil,
            "link '%s' is drawn and has a mass, but nothing can touch it: it has no <collision>", link.attributes.name or "")
    end
end

local function tensors(list, document)
    for _, link in ipairs(document.links) do
        local inertial = link.inertial
        if inertial and inertial.mass and not inertial.inertia and (number(inertial.mass.attributes.value) or 0) > 0 then
            say(list, "suspicion", "missing_inertia", inertial, link.attributes.name or "", nil,
                "the <inertial> of link '%s' has no <inertia>: it is taken for a point", link.attributes.name or "")
        end
    end
end

-- All findings about a document. loaded: whether the loader took it, so that its numbers, names and tree are right.
function survey.findings(document, loaded)
    local list = {}
    if not loaded then
        numbers(list, document)
        local links, joints = named(list, document.links, "link"), named(list, document.joints, "joint")
        tree(list, document, links, joints)
    end
    materials(list, document)
    mesh_scales(list, meshes_of(document))
    collisions(list, document)
    tensors(list, document)
    return list
end

-- What there is to say of the meshes of an SDF or MJCF (check/xml_survey.lua).
function survey.meshes(meshes)
    local list = {}
    mesh_scales(list, meshes)
    return list
end

return survey
