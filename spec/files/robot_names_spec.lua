-- Robots by name: found in the folders that variables name, by a program of its own, since a script cannot change its environment.
local program = require "spec.support.program"

local URDF <const> = [[<robot name="r"><link name="base"/><link name="arm"/><joint name="j" type="continuous"><parent link="base"/><child link="arm"/></joint></robot>]]

describe("a robot by name", function()
    local folder

    setup(function()
        folder = os.tmpname()
        os.remove(folder)
        assert(os.execute(("mkdir -p '%s/thing_description/urdf' '%s/deep/other'"):format(folder, folder)))
        for path, text in pairs {
            ["thing_description/urdf/robot.urdf"] = URDF, ["deep/other/model.sdf"] = "<sdf version=\"1.9\"><model name=\"m\"><link name=\"l\"/></model></sdf>",
            ["deep/one.xml"] = "<mujoco><worldbody><body><joint/></body></worldbody></mujoco>", ["deep/two.xml"] = "<launch/>", ["deep/notes.txt"] = "x",
        } do
            local file <close> = assert(io.open(folder .. "/" .. path, "w"))
            file:write(text)
        end
    end)

    teardown(function() os.execute(("rm -r '%s'"):format(folder)) end)

    local function run(code) return program.run { "-e", code, environment = { "RIGID_PATH=" .. folder .. ":/nowhere", "HOME=/nowhere" } } end

    it("is loaded from where it is found, and listed", function()
        local out, problem = run [[for _, robot in ipairs(rigid.robots()) do print(robot.name, robot.format) end print(rigid.load("Thing"):nv(), rigid.load("other"):nv())]]
        assert.equal("one\tmjcf\nother\tsdf\nthing\turdf\n1\t6\n", out, problem)
    end)

    it("is told where none is", function()
        local out = program.run {"-e", "local list, said = rigid.robots() print(#list, said)", environment = {"RIGID_PATH=/nowhere", "HOME=/nowhere"}}
        for _, words in ipairs {"0\tno robot is in RIGID_PATH, ", "ROS_PACKAGE_PATH (not set)", "~/.cache/robot_descriptions"} do
            assert.truthy(out:find(words, 1, true), out)
        end
        assert.equal("1\n", (run "print(select('#', rigid.robots()))"))
    end)

    it("is told where it was looked for, and what is like it", function()
        local out = run [[print(select(2, pcall(rigid.load, "thin")))]]
        for _, words in ipairs { "thin: No such file", "RIGID_PATH,", "ROS_PACKAGE_PATH (not set)", "did you mean 'thing'" } do
            assert.truthy(out:find(words, 1, true), out)
        end
    end)
end)
