-- Units in which tensors are written by mistake, and which of them a number betrays.
local units = {}

-- As factors to kg m², with their names.
units.list = {{1e-3, "g m²"}, {1e-4, "kg cm²"}, {1e-6, "kg mm²"}, {1e-7, "g cm²"}, {1e-9, "g mm²"}}

-- The unit whose factor brings a ratio that should be 1 near to 1; nil where none does.
function units.of_ratio(ratio)
    for _, unit in ipairs(units.list) do
        local off = ratio * unit[1]
        if off > 1 / 3 and off < 3 then return unit[2] end
    end
    return nil
end

return units
