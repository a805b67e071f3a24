-- Pictures drawn by rigid.plot, and what is read back from them.
local assert = require "luassert"
local rigid = require "rigid"
local program = require "spec.support.program"

local function read(path)
    local file <close> = assert(io.open(path, "rb"))
    return (file:read "a")
end

-- Draw into a file of that ending and hand back its bytes: of a log what is said and options, of numbers options alone.
local function drawn(ending, what, said, options)
    local path = os.tmpname()
    os.remove(path)
    path = path .. ending
    local ok, result
    if rigid.type(what) == "Log" then
        options = options or {}
        options.path = path
        ok, result = pcall(rigid.plot, what, said, options)
    else
        said = said or {}
        said.path = path
        ok, result = pcall(rigid.plot, what, said)
    end
    if not ok then
        os.remove(path)
        error(result, 0)
    end
    assert.equal(path, result)
    local bytes = read(path)
    os.remove(path)
    return bytes
end

-- ---- a picture, read back -------------------------------------------------------------------------------------------

-- The labels of a picture: { { x =, y =, text = }, ... }.
local function labels(svg)
    local list = {}
    for x, y, text in svg:gmatch '<g transform="translate%(([%d.]+),([%d.]+)%)[^>]*>%s*<text>(.-)</text>' do
        list[#list + 1] = { x = tonumber(x), y = tonumber(y), text = text:match "^%s*(.-)%s*$" }
    end
    return list
end

-- The runs of points of a path, each a list of { x, y }.
local function runs_of(path)
    local runs = {}
    for run in path:gmatch "M[^M]+" do
        local points = {}
        for x, y in run:gmatch "(%-?[%d.]+),(%-?[%d.]+)" do
            points[#points + 1] = { tonumber(x), tonumber(y) }
        end
        runs[#runs + 1] = points
    end
    return runs
end

local GREY <const> = "136, 136, 136"

-- Where the axes end on the right; beyond are the samples of the legend.
local function right_edge(svg)
    local right = 0
    for path in svg:gmatch("<path stroke='rgb%(" .. GREY .. "%)'%s+d='(.-)'") do
        for _, run in ipairs(runs_of(path)) do
            for _, point in ipairs(#run > 2 and run or {}) do right = math.max(right, point[1]) end
        end
    end
    return right
end

-- The curves of a picture, each a list of runs of points { x, y }, in the order of its panels.
local function curves(svg)
    local list, right = {}, right_edge(svg)
    for body in (svg .. '<g id="gnuplot_plot_'):gsub('<g id="gnuplot_plot_', "\1"):gmatch "\1([^\1]*)" do
        local all = {}
        for colour, path in body:gmatch "<path stroke='rgb%(([^)]*)%)'%s+d='(.-)'" do
            for _, run in ipairs(colour ~= GREY and runs_of(path) or {}) do
                if run[1][1] <= right + 0.01 then all[#all + 1] = run end
            end
        end
        list[#list + 1] = body:find "^%d+%a*\"" and all or nil
    end
    return list
end

-- From pixels to numbers, by two tics of an axis: along = "x" or "y" of the labels that satisfy `of`.
local function scale(list, along, of)
    local first, last
    for _, label in ipairs(list) do
        local value = tonumber((label.text:gsub("−", "-")))
        if value and of(label) then
            if not first or value < first.value then first = { at = label[along], value = value } end
            if not last or value > last.value then last = { at = label[along], value = value } end
        end
    end
    assert(first and last.value > first.value, "fewer than two tics")
    return function(at) return first.value + (at - first.at) * (last.value - first.value) / (last.at - first.at) end
end

local function count_text(svg, text)
    local count = 0
    for _, label in ipairs(labels(svg)) do count = count + (label.text == text and 1 or 0) end
    return count
end

-- Of a PNG as gnuplot writes it, 8 bits a sample and without interlacing: the share of its pixels that are not white, and how
-- many have the colour of the first curve. gzip unpacks the data; each line is then undone of its filter [PNG, 9].
local function pixels(png)
    local width, height, depth, kind = (">I4I4BB"):unpack(png, 17)
    assert.equal(8, depth)
    local size, data, at = kind == 6 and 4 or 3, {}, 9
    while at < #png do
        local length, name = (">I4c4"):unpack(png, at)
        if name == "IDAT" then data[#data + 1] = png:sub(at + 8, at + 7 + length) end
        at = at + 12 + length
    end
    local raw
    program.in_directory(function(directory)
        program.write_file(directory .. "/data", "\31\139\8\0\0\0\0\0\0\3" .. table.concat(data):sub(3))
        raw = program.shell(("gzip -dc <%s/data 2>/dev/null"):format(directory))
    end)
    local stride, above, ink, blue = width * size, {}, 0, 0
    assert.is_true(#raw >= height * (stride + 1), "the picture is cut short")
    for row = 0, height - 1 do
        local filter, line = raw:byte(row * (stride + 1) + 1), {}
        for k = 1, stride do
            local a, b, c = line[k - size] or 0, above[k] or 0, above[k - size] or 0
            local guess = filter == 1 and a or filter == 2 and b or filter == 3 and (a + b) // 2 or 0
            if filter == 4 then
                local to_a, to_b, to_c = math.abs(b - c), math.abs(a - c), math.abs(a + b - 2 * c)
                guess = to_a <= to_b and to_a <= to_c and a or to_b <= to_c and b or c
            end
            line[k] = (raw:byte(row * (stride + 1) + 1 + k) + guess) & 255
        end
        for k = 1, stride, size do
            local r, g, b = line[k], line[k + 1], line[k + 2]
            ink = ink + (r + g + b < 765 and 1 or 0)
            blue = blue + (r < 40 and math.abs(g - 0x72) < 30 and math.abs(b - 0xb2) < 30 and 1 or 0)
        end
        above = line
    end
    return ink / (width * height), blue
end

-- ---- what is drawn --------------------------------------------------------------------------------------------------

local function arm()
    local m = rigid.Model { name = "arm" }
    local rod = rigid.SpatialInertia.thin_rod { mass = 1, length = 1 }
    m:add_body { name = "upper", inertia = rod, joint = { type = "revolute", name = "shoulder", axis = { 0, 1, 0 } } }
    m:add_body {
        name = "hand", parent = "upper", placement = { position = { 0, 0, -1 } }, inertia = rod,
        joint = { type = "prismatic", name = "rail", axis = { 1, 0, 0 } },
    }
    return m
end

local function moving(samples)
    local log = rigid.Log(arm())
    for i = 0, samples do
        local t = i / samples
        log:add(t, { math.sin(5 * t), 0.2 * t }, { 5 * math.cos(5 * t), 0.2 }, { t, -t })
    end
    return log
end

-- The worst distance of the points of a run from a function, in pixels.
local function worst(points, to_x, to_y, f)
    local off, pixel = 0, math.abs(to_y(1) - to_y(0))
    for _, point in ipairs(points) do
        off = math.max(off, math.abs(to_y(point[2]) - f(to_x(point[1]))) / pixel)
    end
    return off
end

return {
    read = read,
    drawn = drawn,
    labels = labels,
    runs_of = runs_of,
    GREY = GREY,
    right_edge = right_edge,
    curves = curves,
    scale = scale,
    count_text = count_text,
    pixels = pixels,
    arm = arm,
    moving = moving,
    worst = worst,
}
