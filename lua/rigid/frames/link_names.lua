-- The inertias of links as models give them out: b.inertia and m:subtree_inertia. Whoever wants to know gives a function of
-- an inertia and the name of its link; frames tag what is given out, provenance names what it is made of.
local core = require "rigid.core"
local handles = require "rigid.model.handles"
local watch = require "rigid.frames.watch"
local inner = debug.getmetatable(core).inner

local link_names = {}

local given, made_of -- function(M, name), or nil

local function subtree_inertia(original)
    return function(m, body, q)
        for _, record in ipairs(made_of and core.type(m) == "Model" and inner.model.description(m).bodies or {}) do
            if record.inertia then made_of(record.inertia, record.name) end
        end
        local M = original(m, body, q)
        if given then given(M, handles.name_of(body)) end
        return M
    end
end

local function install()
    watch.give_back "Model:subtree_inertia"
    handles.mark = nil
    if not given and not made_of then return end
    watch.replace("Model:subtree_inertia", subtree_inertia)
    function handles.mark(M, name)
        if given then given(M, name) end
        if made_of then made_of(M, name) end
    end
end

function link_names.on_given(f)
    given = f
    install()
end

function link_names.on_made_of(f)
    made_of = f
    install()
end

return link_names
