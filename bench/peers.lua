-- Other libraries beside ours, in one run and on the same robots: KDL and MuJoCo, as Debian packages them, each in its own
-- C or C++ calls; ours called from Lua, as a script does. Prints nanoseconds, and ours over theirs: below 1, ours is faster.
-- MuJoCo is given each robot as MJCF, KDL the arm alone, since it has trees for some algorithms only.
--
--   make bench                      or   lua5.4 bench/peers.lua    once the drivers are built (bench/peers/build build/peers)

local root = arg and arg[0] and arg[0]:match "^(.*)/bench/[^/]*$" or "."
package.path = root .. "/lua/?.lua;" .. root .. "/lua/?/init.lua;" .. root .. "/?.lua;" .. package.path
package.cpath = root .. "/build/lib/?.so;" .. root .. "/build/peers/?.so;" .. package.cpath

local rigid = require "rigid"
local measure = require "bench.lib.measure"

local REPEATS <const> = 31

local peers = {}
for _, name in ipairs { "kdl", "mujoco" } do
    local found, robot = pcall(require, name)
    if found then peers[name] = robot end
end
if not next(peers) then
    print "peers: neither KDL nor MuJoCo is installed (liborocos-kdl-dev, libmujoco-dev): nothing to compare with"
    return
end

measure.pin()

-- ---- a robot as the others want it ----------------------------------------------------------------------------------

-- Of each moving link: its name, that of the link which carries it, the pose of its joint in that, axis, and what it carries.
local function links(m)
    local list, rest, p = {}, m:neutral(), m:parameters()
    for i, name in ipairs(m:body_names()) do
        local body, ten = m:body(name), rigid.Vector(10)
        for k = 1, 10 do ten[k] = p[10 * (i - 1) + k] end
        local carrier = body.parent and body.parent.carrier
        local X = m:pose(rest, name)
        if carrier then X = m:pose(rest, carrier.name):inverse() * X end
        list[i] = {
            name = name, carrier = carrier and carrier.name, X = X, axis = body.joint.axis, free = body.joint.type == "floating",
            M = rigid.SpatialInertia.from_parameters(ten),
        }
    end
    return list
end

local function numbers(...) return (table.concat({ ... }, " "):gsub("[^ ]+", function(x) return ("%.17g"):format(x) end)) end

local function mjcf(m)
    local children, pieces = {}, {}
    for _, link in ipairs(links(m)) do
        local key = link.carrier or 1
        children[key] = children[key] or {}
        table.insert(children[key], link)
    end
    local function add(link)
        local R, p, c, I = link.X:rotation():matrix(), link.X:position(), link.M:com(), link.M:central_inertia():table()
        pieces[#pieces + 1] = ("<body pos='%s' xyaxes='%s'><inertial pos='%s' mass='%s' fullinertia='%s'/>"):format(
            numbers(p.x, p.y, p.z), numbers(R(1, 1), R(2, 1), R(3, 1), R(1, 2), R(2, 2), R(3, 2)), numbers(c.x, c.y, c.z),
            numbers(link.M:mass()), numbers(I.xx, I.yy, I.zz, I.xy, I.xz, I.yz))
        pieces[#pieces + 1] = link.free and "<freejoint/>"
            or ("<joint type='hinge' axis='%s'/>"):format(numbers(link.axis.x, link.axis.y, link.axis.z))
        for _, child in ipairs(children[link.name] or {}) do add(child) end
        pieces[#pieces + 1] = "</body>"
    end
    for _, link in ipairs(children[1]) do add(link) end
    return "<mujoco><compiler angle='radian'/><worldbody>" .. table.concat(pieces, "\n") .. "</worldbody></mujoco>"
end

local function segments(m)
    local list = {}
    for i, link in ipairs(links(m)) do
        local R, p, a, c = link.X:rotation():matrix(), link.X:position(), link.axis, link.M:com()
        local I = link.M:central_inertia():table()
        list[i] = {
            R(1, 1), R(1, 2), R(1, 3), R(2, 1), R(2, 2), R(2, 3), R(3, 1), R(3, 2), R(3, 3), p.x, p.y, p.z, a.x, a.y, a.z,
            link.M:mass(), c.x, c.y, c.z, I.xx, I.xy, I.xz, I.yy, I.yz, I.zz,
        }
    end
    return list
end

-- ---- a robot, a state of it, and the others' drivers ----------------------------------------------------------------

local function vector(n, f)
    local v = rigid.Vector(n)
    for i = 1, n do v[i] = f(i) end
    return v
end

local function with_mujoco(s)
    local path = os.tmpname()
    local file <close> = assert(io.open(path, "w"))
    file:write(mjcf(s.m))
    file:flush()
    local ok, robot = pcall(peers.mujoco, path, s.q:table(), s.v:table(), s.a:table())
    os.remove(path)
    return assert(ok and robot, robot)
end

-- The same robot: the same torques, as far as axes of inertia agree that another finds by an iteration.
local function agree(s, name, robot)
    local tau = rigid.Vector(robot.tau)
    if (tau - s.tau):norm() > 1e-6 * s.tau:norm() then error(name .. " has other torques: it is not the same robot") end
    return robot
end

local function subject(label, file, floating)
    local m = rigid.load(root .. "/spec/models/" .. file, floating and { floating = true } or nil)
    local nv, names = m:nv(), m:body_names()
    local s = { label = label, m = m, tip = names[#names] }
    s.q = m:integrate(m:neutral(), vector(nv, function(i) return math.sin(1.7 * i) end))
    s.v = vector(nv, function(i) return math.cos(2.3 * i) end)
    s.a = vector(nv, function(i) return 2 * math.sin(0.9 * i + 1) end)
    s.tau, s.out = m:inverse_dynamics(s.q, s.v, s.a), rigid.Vector(nv)
    s.H, s.J = rigid.Matrix(nv, nv), rigid.Matrix(6, nv)
    if peers.mujoco then s.mujoco = with_mujoco(s) end
    if floating then return s end -- a free base has other velocities elsewhere, so that only the arm's torques compare
    if peers.mujoco then agree(s, "MuJoCo", s.mujoco) end
    if peers.kdl then
        s.kdl = agree(s, "KDL", peers.kdl(segments(m), m:gravity():table(), s.q:table(), s.v:table(), s.a:table()))
    end
    return s
end

local robots = {
    subject("arm", "arm7.urdf"), subject("quadruped", "quadruped12.urdf", true), subject("humanoid", "humanoid30.urdf", true),
}

-- ---- measure and print ----------------------------------------------------------------------------------------------

local algorithms = {
    { "rnea", "inverse dynamics", function(s)
        local m, q, v, a, out = s.m, s.q, s.v, s.a, s.out
        return function(n) for _ = 1, n do m:inverse_dynamics(q, v, a, nil, out) end end
    end },
    { "aba", "forward dynamics", function(s)
        local m, q, v, tau, out = s.m, s.q, s.v, s.tau, s.out
        return function(n) for _ = 1, n do m:forward_dynamics(q, v, tau, nil, out) end end
    end },
    { "crba", "mass matrix", function(s)
        local m, q, out = s.m, s.q, s.H
        return function(n) for _ = 1, n do m:mass_matrix(q, out) end end
    end },
    { "jacobian", "Jacobian of the last link", function(s)
        local m, q, tip, out = s.m, s.q, s.tip, s.J
        return function(n) for _ = 1, n do m:jacobian(q, tip, out) end end
    end },
}

local rows, subjects = {}, {}
for _, algorithm in ipairs(algorithms) do
    for _, s in ipairs(robots) do
        for _, name in ipairs { "kdl", "mujoco" } do
            if s[name] then
                rows[#rows + 1] = { algorithm[2], s.label, name }
                subjects[#subjects + 1] = algorithm[3](s)
                subjects[#subjects + 1] = s[name][algorithm[1]]
            end
        end
    end
end
local times = measure.times(subjects, REPEATS)

print(("%-28s %-10s %-7s %9s %9s %12s"):format("ours from Lua, theirs in C", "robot", "beside", "ours, ns", "theirs", "ours/theirs"))
for i, row in ipairs(rows) do
    local ours, theirs = times[2 * i - 1], times[2 * i]
    print(("%-28s %-10s %-7s %9.0f %9.0f %12.2f"):format(row[1], row[2], row[3], ours, theirs, ours / theirs))
end
