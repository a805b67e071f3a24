-- How the verdict on a link that cannot exist comes about, so that it can be redone by hand at full precision: the figures,
-- the second moment of the mass, its eigenvalues and directions, and the repairs, ranked.
local core = require "rigid.core"
local exact = require("rigid.doctor.figures").exact
local looks = require "rigid.check.looks"
local terminal = require "rigid.check.terminal"
local inner = debug.getmetatable(core).inner

local shown = looks.shown

local derivation = {}

local function triple(a, b, c) return ("(%s, %s, %s)"):format(exact(a), exact(b), exact(c)) end
local function column(R, i) return R * core.Vec3(i == 1 and 1 or 0, i == 2 and 1 or 0, i == 3 and 1 or 0) end

local function matrix_lines(rows)
    local texts, widths = {}, {0, 0, 0}
    for i = 1, 3 do
        texts[i] = {}
        for j = 1, 3 do
            texts[i][j] = exact(rows[i][j])
            widths[j] = math.max(widths[j], #texts[i][j])
        end
    end
    local lines = {}
    for i = 1, 3 do
        for j = 1, 3 do texts[i][j] = terminal.padded(texts[i][j], widths[j], true) end
        lines[i] = "[ " .. table.concat(texts[i], "  ") .. " ]"
    end
    return lines
end

local LISTED <const> = 10 -- slips of a derivation

-- The repairs, each with its rank: those with one rank are as likely as each other.
local function ranking(report, study)
    local left_out = 0
    for i, repair in ipairs(study.repairs) do
        if repair.rank and i > LISTED and i ~= study.chosen then
            left_out = left_out + 1
        else
            if not repair.rank and left_out > 0 then
                report:line(("        ... and %d slips that are less likely"):format(left_out))
                left_out = 0
            end
            local first = repair.rank and ("%d. "):format(repair.rank) or report.screen:letters "– "
            local taken = i == study.chosen and (study.certain and " (--fix takes this one)" or " (--unsafe-fixes takes this one)") or ""
            report:prose(repair.sentence .. taken, "        " .. terminal.padded(first, 4), "            ")
        end
    end
end

-- All figures of the test, so that it can be done again by hand.
-- Write it through a report.
function derivation.write(report, study, name)
    local M, w = study.inertia, study.figures
    local verdict = inner.doctor.judge(M)
    report:line(report.screen:paint("bold", ("    %s, step by step"):format(shown(name))))
    report:prose(("mass %s kg, com %s m; the tensor about the com, in the axes it is written in, in kg m²: "):format(exact(w.mass),
        triple(w.x, w.y, w.z)) .. ("ixx = %s, ixy = %s, ixz = %s, iyy = %s, iyz = %s, izz = %s"):format(exact(w.ixx), exact(w.ixy),
        exact(w.ixz), exact(w.iyy), exact(w.iyz), exact(w.izz)), "      ", "        ")
    if verdict.flaw == "not_finite" or M:mass() == 0 then return report:line() end
    local half = (w.ixx + w.iyy + w.izz) / 2
    report:prose("the second moment of the mass about the com, Σ = ½ tr(I) 1 − I = ∫ρ x xᵀ, which no body has negative in any "
        .. "direction:", "      ")
    for _, line in ipairs(matrix_lines {{half - w.ixx, -w.ixy, -w.ixz}, {-w.ixy, half - w.iyy, -w.iyz}, {-w.ixz, -w.iyz, half - w.izz}}) do
        report:line("        " .. line)
    end
    report:prose("its eigenvalues and their directions, each the spread of mass along it:", "      ")
    for i = 1, 3 do
        local axis, sigma = column(verdict.axes, i), verdict.spread[i]
        report:prose(("%s kg m² along %s%s"):format(exact(sigma), triple(axis.x, axis.y, axis.z), sigma < -verdict.tolerance and " — negative" or ""),
            "        ", "          ")
    end
    report:prose(("(what is above −%s kg m² is zero within rounding)"):format(exact(verdict.tolerance)), "      ")
    report:line "      what would make it a body, the likeliest first:"
    ranking(report, study)
    report:line()
end

return derivation
