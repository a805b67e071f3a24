-- `rigid sweep`: every point is run once and is in the table, whoever is killed, whatever fails, however many share the work.
local points = require "rigid.sweep.points"
local rows = require "rigid.sweep.rows"
local share = require "rigid.sweep.share"

local RIGID <const> = io.popen("pwd"):read "l" .. "/rigid"

local function directory(script)
    local dir = os.tmpname()
    os.remove(dir)
    assert(os.execute(("mkdir '%s'"):format(dir)))
    local file <close> = assert(io.open(dir .. "/s.lua", "w"))
    file:write(script)
    return setmetatable({path = dir}, {__close = function() os.execute(("rm -r '%s'"):format(dir)) end})
end

-- What a shell says there, and its exit code; rigid is in $R.
local function run(dir, command, ...)
    local pipe = assert(io.popen(("exec 2>&1; cd '%s'; R='%s'; %s"):format(dir.path, RIGID, command:format(...))))
    local text = pipe:read "a"
    local _, _, code = pipe:close()
    return text, code
end

local function lines_of(dir, name)
    local list = {}
    local file <close> = io.open(dir.path .. "/" .. name)
    for line in file and file:lines() or function() end do list[#list + 1] = line end
    return list
end

-- Each point adds its number to ran.txt, after some time, and that is the row of it.
local SLOW <const> = [[
    local t = os.clock()
    while os.clock() - t < 0.02 do end
    local file <close> = io.open("ran.txt", "a")
    file:write(sweep.a, "\n")
    return {square = sweep.a ^ 2}
]]

local function has_all(dir, out, count)
    local lines, seen = lines_of(dir, out), {}
    assert.equal(count + 1, #lines)
    for i = 2, #lines do
        local a, square = lines[i]:match "^%d+,(%d+),(%d+)$"
        seen[tonumber(a)] = tonumber(square)
    end
    for a = 1, count do assert.equal(a * a, seen[a]) end
end

-- How many points were run, and how many of them again.
local function ran(dir)
    local seen, count, again = {}, 0, 0
    for _, line in ipairs(lines_of(dir, "ran.txt")) do
        count, again, seen[line] = count + 1, again + (seen[line] and 1 or 0), true
    end
    return count, again
end

describe("the points of a sweep", function()
    local function values(said, count)
        local parameter, list = assert(points.parse("x=" .. said)), {}
        local sweep = {parameters = {parameter}, seed = 1}
        for n = 1, count or parameter.count do list[n] = points.values(sweep, n).x end
        return list, parameter.count
    end
    it("are what the words say", function()
        assert.same({1, 2, 3, 4}, (values "1..4"))
        assert.same({3, 2, 1}, (values "3..1"))
        assert.same({0, 0.25, 0.5, 0.75, 1}, (values "0..1:5"))
        assert.same({0.001, 0.01, 0.1, 1}, (values "log:1e-3..1:4"))
        assert.same({-2.5}, (values "-2.5"))
        assert.same({"steel", 3, "wood"}, (values "steel,3,wood"))
        assert.equal(10, select(2, values "0..0.5"))
        assert.equal("integer", math.type(values("7..9")[1]))
    end)
    it("are all combinations, the last parameter fastest, or draws that a seed makes", function()
        local sweep = {parameters = {points.parse "a=1..2", points.parse "b=x,y,z"}, seed = 5}
        assert.equal(6, points.count(sweep.parameters))
        local list = {}
        for n = 1, 6 do
            local v = points.values(sweep, n)
            list[n] = v.a .. v.b
        end
        assert.same({"1x", "1y", "1z", "2x", "2y", "2z"}, list)
        sweep.draws, sweep.parameters = 50, {points.parse "a=log:1e-3..1", points.parse "n=1..6", points.parse "b=x,y"}
        local small, seen = 0, {}
        for n = 1, 50 do
            local v = points.values(sweep, n)
            assert.is_true(v.a >= 1e-3 and v.a <= 1 and v.n >= 1 and v.n <= 6)
            assert.same(v, points.values(sweep, n))
            small, seen[v.n], seen[v.b] = small + (v.a < 0.0316 and 1 or 0), true, true
        end
        assert.is_true(small > 15 and small < 35 and seen[1] and seen[6] and seen.x and seen.y)
    end)
    it("are refused where they are none", function()
        for said, why in pairs {
            ["a"] = "not NAME=WHAT", ["1a=3"] = "not NAME=WHAT", ["a=1..x"] = "no range", ["a=log:0..1"] = "positive ends", ["a=1..2:0"] = "values",
            ["a=1,,2"] = "empty", ["point=1..2"] = "another name", ["a=lag:1..2"] = "no range", ["a=1..1e999"] = "no end",
        } do
            local parameter, problem = points.parse(said)
            assert.is_nil(parameter)
            assert.matches(why, problem)
        end
        assert.is_nil(points.count {points.parse "a=1..10000", points.parse "b=1..10000"})
    end)
end)

describe("a row of a sweep", function()
    it("is read as it was written, and not at all where it was cut", function()
        local row = {point = 12, ok = true, why = "", fields = {
            x = 0.1, n = 3, inf = math.huge, low = -math.huge, yes = true, no = false, ["odd\t=%\nname"] = "a\tb=c%d\r\n", empty = "",
        }}
        local line = rows.line(row)
        assert.equal(1, select(2, line:gsub("\n", "")))
        assert.same(row, rows.parse(line:sub(1, -2)))
        for cut = 1, #line - 2 do assert.is_nil(rows.parse(line:sub(1, cut))) end
        local nan = rows.parse(rows.line({point = 1, ok = true, fields = {x = 0 / 0}}):sub(1, -2)).fields.x
        assert.is_true(nan ~= nan)
    end)
end)

describe("the share of a process", function()
    local function of(variables) return share.of(function(name) return variables[name] end) end
    it("is what Slurm, MPI and GNU parallel say", function()
        assert.is_nil(of {})
        local array = {SLURM_ARRAY_TASK_ID = "7", SLURM_ARRAY_TASK_MIN = "3", SLURM_ARRAY_TASK_MAX = "9", SLURM_ARRAY_TASK_STEP = "2", SLURM_ARRAY_TASK_COUNT = "4"}
        assert.same({rank = 2, size = 4, by = "Slurm array"}, of(array))
        array.SLURM_ARRAY_TASK_COUNT = "3"
        assert.matches("gaps", select(2, of(array)))
        assert.same({rank = 1, size = 8, by = "OpenMPI", together = true}, of {OMPI_COMM_WORLD_RANK = "1", OMPI_COMM_WORLD_SIZE = "8"})
        assert.same({rank = 3, size = 4, by = "Slurm", together = true}, of {SLURM_PROCID = "3", SLURM_STEP_NUM_TASKS = "4", SLURM_STEP_ID = "0"})
        assert.is_nil(of {SLURM_PROCID = "0", SLURM_STEP_NUM_TASKS = "4"}) -- the batch script itself, which srun starts the tasks of
        assert.same({list = "parallel-55", by = "GNU parallel"}, of {PARALLEL_PID = "55", PARALLEL_SEQ = "2"})
    end)
    it("is a part, and all parts are the whole", function()
        assert.is_nil(share.part "4/3")
        assert.is_nil(share.part "0/3")
        for point = 1, 20 do
            local count = 0
            for k = 1, 3 do count = count + (share.is_ours(share.part(k .. "/3"), point) and 1 or 0) end
            assert.equal(1, count)
        end
    end)
end)

describe("rigid sweep", function()
    it("runs a script at each point, and says how to run a failed one again", function()
        local dir <close> = directory [[
            if sweep.a == 2 then error "two" end
            return {sum = sweep.a + sweep.b, list = Vector{1, sweep.point}, word = 'x,"y"'}
        ]]
        local text, code = run(dir, "$R sweep s.lua --param a=1..3 --param b=0.5,1 --out r.csv")
        assert.equal(1, code)
        assert.matches("point 3 %(a = 2, b = 0.5%): s.lua:1: two\n  rigid sweep s.lua %-%-param a=1..3 %-%-param b=0.5,1 %-%-point 3\n", text)
        assert.matches("r.csv: 4 of 6 points, 2 failed", text)
        assert.same({
            "point,a,b,list_1,list_2,sum,word", '1,1,0.5,1,1,1.5,"x,""y"""', '2,1,1,1,2,2,"x,""y"""', '5,3,0.5,1,5,3.5,"x,""y"""', '6,3,1,1,6,4,"x,""y"""',
        }, lines_of(dir, "r.csv"))
        assert.matches("^point 5: a = 3, b = 0.5\nlist_1 = 1.0\nlist_2 = 5.0\nsum = 3.5\n", (run(dir, "$R sweep s.lua --param a=1..3 --param b=0.5,1 --point 5")))
        run(dir, "sed -i 's/== 2/== 99/' s.lua")
        assert.matches("s.lua has changed since", (run(dir, "$R sweep s.lua --param a=1..3 --param b=0.5,1 --out r.csv")))
        text, code = run(dir, "$R sweep s.lua --param a=1..3 --param b=0.5,1 --out r.csv --keep --retry")
        assert.same({"r.csv: 6 of 6 points\n", 0}, {text, code})
        assert.matches("is of another sweep", (run(dir, "$R sweep s.lua --param a=1..4 --param b=0.5,1 --out r.csv")))
    end)
    it("runs no point twice and loses none, however often it is killed", function()
        local dir <close> = directory(SLOW)
        for _ = 1, 4 do
            run(dir, "$R sweep s.lua --param a=1..60 --jobs 2 --out r.csv >/dev/null & P=$!; sleep 0.1%d; kill -KILL $P; wait $P", math.random(0, 9))
        end
        run(dir, "sleep 0.3") -- for those to end whom nobody hears any more
        local text, code = run(dir, "$R sweep s.lua --param a=1..60 --jobs 3 --out r.csv")
        assert.same({"r.csv: 60 of 60 points\n", 0}, {text, code})
        has_all(dir, "r.csv", 60)
        local count, again = ran(dir)
        assert.is_true(count >= 60 and again <= 4 * 2, again) -- those in hand
        assert.equal("r.csv: 60 of 60 points\n", (run(dir, "$R sweep s.lua --param a=1..60 --jobs 3 --out r.csv")))
        assert.equal(count, (ran(dir)))
    end)
    it("goes on where one of its processes is killed", function()
        local dir <close> = directory [[
            if sweep.a == 4 then os.execute "kill -KILL $PPID" end
            return {square = sweep.a ^ 2}
        ]]
        local text, code = run(dir, "$R sweep s.lua --param a=1..20 --jobs 2 --out r.csv")
        assert.equal(1, code)
        assert.matches("point 4 %(a = 4%): its process ended there", text)
        assert.matches("19 of 20 points, 1 failed", text)
    end)
    it("ends with its processes at Ctrl-C, and keeps what is done", function()
        local dir <close> = directory(SLOW)
        local text = run(dir, "$R sweep s.lua --param a=1..2000 --jobs 2 --out r.csv & P=$!; while ! [ -s ran.txt ]; do sleep 0.05; done; sleep 0.2; " ..
            "kill -INT $P; wait $P; echo $?; cp ran.txt then.txt; sleep 0.2; cmp ran.txt then.txt && echo quiet")
        assert.matches("broken off; the same call goes on from there\n130\nquiet\n", text)
        assert.is_true(#lines_of(dir, "r.csv") > 1)
    end)
    it("says that a disk is full, loses nothing, and goes on", function()
        local dir <close> = directory "return {square = sweep.a ^ 2}"
        local text, code = run(dir, "trap '' XFSZ; (ulimit -f 8; $R sweep s.lua --param a=1..1000 --out r.csv)")
        assert.equal(2, code)
        assert.matches("what is computed is kept; the same call goes on from there", text)
        run(dir, "echo 'return {}' >t.lua") -- of which rows are shorter than what is taken of the list
        text = run(dir, "trap '' XFSZ; (ulimit -f 8; $R sweep t.lua --param a=1..1000 --out t.csv)")
        assert.equal("rigid sweep: File too large: what is computed is kept; the same call goes on from there\n", text)
        local kept = 0
        for line in run(dir, "cat r.csv.parts/rows-*"):gmatch "[^\n]+" do kept = kept + (rows.parse(line) and 1 or 0) end
        assert.is_true(kept > 50 and kept < 1000, kept)
        assert.same({"r.csv: 1000 of 1000 points\n", 0}, {run(dir, "$R sweep s.lua --param a=1..1000 --out r.csv")})
        has_all(dir, "r.csv", 1000)
    end)
    it("shares its points with others, each run once", function()
        for _, environment in ipairs {
            "OMPI_COMM_WORLD_SIZE=3 OMPI_COMM_WORLD_RANK=$((k - 1))", "PARALLEL_PID=77 PARALLEL_SEQ=$k",
            "SLURM_ARRAY_TASK_ID=$k SLURM_ARRAY_TASK_MIN=1 SLURM_ARRAY_TASK_MAX=3 SLURM_ARRAY_TASK_COUNT=3",
        } do
            local dir <close> = directory(SLOW)
            run(dir, "for k in 1 2 3; do env %s $R sweep s.lua --param a=1..30 --out r.csv & done; wait", environment)
            has_all(dir, "r.csv", 30)
            assert.same({30, 0}, {ran(dir)})
        end
    end)
    it("ends when the launcher that started it is killed, so that the next run has the points for itself", function()
        if not io.open "/proc/self/stat" then return pending "no /proc here" end
        local dir <close> = directory(SLOW)
        local call = "$R sweep s.lua --param a=1..150 --jobs 2 --out r.csv"
        local launch = "sh -c 'OMPI_COMM_WORLD_SIZE=1 OMPI_COMM_WORLD_RANK=0 %s >said 2>&1 & exec sleep 60 >/dev/null 2>&1' & P=$!; "
        for killed_at = 5, 15, 5 do
            local text = run(dir, "export R; touch ran.txt; " .. launch ..
                "for i in $(seq 1000); do [ $(wc -l <ran.txt) -ge %d ] && break; sleep 0.02; done; kill -KILL $P; " ..
                "for i in $(seq 1000); do [ -s said ] && break; sleep 0.02; done; cp ran.txt then.txt; sleep 0.2; cmp ran.txt then.txt && echo quiet; cat said", call, killed_at)
            assert.equal("quiet\nrigid sweep: the OpenMPI that started this has ended: the same call goes on from there\n", text)
        end
        assert.same({"r.csv: 150 of 150 points\n", 0}, {run(dir, call)})
        has_all(dir, "r.csv", 150)
        local count, again = ran(dir)
        assert.is_true(count >= 150 and again <= 3 * 2, again) -- those in hand
    end)
    it("says under MPI only where nothing is left to others that points failed, for the launcher would end those", function()
        local dir <close> = directory "if sweep.a == 1 then error 'no' end return {square = sweep.a ^ 2}"
        local call = "OMPI_COMM_WORLD_SIZE=2 OMPI_COMM_WORLD_RANK=%d $R sweep s.lua --param a=1..6 --out r.csv -q 2>/dev/null"
        assert.equal(0, select(2, run(dir, call, 0)))
        assert.equal(1, select(2, run(dir, call, 1)))
    end)
    it("refuses calls that are none, in words", function()
        local dir <close> = directory "return {}"
        for words, why in pairs {
            [""] = "no script is named", ["x.lua --out r.csv"] = "x.lua: ", ["s.lua"] = "%-%-out is missing", ["s.lua --param a --out r.csv"] = "not NAME=WHAT",
            ["s.lua --jobs 0 --out r.csv"] = "%-%-jobs", ["s.lua --part 3/2 --out r.csv"] = "K/N", ["s.lua --param a=1 --param a=2 --out r.csv"] = "said twice",
            ["s.lua --point 9"] = "from 1 to 1", ["s.lua --out nowhere/r.csv"] = "nowhere", ["s.lua --draws 0 --out r.csv"] = "%-%-draws",
        } do
            local text, code = run(dir, "$R sweep %s", words)
            assert.matches(why, text)
            assert.equal(2, code, text)
        end
        assert.matches("^NAME\n  rigid sweep", (run(dir, "$R sweep --help")))
    end)
end)
