-- The elements of an XML text as they come, read once and told as often as they are wanted: to the loader in the place of its parser, and to
-- the document of the text (urdf_text.lua). What is wrong with the text is raised after what comes before it, every time.
-- For each beginning of an element there are name, attributes, line, position and file, as files/xml.lua or files/xacro.lua have them; its end is
-- `false` among the names. Attributes are shared by all who are told, who only read them.
local xml = require "rigid.files.xml"

local Recording = {}
Recording.__index = Recording

function Recording.new() return setmetatable({names = {}, attributes = {}, lines = {}, positions = {}, files = {}, count = 0}, Recording) end

local function record(self, read, text, path)
    local names, attributes, lines, positions, files, n = self.names, self.attributes, self.lines, self.positions, self.files, 0
    local ok, problem = pcall(read, text, path, function(name, said, line, position, file)
        n = n + 1
        names[n], attributes[n], lines[n], positions[n], files[n] = name, said, line, position or false, file or false
    end, function()
        n = n + 1
        names[n], attributes[n], lines[n], positions[n], files[n] = false, false, false, false, false
    end)
    self.count, self.problem, self.expanded = n, not ok and problem or nil, read ~= xml.read
end

-- A reader that tells what is recorded, which it is by the given one when first asked.
function Recording:through(read)
    return function(text, path, on_start, on_end)
        if not self.read then
            self.read = read
            record(self, read, text, path)
        end
        return self:tell(on_start, on_end)
    end
end

function Recording:tell(on_start, on_end)
    local names, attributes, lines, positions, files = self.names, self.attributes, self.lines, self.positions, self.files
    for i = 1, self.count do
        local name = names[i]
        if name then on_start(name, attributes[i], lines[i], positions[i], files[i]) else on_end() end
    end
    if self.problem then error(self.problem, 0) end
end

return Recording
