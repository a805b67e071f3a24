-- A model made by a program: functions, loops, strings, the library as far as a model may see it.
local frames = {}
local names = {}
for word in ("hip knee ankle"):gmatch "%a+" do names[#names + 1] = word:upper():lower() end
table.sort(names, function(a, b) return a > b end)
for i = 1, 6 do
    local name = (names[i] or "link") .. "_" .. i
    assert(#name > 2 and select("#", name) == 1, "a name")
    table.insert(frames, {
        name = name,
        parent = i == 1 and "ROOT" or frames[i - 1].name,
        body = {mass = 1 / i, com = {0, math.sin(i) / 10, 0}, inertia = {{0.1, 0, 0}, {0, 0.1, 0}, {0, 0, 0.1}}},
        joint = {{math.cos(0), 0, 0, 0, 0, 0}},
        joint_frame = {r = {0, 0, tonumber("0." .. i)}},
    })
end
local total = 0
for _, frame in ipairs(frames) do total = total + frame.body.mass end
while total > 1 do total = total / 2 end
local text = ("%s has %d frames, %.3f"):format("it", #frames, total):rep(2, ", "):gsub("frames", "%0!")
print(text)
return {gravity = {0, -9.81, 0}, frames = frames}
