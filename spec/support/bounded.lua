-- Work that must end: counted in instructions of Lua, which are the same on every machine.

-- What pcall(f, ...) gives, but that it fails beyond so many million instructions.
return function(millions, f, ...)
    local count = 0
    debug.sethook(function()
        count = count + 1
        if count > millions then
            debug.sethook()
            error(("more than %d million instructions"):format(millions), 0)
        end
    end, "", 1000000)
    local results = table.pack(pcall(f, ...))
    debug.sethook()
    return table.unpack(results, 1, results.n)
end
