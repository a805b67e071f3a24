-- Whose point is whose. Where it is known how many we are (Slurm, MPI, --part K/N), every so-manieth point is ours. Where it is not (GNU
-- parallel, and the processes of --jobs), points are taken in blocks from a list that all add to: a line is added at its end at once, so that
-- whose stands first has the block. The list belongs to one run: what a process that was killed had taken is free in the next.
local share = {}

local function number(getenv, name) return math.tointeger(tonumber(getenv(name) or "")) end

local function of_array(getenv)
    local id, least, most = number(getenv, "SLURM_ARRAY_TASK_ID"), number(getenv, "SLURM_ARRAY_TASK_MIN"), number(getenv, "SLURM_ARRAY_TASK_MAX")
    local step, count = number(getenv, "SLURM_ARRAY_TASK_STEP") or 1, number(getenv, "SLURM_ARRAY_TASK_COUNT")
    if not id or not count then return nil end
    if not least or not most or (most - least) // step + 1 ~= count or (id - least) % step ~= 0 then
        return nil, "this Slurm array has gaps in its numbers: say which part this is, by --part K/N"
    end
    return {rank = (id - least) // step, size = count, by = "Slurm array"}
end

local function of_tasks(getenv)
    for _, names in ipairs {
        {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "OpenMPI"}, {"PMI_RANK", "PMI_SIZE", "MPI"},
        {"SLURM_PROCID", "SLURM_STEP_NUM_TASKS", "Slurm", "SLURM_STEP_ID"},
    } do
        local rank, size = number(getenv, names[1]), number(getenv, names[2])
        if rank and size and rank < size and (not names[4] or getenv(names[4])) then return {rank = rank, size = size, by = names[3], together = true} end
    end
end

-- What the environment says: {rank =, size =, by =} or {list =, by =}; together: others of the same job end when one of us fails; nil where we are
-- alone; nil and what is wrong.
function share.of(getenv)
    local array, problem = of_array(getenv)
    if problem then return nil, problem end
    local tasks = of_tasks(getenv)
    if array and tasks then
        return {rank = array.rank * tasks.size + tasks.rank, size = array.size * tasks.size, by = array.by .. " of " .. tasks.by .. " tasks", together = true}
    end
    if array or tasks then return array or tasks end
    local parallel = getenv "PARALLEL_PID"
    if parallel and parallel:find "^%d+$" and getenv "PARALLEL_SEQ" then return {list = "parallel-" .. parallel, by = "GNU parallel"} end
end

-- "K/N", from 1.
function share.part(said)
    local k, n = said:match "^(%d+)/(%d+)$"
    k, n = tonumber(k), tonumber(n)
    if not k or k < 1 or k > n then return nil end
    return {rank = k - 1, size = n, by = "--part"}
end

-- The number of the process that started this one, where the system says so.
function share.parent()
    local file <close> = io.open "/proc/self/stat"
    return file and (file:read "a" or ""):match "^.*%) %a (%d+)" or nil
end

function share.is_ours(own, point) return not own.size or (point - 1) % own.size == own.rank end

local BLOCKS <const> = 2000

-- The value, or what is wrong raised as it is.
local function must(value, problem)
    if not value then error(problem, 0) end
    return value
end

-- A function that gives the first and the last point of the next block, until there is none; who: a name of the asker's own.
function share.blocks(directory, list, who, count)
    local size = math.max(1, count // BLOCKS)
    local path, taken, read, from = ("%s/list-%s"):format(directory, list), {}, 0, 1
    local function look()
        local file <close> = must(io.open(path))
        file:seek("set", read)
        for line in file:lines "L" do
            if line:sub(-1) ~= "\n" then break end
            local block, whose = line:match "^(%d+) (%S+)\n$"
            if block then taken[tonumber(block)] = taken[tonumber(block)] or whose end
            read = read + #line
        end
    end
    must(io.open(path, "a")):close()
    return function()
        while (from - 1) * size < count do
            look()
            while taken[from] do from = from + 1 end
            if (from - 1) * size >= count then return nil end
            local file <close> = must(io.open(path, "a"))
            must(file:write(("%d %s\n"):format(from, who)))
            must(file:flush())
            look()
            from = from + 1
            if taken[from - 1] == who then return (from - 2) * size + 1, math.min((from - 1) * size, count) end
        end
    end
end

return share
