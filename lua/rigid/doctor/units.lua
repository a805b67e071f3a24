-- Units in which tensors are written by mistake, and which of them a number betrays.
local units = {}

local POUND <const>, INCH <const>, FOOT <const>, SLUG <const>, OUNCE <const> = 0.45359237, 0.0254, 0.3048, 14.59390293720636, 0.028349523125

-- By how much figures in another unit are too large, with the name of the unit of the tensor; the third, where it is that of the
-- mass beside a right tensor.
units.factors = {
    {1e3, "g m²"}, {1e4, "kg cm²"}, {1e6, "kg mm²"}, {1e7, "g cm²"}, {1e9, "g mm²"}, {1 / POUND, "lb m²"}, {1 / INCH ^ 2, "kg in²"}, {1 / FOOT ^ 2,
        "kg ft²"},
    {1 / (POUND * INCH ^ 2), "lb in²"}, {1 / (POUND * FOOT ^ 2), "lb ft²"}, {1 / (SLUG * FOOT ^ 2), "slug ft²"}, {1 / (OUNCE * INCH ^ 2), "oz in²"},
    {1e-3, "t m²", "g"}, {POUND, "another unit of mass", "lb"}, {SLUG, "another unit of mass"}, {OUNCE, "another unit of mass", "oz"}, {1e-6, "mg m²",
        "mg"},
    {1e5, "another unit, 10⁵ times too large"}, {1e8, "another unit, 10⁸ times too large"}, {10, "another unit, ten times too large"}, {100,
        "another unit, 100 times too large"},
    {0.1, "another unit, ten times too small"}, {0.01, "another unit, 100 times too small"}, {1e-4, "another unit, 10⁴ times too small"}, {1e-9,
        "another unit, 10⁹ times too small"},
}

local METRIC <const> = 5 -- so many of them come first

-- Those as factors to kg m², with their names.
units.list = {}
for i = 1, METRIC do units.list[i] = {1 / units.factors[i][1], units.factors[i][2]} end

-- The unit whose factor brings a ratio that should be 1 near to 1; nil where none does.
function units.of_ratio(ratio)
    for _, unit in ipairs(units.list) do
        local off = ratio * unit[1]
        if off > 1 / 3 and off < 3 then return unit[2] end
    end
    return nil
end

return units
