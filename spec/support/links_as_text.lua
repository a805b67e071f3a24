-- Links given by their figures as typed: the URDF that has them, and what is told of each.
local examine = require "rigid.check.examine"

-- A URDF of links {name, mass, "ixx ixy ixz iyy iyz izz", xyz of the com, geometry element, origin of that}.
local function text_of(links)
    local lines = {'<robot name="made">'}
    for i, link in ipairs(links) do
        local words = {}
        for word in link[3]:gmatch "%S+" do words[#words + 1] = word end
        lines[#lines + 1] = ('<link name="%s"><inertial><origin xyz="%s"/>%s<inertia ixx="%s" ixy="%s" ixz="%s" iyy="%s" iyz="%s" izz="%s"/></inertial>%s</link>'):format(link[1],
            link[4] or "0 0 0", link[2] and ('<mass value="%s"/>'):format(link[2]) or "", words[1], words[2], words[3], words[4], words[5], words[6],
            link[5] and ("<collision>%s<geometry>%s</geometry></collision>"):format(link[6] or "", link[5]) or "")
        if i > 1 then lines[#lines + 1] = ('<joint name="j%d" type="fixed"><origin xyz="0.2 0 0"/><parent link="%s"/><child link="%s"/></joint>'):format(i, links[1][1], link[1]) end
    end
    return table.concat(lines, "\n") .. "\n</robot>\n"
end

local function report_of(links) return examine.text(text_of(links), "made.urdf") end

-- The finding that says the cause of a link.
local function told(report, name)
    for _, finding in ipairs(report.findings) do
        local about = finding.link == name
        for _, other in ipairs(finding.links or {}) do about = about or other == name end
        if about and (finding.cause or finding.severity == "error" or finding.code == "rounded") and not finding.consequence then return finding end
    end
    return {}
end

return {text_of = text_of, report_of = report_of, told = told}
