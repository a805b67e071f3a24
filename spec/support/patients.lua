-- Inertias that are ill in a known way, and what is looked for in what is said of them.
local assert = require "luassert"
local rigid = require "rigid"

local S = rigid.SpatialInertia

-- A link with a decimal point missing in izz, and one whose tensor is slightly impossible, as they were published.
local function missing_point()
    return S {
        mass = 1.559, skip_validity_check = true,
        inertia = { xx = 2661.9e-6, xy = -31.029e-6, xz = 9.34e-6, yy = 2302.5e-6, yz = 151.466e-6, zz = 1676359e-6 },
    }
end

local function slightly_bad()
    return S {
        mass = 0.5, skip_validity_check = true,
        inertia = { xx = 1.15e-4, xy = 5.2e-5, xz = 2.5e-5, yy = 1.53e-4, yz = 3.4e-5, zz = 1.9e-4 },
    }
end

local function impossible(mass, com, inertia)
    return S { mass = mass, com = com, inertia = inertia, skip_validity_check = true }
end

local function codes(list)
    local found = {}
    for i, finding in ipairs(list) do
        found[i] = finding.code
    end
    return table.concat(found, " ")
end

local function only(list, code)
    local found
    for _, finding in ipairs(list) do
        if finding.code == code then
            assert.is_nil(found, "two of " .. code)
            found = finding
        end
    end
    return assert(found, code .. " is not among: " .. codes(list))
end

local function kinds(list, kind)
    local found = {}
    for _, repair in ipairs(list) do
        if repair.kind == kind then
            found[#found + 1] = repair
        end
    end
    return found
end

return {
    missing_point = missing_point,
    slightly_bad = slightly_bad,
    impossible = impossible,
    codes = codes,
    only = only,
    kinds = kinds,
}
