-- A robot file with six slips in it, examined as `rigid check examples/data/two_arms.urdf` does: which links cannot exist,
-- which hardly were meant, and which contradict their twin on the other side. Then the two that cannot are mended.

local rigid = require "rigid"

-- What rigid says can be long; this breaks it into lines.
local function say(text, indent)
  local line = indent
  for word in text:gmatch "%S+" do
    if utf8.len(line) + utf8.len(word) > 94 then
      print(line)
      line = indent
    end
    line = line .. (line == indent and "" or " ") .. word
  end
  print(line)
end

local robot = rigid.load "examples/data/two_arms.urdf"
local findings = robot:diagnose()

-- Findings are data: link, file, line, code, severity, value, limit and a sentence.
for _, finding in ipairs(findings) do
  print(("%s:%d: %s: %s, %s"):format(finding.file:match "[^/]*$", finding.line, finding.link, finding.severity, finding.code))
  say(finding.sentence, "    ")
end

-- What cannot exist is mended with the doctor's first repair. `rigid check --fix mended.urdf` writes the same figures into
-- a copy of the file, and changes nothing else in it.
print "\nmended:"
for _, finding in ipairs(findings) do
  local body = robot:body(finding.link)
  if finding.severity == "error" and not body.inertia:is_physically_valid() then
    local repairs = body.inertia:repairs()
    print(("  %s: %s"):format(finding.link, repairs[1].edit))
    say(repairs.sentence, "    ")
    body.inertia = repairs[1].inertia
  end
end

local errors = 0
for _, finding in ipairs(robot:diagnose()) do errors = errors + (finding.severity == "error" and 1 or 0) end
print(("\nlinks that cannot exist now: %d; the robot weighs %.4g kg"):format(errors, robot:total_mass()))
