-- Where packages of ROS are, and folders of robots: the places that variables of the environment name, and those above a file.
local disk = require "rigid.files.disk"

local packages = {}

-- The folders that a variable lists.
function packages.listed(variable)
    local list = {}
    for directory in (os.getenv(variable) or ""):gmatch "[^:]+" do list[#list + 1] = (directory:gsub("(.)/+$", "%1")) end
    return list
end

local ABOVE <const> = 8 -- folders

-- The folder and those above it, each with its slash, as far as the path says.
local function upward(folder)
    local list = {folder}
    for _ = 1, ABOVE do
        local up = folder:match "^(.*/)[^/]+/$"
        if not up or up == folder then break end
        list[#list + 1], folder = up, up
    end
    return list
end

-- The path of a file in a package, as the file in that folder means it; or nil and the folders that were tried.
function packages.package_file(package, rest, folder)
    local tries = {}
    for _, root in ipairs(packages.listed "ROS_PACKAGE_PATH") do
        tries[#tries + 1] = root .. "/" .. package .. "/"
        if root:match "[^/]*$" == package then tries[#tries + 1] = root .. "/" end
    end
    for _, root in ipairs(packages.listed "AMENT_PREFIX_PATH") do tries[#tries + 1] = root .. "/share/" .. package .. "/" end
    for _, above in ipairs(upward(folder)) do
        if above:match "([^/]*)/$" == package then tries[#tries + 1] = above end
        tries[#tries + 1] = above .. package .. "/"
    end
    for _, root in ipairs(tries) do
        if disk.kind(root .. rest) then return root .. rest end
    end
    return nil, table.concat(tries, ", ", 1, math.min(#tries, 8))
end

return packages
