-- Manual pages in man(7)'s language, made of what the program says with --help.
local pages = {}

-- Text as roff takes it: backslashes, hyphens that are typed, and what would be a request at the start of a line.
local function escaped(text)
    text = text:gsub("\\", "\\e"):gsub("%-", "\\-"):gsub("\n([.'])", "\n\\&%1"):gsub("^([.'])", "\\&%1")
    return text
end

-- A name in the NAME section keeps plain hyphens around the dash that separates it from what it is.
local function head(title, summary, version)
    return (".TH %s 1 \"\" \"rigid %s\" \"rigid\"\n.SH NAME\n%s \\- %s\n"):format(title:upper():gsub("%-", "\\-"), version, escaped(title), escaped(summary))
end

local function block_text(block)
    if block.lines then return (".nf\n%s\n.fi\n"):format(escaped(table.concat(block.lines, "\n"))) end
    if block.term then return (".TP\n.B %s\n%s\n"):format(escaped(block.term), escaped(block.text)) end
    return (".PP\n%s\n"):format(escaped(block.text))
end

local function section_text(section)
    local list = {(".SH %s\n"):format(section.title)}
    for _, block in ipairs(section.blocks) do list[#list + 1] = block_text(block) end
    return table.concat(list)
end

-- rigid-NAME(1)
function pages.of_command(found, version)
    local list = {head("rigid-" .. found.name, found.summary, version)}
    for _, section in ipairs(found.sections) do
        if section.title ~= "SEE ALSO" then list[#list + 1] = section_text(section) end
    end
    list[#list + 1] = ".SH SEE ALSO\n.BR rigid (1)\n"
    return table.concat(list)
end

local INTRODUCTION <const> = [[
.SH SYNOPSIS
.nf
rigid [OPTION]... [SCRIPT [ARGUMENT]...]
rigid COMMAND [ARGUMENT]...
.fi
.SH DESCRIPTION
.PP
A workbench for rigid\-body dynamics: a Lua interpreter with the module
.B rigid
inside, whose classes are global. Bodies are composed, shifted and judged, robots are loaded or assembled, their dynamics
computed, simulated, identified and looked at.
.PP
Without a script it opens its prompt at a terminal, runs a redirected file as a script, and takes what comes through a pipe
as if it were typed: each expression shows its value. At the prompt
.B ?\&
helps,
.B ?name
tells of a name, Tab completes, and Ctrl\-D ends.
]]

local ENDING <const> = [[
.SH ENVIRONMENT
.TP
.B LUA_PATH, LUA_CPATH, LUA_INIT
as for
.BR lua5.4 (1)
.TP
.B XDG_STATE_HOME
where the history of the prompt is kept, in rigid/history; ~/.local/state unless given
.TP
.B PAGER
what shows more than a screen
.TP
.B NO_COLOR
no colours
.SH EXIT STATUS
0 where all went well, 1 after an error in a script, 2 where the command line is wrong, 130 after Ctrl\-C.
.SH EXAMPLES
.nf
rigid \-e 'SpatialInertia.solid_sphere{mass = 1, radius = 0.1}'
rigid check robot.urdf
rigid view robot.urdf
.fi
]]

-- rigid(1); found: the helps of the commands.
function pages.of_program(options, found, version)
    local list = {head("rigid", "rigid-body dynamics at a prompt and in Lua scripts", version), INTRODUCTION}
    list[#list + 1] = section_text {title = "COMMANDS", blocks = {}}
    for _, command in ipairs(found) do
        list[#list + 1] = (".TP\n.BR rigid\\-%s (1)\n%s\n"):format(command.name, escaped(command.summary))
    end
    list[#list + 1] = section_text {title = "OPTIONS", blocks = options}
    list[#list + 1] = ENDING
    list[#list + 1] = ".SH SEE ALSO\n"
    for i, command in ipairs(found) do
        list[#list + 1] = (".BR rigid\\-%s (1)%s\n"):format(command.name, i < #found and "," or "")
    end
    return table.concat(list)
end

return pages
