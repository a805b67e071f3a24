-- What `rigid check` calls the kinds of findings, and how it marks and colours them.
local terminal = require "rigid.check.terminal"

local looks = {}

local LOOK <const> = {
    error = {mark = "✗", color = "red", word = "cannot exist"},
    warning = {mark = "!", color = "yellow", word = "doubtful"},
    suspicion = {mark = "?", color = "cyan", word = "suspicious"},
    sound = {mark = "✓", color = "green", word = "sound"},
    none = {mark = " ", color = "dim", word = "no inertia"},
    massless = {mark = " ", color = "dim", word = "massless"},
    unreadable = {mark = "✗", color = "red", word = "cannot be read"},
}
looks.of_kind = LOOK

-- Of a file, or all of them: {status, count}.
function looks.of_file(one)
    if one.status == "unreadable" then return LOOK.unreadable end
    for _, kind in ipairs {"error", "warning", "suspicion"} do
        if one.count[kind] > 0 then return LOOK[kind] end
    end
    return LOOK.sound
end

-- Of one link of it.
function looks.of_link(link)
    if not link.inertia then return LOOK.none end
    return link.verdict == "sound" and link.mass == 0 and LOOK.massless or LOOK[link.verdict]
end

-- "1 link", "2 links"
function looks.many(count, one, more) return ("%d %s"):format(count, count == 1 and one or more or one .. "s") end

function looks.shown(text) return terminal.harmless(tostring(text)) end

return looks
