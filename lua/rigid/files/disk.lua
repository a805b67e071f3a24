-- The one place where files are written, read and made for a while; src/bind/files.c and files_write.c do it. A file that is
-- written is whole or as it was: what to write is made first, goes into a new file beside the old (NAME.rigid-LETTERS, which a
-- killed process may leave behind), and that takes its place. A file that is read is a plain one, and no larger than its reader can take: never
-- a device, nor a pipe that nobody writes to.
local core = require "rigid.core"

local inner <const> = debug.getmetatable(core).inner.files

local disk = {}

local MB <const> = 1024 * 1024

-- Make the text (or list of texts) the whole of the file: true, or nil and why not.
function disk.write(path, text) return inner.write(path, text) end

-- The bytes of a file of at most so many megabytes, or nil and why not. streams: "pipes" takes a pipe that was handed to
-- the program as well (/dev/stdin, /dev/fd/N), "any" whatever stands there.
function disk.read(path, megabytes, streams)
    local text, problem = inner.read(path, megabytes * MB, streams)
    if math.type(problem) == "integer" then problem = ("larger than %d MB (it has %d.%d)"):format(megabytes, problem // MB, problem % MB * 10 // MB) end
    return text, problem
end

-- "file", "directory", "pipe" or "device"; nil and why, where nothing can be seen.
function disk.kind(path) return inner.kind(path) end

-- Whether a symbolic link stands there, wherever it leads.
function disk.is_link(path) return inner.is_link(path) end

-- True where a directory of that name is there in the end, made if need be, and no link to one; nil and why not.
function disk.make_folder(path) return inner.make_folder(path) end

-- The names in a directory, in the order of the alphabet; nil and why, where it cannot be read.
function disk.names(path)
    local text, problem = inner.names(path)
    if not text then return nil, problem end
    local list = {}
    for name in text:gmatch "[^%z]+" do
        if name ~= "." and name ~= ".." then list[#list + 1] = name end
    end
    table.sort(list)
    return list
end

-- ---- for a while ----------------------------------------------------------------------------------------------------

local function place()
    local given = os.getenv "TMPDIR"
    if given and given ~= "" then return (given:gsub("(.)/+$", "%1")), ", which TMPDIR names" end
    return "/tmp", ""
end

-- A new file of that text, for whoever runs us alone; its path, or nil and why not.
function disk.temporary(text)
    local directory, named = place()
    local path, problem = inner.new(directory .. "/rigid-", "", text)
    if not path then return nil, ("no temporary file can be made in '%s'%s: %s"):format(directory, named, problem) end
    return path
end

-- A new directory, for whoever runs us alone, and for one file or so that no other process of theirs touches; its path, or nil and why not.
function disk.temporary_directory()
    local directory, named = place()
    local path, problem = inner.new_directory(directory .. "/rigid-")
    if not path then return nil, ("no directory can be made in '%s'%s: %s"):format(directory, named, problem) end
    return path
end

-- The directory that is this user's alone, made where there is none; or nil and why not.
function disk.own_directory() return inner.own_directory((place())) end

local PAGES <const> = 16

-- The same for what outlives us: in a directory of our own, where the newest few are kept. Its name begins with that
-- of what it shows, and ends so.
function disk.page(name, ending, text)
    local directory, named = place()
    local own, path, problem
    own, problem = inner.own_directory(directory)
    if own then path, problem = inner.new(("%s/%s-"):format(own, name:gsub("[^%w_]+", "-"):sub(1, 40)), ending, text) end
    if not path then return nil, ("no temporary file can be made in '%s'%s: %s"):format(directory, named, problem) end
    inner.keep_newest(own, PAGES)
    return path
end

return disk
