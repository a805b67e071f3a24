-- What a mesh is: welded, cleaned, its edges counted, its shells wound outward as far as that can be done, and sampled for
-- places that it covers twice. The outcome is data: figures, findings, the mended triangles, and the grade that a volume
-- bounded by them can have:
--   exact      every edge is passed as often one way as the other, and what it winds around it winds around once
--   re-wound   so after mending: faces or whole shells turned round, vertices welded within a tolerance, doubles left out
--   summed     closed, but shells overlap or a surface cuts itself: what is covered twice counts twice
--   nil        open: it bounds no volume
-- [THEORY: shapes and meshes]
local core = require "rigid.core"
local finding = require "rigid.finding"
local native = require "rigid.mesh.native"

local Vec3 = core.Vec3
local abs, max, min = math.abs, math.max, math.min
local add = finding.add

local WELD <const> = 1e-6 -- of the diagonal: what text with six digits makes of one place
local SINGLE <const> = 2.0 ^ -23 -- of the largest coordinate: the next number in single precision
local FLAT <const> = 1e-12 -- of area^1.5: no volume at all
local SAMPLES <const>, LEAST_SAMPLES <const> = 500, 24 -- pairs of places where the winding number is looked at
local EFFORT <const> = 1e7 -- solid angles for the samples unless told otherwise, and
local NESTING <const> = 2e7 -- for which shell lies in which
local ODD <const> = 0.05 -- a winding number so far from 0 and 1 is neither

local function figure(x) return ("%.6g"):format(x) end

local function vec3_of(packed)
    local x, y, z = ("ddd"):unpack(packed)
    return Vec3(x, y, z)
end

-- ---- welding and cleaning -------------------------------------------------------------------------------------------

-- The surface with each place once and each face once: {points, corners, edges}.
local function surface(points, corners, tolerance, drop_backs)
    local s = {}
    s.points, s.corners = native.weld(points, corners, tolerance)
    s.corners, s.collapsed, s.duplicates, s.backs = native.clean(s.points, s.corners, drop_backs or false)
    s.edges = native.edges(s.points, s.corners)
    s.tolerance = tolerance
    return s
end

local function diagonal_of(mesh) return (mesh.high - mesh.low):norm() end

local function tolerance_of(mesh)
    local far = max(abs(mesh.low.x), abs(mesh.low.y), abs(mesh.low.z), abs(mesh.high.x), abs(mesh.high.y), abs(mesh.high.z))
    return WELD * diagonal_of(mesh) + 2 * SINGLE * far
end

-- Welded where places agree to the last digit; where that leaves gaps and a small tolerance closes some, with it.
local function welded(mesh)
    local s = surface(mesh.points, mesh.corners, 0)
    if s.edges.odd == 0 and s.edges.unbalanced == 0 then return s end
    local looser = surface(mesh.points, mesh.corners, tolerance_of(mesh))
    if looser.edges.odd < s.edges.odd or looser.edges.odd == s.edges.odd and looser.edges.unbalanced < s.edges.unbalanced then
        looser.closed_by_tolerance = true
        return looser
    end
    return s
end

-- ---- shells ---------------------------------------------------------------------------------------------------------

local function inside_box(a, b) -- shell a in the box of shell b
    for k = 1, 3 do
        if a.low[k] < b.low[k] or a.high[k] > b.high[k] then return false end
    end
    return true
end

-- shell.depth: how many closed shells it lies in; nil for all where that is too much work.
local function find_depths(s, shells)
    local effort = 0
    local pairs_of = {}
    for i, a in ipairs(shells) do
        a.depth = 0
        for j, b in ipairs(#shells <= 2000 and shells or {}) do
            if i ~= j and b.unbalanced == 0 and inside_box(a, b) then
                effort = effort + b.faces
                pairs_of[#pairs_of + 1] = {a, j}
            end
        end
    end
    if effort > NESTING or #shells > 2000 then
        for _, shell in ipairs(shells) do shell.depth = nil end
        return
    end
    local turned, parts = native.turn(s.points, s.corners, shells.ids, shells.flips, ("\0"):rep(#shells)), {}
    for _, pair in ipairs(pairs_of) do
        local a, number = pair[1], pair[2]
        parts[number] = parts[number] or native.part(s.points, turned, shells.ids, number - 1)
        local corner = ("I4"):unpack(turned, 12 * a.first + 1)
        local place = s.points:sub(24 * corner + 1, 24 * corner + 24)
        if abs(("d"):unpack(native.winding(s.points, parts[number], place))) > 0.5 then a.depth = a.depth + 1 end
    end
end

-- Which shells to turn round as a whole, so that solids are wound outward and cavities inward. A shell that was wound one
-- way as it came keeps its say on which of the two it is, unless all came inside out; for one that was not, nesting tells.
local function orient(s, shells)
    local as_given, sum, closed = true, 0, true
    for _, shell in ipairs(shells) do
        as_given = as_given and shell.flips == 0
        closed = closed and shell.unbalanced == 0
        sum = sum + shell.volume
    end
    local all = as_given and sum < 0
    if closed then find_depths(s, shells) end
    for _, shell in ipairs(shells) do
        local volume, even = all and -shell.volume or shell.volume, (shell.depth or 0) % 2 == 0
        local should_turn = shell.depth and (shell.flips > 0 and volume < 0 == even or shell.depth == 0 and volume < 0)
        shell.turned = (should_turn or false) ~= all
    end
    return as_given
end

local function wind(s, shells)
    local reversed = {}
    for i, shell in ipairs(shells) do reversed[i] = shell.turned and "\1" or "\0" end
    return native.turn(s.points, s.corners, shells.ids, shells.flips, table.concat(reversed))
end

-- ---- what is covered how often --------------------------------------------------------------------------------------

-- {samples=, odd=, least=, greatest=}: winding numbers on both sides of places spread evenly over the surface.
local function sample(points, corners, effort)
    local faces = #corners // 12
    local count = max(LEAST_SAMPLES, min(SAMPLES, effort // (2 * max(faces, 1))))
    local w = native.winding(points, corners, native.beside(points, corners, math.tointeger(count)))
    local result, at = {samples = #w // 8, odd = 0, least = math.huge, greatest = -math.huge}, 1
    for _ = 1, result.samples do
        local x
        x, at = ("d"):unpack(w, at)
        result.least, result.greatest = min(result.least, x), max(result.greatest, x)
        if min(abs(x), abs(x - 1)) > ODD then result.odd = result.odd + 1 end
    end
    return result
end

-- ---- the examination ------------------------------------------------------------------------------------------------

-- Try to wind a surface whose edges are passed by even numbers of faces: the corners where that can be done.
local function mend(s, e)
    local shells = native.shells(s.points, s.corners)
    for _, shell in ipairs(shells) do
        shell.low, shell.high = vec3_of(shell.low), vec3_of(shell.high)
    end
    local as_given = orient(s, shells)
    local corners = wind(s, shells)
    if native.edges(s.points, corners).unbalanced > 0 then
        if s.edges.unbalanced > 0 then return nil, shells end
        corners = s.corners -- balanced as it came, though shells cannot be told apart
        for _, shell in ipairs(shells) do shell.flips, shell.turned = 0, false end
        as_given = true
    end
    e.flipped = 0
    for _, shell in ipairs(shells) do
        local flips = shell.turned and shell.faces - shell.flips or shell.flips
        e.flipped = e.flipped + flips
    end
    e.turned_shells, e.cavities = 0, 0
    for _, shell in ipairs(shells) do
        e.turned_shells = e.turned_shells + (shell.turned and 1 or 0)
        local volume = shell.turned and -shell.volume or shell.volume
        if shell.unbalanced == 0 and volume < 0 then e.cavities = e.cavities + 1 end
    end
    e.wound_one_way = as_given
    return corners, shells
end

local function has_volume(sums) return abs(sums.solid[1]) > FLAT * sums.surface[1] ^ 1.5 end

local function grade(s, e)
    if s.edges.odd > 0 or #s.corners == 0 then return nil end
    local corners, shells = mend(s, e)
    e.shells = shells
    if not corners then return nil end
    local sums = native.sums(s.points, corners)
    if not has_volume(sums) then return nil end
    if sums.solid[1] < 0 then -- shells that could not be told apart, inside out together
        local faces = #corners // 12
        corners = native.turn(s.points, corners, ("\0\0\0\0"):rep(faces), ("\0"):rep(faces), "\1")
        e.flipped = faces - e.flipped
    end
    e.winding = sample(s.points, corners, e.effort)
    e.corners = corners
    if e.winding.odd > 0 then return "summed" end
    return (e.flipped > 0 or s.closed_by_tolerance or s.duplicates > 0) and "re-wound" or "exact"
end

-- A surface drawn on both sides is closed, and bounds nothing: look at one side of it.
local function one_side(mesh, s, e)
    if s.backs == 0 then return nil end
    local single = surface(mesh.points, mesh.corners, s.tolerance, true)
    local trial = {effort = e.effort}
    local result = grade(single, trial)
    if not result then return nil end
    for key, value in next, trial do e[key] = value end
    e.dropped_backs = single.backs
    e.surface = single
    return result == "exact" and "re-wound" or result
end

local function figures(mesh, s, e)
    local sums = native.sums(s.points, s.corners)
    e.vertices, e.places, e.faces = mesh.vertex_count, #s.points // 24, mesh.face_count
    e.collapsed, e.duplicates, e.backs, e.edges = s.collapsed, s.duplicates, s.backs, s.edges
    e.tolerance, e.closed_by_tolerance = s.tolerance, s.closed_by_tolerance or false
    e.area, e.signed_volume = sums.surface[1], sums.solid[1]
    e.residual = sums.surface[1] > 0 and sums.area_vector / sums.surface[1] or 0.0
    e.diagonal = diagonal_of(mesh)
end

local function say_faces(list, e)
    if e.collapsed > 0 then
        add(list, "note", "degenerate", "faces that name a place twice", e.collapsed, 0, -e.collapsed, "",
            "%d faces name the same place twice: left out", e.collapsed)
    end
    if e.duplicates > 0 then
        add(list, "warning", "duplicate", "faces that are there twice", e.duplicates, 0, -e.duplicates, "",
            "%d faces are there twice: taken once", e.duplicates)
    end
    if e.backs > 0 then
        add(list, "warning", "two_sided", "faces with another on their back", e.backs, 0, -e.backs, "",
            "%d faces have another one on their back%s", e.backs, e.dropped_backs and ": one side is taken" or "")
    end
    if e.closed_by_tolerance then
        add(list, "warning", "gaps", "distance within which vertices were welded", e.tolerance, 0.0, -e.tolerance, "m",
            "edges meet only when vertices within %s m of each other are one, which can change the volume by %s m³", figure(e.tolerance),
            figure(e.tolerance * e.area))
    end
end

local function say_edges(list, e)
    local edges = e.edges
    if edges.open > 0 then
        add(list, "error", "open", "edges with one face", edges.open, 0, -edges.open, "",
            "the mesh is open: %d of its %d edges have one face only; the sum of its area vectors, zero where it is closed, is %s of its area",
            edges.open, edges.edges, ("%.3g %%"):format(100 * e.residual))
    elseif edges.odd > 0 then
        add(list, "error", "open", "edges with an odd number of faces", edges.odd, 0, -edges.odd, "",
            "the mesh bounds no volume: %d of its %d edges have an odd number of faces, three or more", edges.odd, edges.edges)
    elseif edges.unbalanced > 0 then
        add(list, "warning", "wound_both_ways", "edges that two faces pass the same way", edges.unbalanced, 0, -edges.unbalanced, "",
            "the mesh is not wound one way: %d of its %d edges are passed the same way twice%s", edges.unbalanced, edges.edges,
            e.grade and (": %d faces were turned round"):format(e.flipped) or ", and no way of turning faces round mends it")
    end
    if edges.crowded > 0 then
        add(list, "note", "non_manifold", "edges with more than two faces", edges.crowded, 0, -edges.crowded, "",
            "%d of %d edges have more than two faces", edges.crowded, edges.edges)
    end
end

local function say_volume(list, e)
    if not e.grade then
        if e.edges.odd == 0 and e.edges.unbalanced == 0 then
            add(list, "error", "no_volume", "volume", e.signed_volume, 0.0, 0.0, "m³", "the mesh is closed and encloses no volume")
        end
        return
    end
    if e.edges.unbalanced == 0 and e.flipped > 0 and not e.dropped_backs then
        local all = e.flipped == e.faces - e.collapsed - e.duplicates
        add(list, "warning", "inverted", "volume", e.signed_volume, 0.0, e.signed_volume, "m³",
            "%s wound inward (the volume as given is %s m³): turned round",
            all and "the mesh is" or ("%d of its %d shells are"):format(e.turned_shells, #e.shells), figure(e.signed_volume))
    end
    if e.grade == "summed" then
        local w = e.winding
        add(list, "warning", "overlap", "share of samples that it does not wind around once", w.odd / w.samples, 0.0, -w.odd / w.samples, "",
            "shells overlap, or the surface cuts itself: at %d of %d places beside it the winding number is neither 0 nor 1 (from %s to %s); what is "
                .. "covered twice counts twice", w.odd, w.samples, ("%.2f"):format(w.least), ("%.2f"):format(w.greatest))
    end
    if #e.shells > 1 and e.edges.crowded == 0 then
        add(list, "note", "shells", "shells", #e.shells, 1, 1 - #e.shells, "", "it has %d shells, %d of them cavities", #e.shells, e.cavities)
    end
end

local function say_digits(list, mesh, e)
    local far = max(mesh.low:norm(), mesh.high:norm())
    local step = far * SINGLE / 2
    if mesh.format and step > 1e-5 * e.diagonal then
        add(list, "warning", "coarse", "rounding of the coordinates over the diagonal", step / e.diagonal, 1e-5, 1e-5 - step / e.diagonal, "",
            "the mesh is %s m across and up to %s m from the origin, where coordinates in single precision are %s m apart",
            figure(e.diagonal), figure(far), figure(2 * step))
    end
end

-- All that is known of a mesh (as load.wrap makes it); effort: how many solid angles the samples may take.
local function examine(mesh, effort)
    local e, s = {effort = effort or EFFORT}, welded(mesh)
    figures(mesh, s, e)
    e.surface = s
    e.grade = grade(s, e) or one_side(mesh, s, e)
    e.shells = e.shells or native.shells(s.points, s.corners)
    e.findings = finding.list "nothing found: closed, wound outward, and covering everything once"
    say_faces(e.findings, e)
    say_edges(e.findings, e)
    say_volume(e.findings, e)
    say_digits(e.findings, mesh, e)
    return e
end

return examine
