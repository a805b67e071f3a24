-- Robots as they are found in the world, and giants. Where RIGID_MODELS names a directory with robots/*.urdf in it, each
-- of them loads, or is refused by file and line; what loads is held against a naive reading of the same text, computes,
-- and survives being saved. A URDF of 20 000 links, and a chain of 500, are read and computed with.

local rigid = require "rigid"
local compare = require "spec.support.compare"
local draw = require "spec.support.draw"
local program = require "spec.support.program"
local tolerance = require "spec.support.tolerance"
local trees = require "spec.support.trees"

local directory = os.getenv "RIGID_MODELS"

-- What a few patterns find in the text, without comments and without what hangs in <gazebo> and the like: the names of
-- the links, how many freedoms, the sum of the masses.
local FREEDOMS = { revolute = 1, continuous = 1, prismatic = 1, fixed = 0, floating = 6, planar = 3 }
local function read_naively(text)
    text = text:gsub("<!%-%-.-%-%->", "")
    for _, element in ipairs { "gazebo", "transmission", "ros2_control" } do
        text = text:gsub("<" .. element .. "[^>]*/>", ""):gsub("<" .. element .. ".-</" .. element .. ">", "")
    end
    local links, freedoms, mass = {}, 0, 0
    for name in text:gmatch "<link[^>]-%sname%s*=%s*\"([^\"]*)\"" do links[#links + 1] = name end
    for attributes, inside in text:gmatch "<joint%s([^>]*)>(.-)</joint>" do
        local kind = attributes:match "type%s*=%s*\"([^\"]*)\""
        freedoms = freedoms + (inside:find "<mimic" and 0 or FREEDOMS[kind])
    end
    for value in text:gmatch "<mass[^>]-%svalue%s*=%s*\"([^\"]*)\"" do mass = mass + tonumber(value) end
    table.sort(links)
    return links, freedoms, mass
end

local function check_reading(m, text)
    local links, freedoms, mass = read_naively(text)
    local names, total = {}, 0
    for i, body in ipairs(m:table().bodies) do
        names[i] = body.name
        total = total + (body.inertia and body.inertia.mass or 0)
    end
    table.sort(names)
    assert.same(links, names)
    assert.equal(freedoms, m:nv())
    compare.near(total, mass)
end

-- The torques that give an acceleration give that acceleration, where the mass matrix is one of real bodies.
local function check_dynamics(m, d)
    local q, v, a = trees.state(d, m)
    local tau = m:inverse_dynamics(q, v, a)
    local sound = true
    for _, body in ipairs(m:table().bodies) do
        sound = sound and not (body.inertia and body.inertia.skip_validity_check)
    end
    local moments = m:nv() > 0 and m:mass_matrix(q):eigen_symmetric()
    if sound and moments and moments[1] > 1e-9 * moments[m:nv()] then
        local back = m:inverse_dynamics(q, v, m:forward_dynamics(q, v, tau))
        compare.near(back, tau, { tol = tolerance.round_trip, scale = m:mass_matrix(q) })
        return true
    end
end

local function check_saving(m, d)
    local q, v, a = trees.state(d, m)
    for _, extension in ipairs { ".urdf", ".lua" } do
        local path = os.tmpname() .. extension
        m:save(path)
        local back = rigid.load(path)
        os.remove(path)
        os.remove((path:gsub("%.%w+$", "")))
        local options = { tol = extension == ".lua" and 0 or tolerance.figure }
        if m:nv() > 0 then
            compare.near(back:parameters(), m:parameters(), options)
            compare.near(back:inverse_dynamics(q, v, a), m:inverse_dynamics(q, v, a), options)
        end
        for _, body in ipairs(m:table().bodies) do
            compare.near(back:pose(q, body.name), m:pose(q, body.name), options)
        end
    end
end

describe("the robots of the world", function()
    if not directory then
        pending "RIGID_MODELS is not set: it would name a directory with robots/*.urdf in it"
        return
    end

    local paths = {}
    for path in program.shell("ls " .. program.quote(directory) .. "/robots/*.urdf 2>/dev/null"):gmatch "[^\n]+" do
        paths[#paths + 1] = path
    end

    it("are there", function() assert.truthy(#paths > 0, "no " .. directory .. "/robots/*.urdf") end)

    local loaded, refused, computed = 0, 0, 0
    for i, path in ipairs(paths) do
        it("load, or are refused by file and line: " .. path:match "[^/]*$", function()
            local ok, m = pcall(rigid.load, path)
            if not ok then
                refused = refused + 1
                assert.truthy(m:find "^[^:]*:%d+: %l+ '.-': ", m)
                assert.equal(path, m:sub(1, #path))
                return
            end
            loaded = loaded + 1
            local text, d = program.read_file(path), draw.stream(i)
            check_reading(m, text)
            if check_dynamics(m, d) then computed = computed + 1 end
            check_saving(m, d)
        end)
    end

    teardown(function() -- nearly all load, and most are sound enough for forward dynamics
        assert.equal(#paths, loaded + refused)
        assert.truthy(loaded >= 0.9 * #paths, ("%d of %d refused"):format(refused, #paths))
        assert.truthy(computed >= 0.5 * #paths, ("%d of %d computed"):format(computed, #paths))
    end)
end)

-- A robot of so many links, each with its mass and its drawing, hanging from the link that parent(i) says.
local function giant(count, parent)
    local pieces = { "<robot name=\"giant\">\n" }
    for i = 1, count do
        pieces[#pieces + 1] = ([[<link name="link%d"><inertial><origin xyz="0.01 0.02 0.03" rpy="0.1 0.2 0.3"/><mass value="0.5"/>
<inertia ixx="0.01" ixy="0.0001" ixz="0.0002" iyy="0.011" iyz="0.0003" izz="0.012"/></inertial>
<visual><geometry><cylinder radius="0.03" length="0.2"/></geometry></visual></link>
]]):format(i)
    end
    for i = 2, count do
        pieces[#pieces + 1] = ([[<joint name="joint%d" type="%s"><parent link="link%d"/><child link="link%d"/>
<origin xyz="0.1 0.2 0.3" rpy="0.3 0.2 0.1"/><axis xyz="0 0 1"/></joint>
]]):format(i, i % 3 == 0 and "fixed" or "continuous", parent(i), i)
    end
    pieces[#pieces + 1] = "</robot>\n"
    return table.concat(pieces)
end

local function load_giant(count, parent)
    local path = os.tmpname()
    local file = assert(io.open(path, "wb"))
    file:write(giant(count, parent))
    file:close()
    local ok, m = pcall(rigid.load, path, { format = "urdf" })
    os.remove(path)
    if not ok then error(m, 0) end
    return m
end

describe("a giant robot", function()
    it("of 20 000 links is read and computed with", function()
        local m = load_giant(20000, function(i) return i // 2 end)
        local moving = 0
        for i = 2, 20000 do
            if i % 3 ~= 0 then moving = moving + 1 end
        end
        assert.equal(moving, m:nv())
        assert.equal(0, #m:notes())
        local q, v = trees.configuration(draw.stream(1), m), rigid.Vector(m:nv())
        compare.near(m:inverse_dynamics(q, v, v), m:gravity_forces(q))
    end)

    it("that is one chain of 500 links is computed with, and saved", function()
        local m = load_giant(500, function(i) return i - 1 end)
        local d = draw.stream(2)
        local q, v, a = m:neutral(), trees.velocity(d, m), trees.velocity(d, m)
        local tau = m:inverse_dynamics(q, v, a)
        compare.near(m:inverse_dynamics(q, v, m:forward_dynamics(q, v, tau)), tau, { tol = 1e-6 })
        check_saving(m, d)
    end)

    it("is refused above 50 000 links", function()
        local message = compare.refuses(function() load_giant(50001, function(i) return i // 2 end) end, "more than 50000 links")
        assert.truthy(message:find "^[^:]*:%d+: ")
    end)
end)
