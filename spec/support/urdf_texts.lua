-- Small URDF files: what stands inside <robot>, and what is said where it is refused.
local files = require "spec.support.files"

local load_text, refuses = files.load, files.refuses

local function urdf(inside, options) return load_text("_robot.urdf", "<robot name=\"r\">\n" .. inside .. "\n</robot>\n", options) end
local function refuses_urdf(inside, line, ...) return refuses("_robot.urdf", "<robot name=\"r\">\n" .. inside .. "\n</robot>\n", line, ...) end

local INERTIAL = [[<inertial><origin xyz="0.1 -0.2 0.3" rpy="0.4 0.5 -0.6"/><mass value="2.5"/>
    <inertia ixx="0.02" ixy="0.001" ixz="-0.002" iyy="0.03" iyz="0.0015" izz="0.025"/></inertial>]]

local BASE <const> = "<link name=\"base\"/>\n"

-- A robot of a base and one arm, on a joint of that type with those elements inside.
local function arm(kind, inside, link)
    return BASE .. "<link name=\"arm\">" .. (link or INERTIAL) .. "</link>\n<joint name=\"elbow\" type=\"" .. kind
        .. "\"><parent link=\"base\"/><child link=\"arm\"/>" .. (inside or "") .. "</joint>"
end

return {urdf = urdf, refuses_urdf = refuses_urdf, INERTIAL = INERTIAL, BASE = BASE, arm = arm}
