-- `rigid check` on links that a spec writes down.
local program = require "spec.support.program"

local quote, read_file, write_file = program.quote, program.read_file, program.write_file
local UTF8 <const> = {"LC_ALL=C.UTF-8", "COLUMNS=400", "NO_COLOR="}

-- Run `rigid check` with the arguments; environment as for program.run.
local function check(arguments)
    arguments.environment = arguments.environment or UTF8
    table.insert(arguments, 1, "check")
    return program.run(arguments)
end

-- The exit code, and the files of a directory as a table from name to text, of a call in it.
local function in_files(files, body)
    program.in_directory(function(directory)
        for name, text in pairs(files) do
            local parent = name:match "^(.*)/"
            if parent then os.execute("mkdir -p " .. quote(directory .. "/" .. parent)) end
            write_file(directory .. "/" .. name, text)
        end
        body(directory, function(arguments)
            arguments.directory = directory
            return check(arguments)
        end, function(name) return read_file(directory .. "/" .. name) end)
    end)
end

-- The text of a URDF of links {name, mass, {ixx, ixy, ixz, iyy, iyz, izz}, origin = attributes}, all welded to the first.
local function urdf(links)
    local lines = {'<robot name="made">'}
    for i, link in ipairs(links) do
        local I = {}
        for k, name in ipairs {"ixx", "ixy", "ixz", "iyy", "iyz", "izz"} do
            I[k] = ('%s="%s"'):format(name, type(link[3][k]) == "number" and ("%.17g"):format(link[3][k]) or link[3][k])
        end
        lines[#lines + 1] = ('  <link name="%s"><inertial><origin %s/><mass value="%s"/><inertia %s/></inertial></link>'):format(link[1],
            link.origin or 'xyz="0 0 0"', tostring(link[2]), table.concat(I, " "))
        if i > 1 then
            lines[#lines + 1] = ('  <joint name="j%d" type="%s"><origin xyz="%s"/><parent link="%s"/><child link="%s"/></joint>'):format(i,
                link.joint or "fixed", link.at or "0 0 0", links[1][1], link[1])
        end
    end
    return table.concat(lines, "\n") .. "\n</robot>\n"
end

local SOUND <const> = {"body", 6, {0.065, 0, 0, 0.05, 0, 0.025}}

-- Two tensors as they were published: one with a decimal point missing, one that is out by a percent or two.
local POINT <const> = {"point", 1.559, {"2661.9e-6", "-31.029e-6", "9.34e-6", "2302.5e-6", "151.466e-6", "1676359e-6"}}

local ROUGH <const> = {"rough", 0.5, {"1.15e-4", "5.2e-5", "2.5e-5", "1.53e-4", "3.4e-5", "1.9e-4"}}
local IDENTITY <const> = {"dummy", 0.2, {1, 0, 0, 1, 0, 1}}

local function has(text, ...)
    for _, part in ipairs {...} do
        if not text:find(part, 1, true) then error(("%q is not in:\n%s"):format(part, text), 2) end
    end
end

-- The text with the figures of inertials put out: what must stay as it is.
local function without_figures(text)
    return (text:gsub("(<mass%s[^>]*value%s*=%s*)([\"'])[^\"']*%2", "%1%2%2"):gsub("(i[xyz][xyz]%s*=%s*)([\"'])[^\"']*%2", "%1%2%2"))
end

return {
    check = check,
    in_files = in_files,
    urdf = urdf,
    SOUND = SOUND,
    POINT = POINT,
    ROUGH = ROUGH,
    IDENTITY = IDENTITY,
    has = has,
    without_figures = without_figures,
}
