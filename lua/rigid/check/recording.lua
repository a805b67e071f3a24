-- The elements of an XML text as they come, read once and told as often as they are wanted: to the loader in the place of its parser, and to
-- the document of the text (urdf_text.lua). What is wrong with the text is raised after what comes before it, every time.
--   events = list of {name, attributes, line, position, file}, as files/xml.lua or files/xacro.lua have them, for the beginning of an element, and of
--   false for its end; problem = what is wrong; expanded = whether it is xacro that read it
-- The attributes are shared by all who are told, who only read them.
local xml = require "rigid.files.xml"

local Recording = {}
Recording.__index = Recording

function Recording.new() return setmetatable({events = {}}, Recording) end

local function record(self, read, text, path)
    local events, n = self.events, 0
    local ok, problem = pcall(read, text, path, function(name, attributes, line, position, file)
        n = n + 1
        events[n] = {name = name, attributes = attributes, line = line, position = position, file = file}
    end, function()
        n = n + 1
        events[n] = false
    end)
    self.problem, self.expanded = not ok and problem or nil, read ~= xml.read
end

-- A reader that tells what is recorded, which it is by the given one when first asked.
function Recording:through(read)
    return function(text, path, on_start, on_end)
        if not self.read then
            self.read = read
            record(self, read, text, path)
        end
        for _, event in ipairs(self.events) do
            if event then on_start(event.name, event.attributes, event.line, event.position, event.file) else on_end() end
        end
        if self.problem then error(self.problem, 0) end
    end
end

return Recording
