-- What is told of a link whose tensor is in itself a body's, or its own shape's: where its com is, what it would be made of, round moments of what
-- is no ball; and where the strict answer and the report part, that each speaks of the other.
require "rigid"
local examine = require "rigid.check.examine"
local rigid = require "rigid"

local SIZE <const> = {0.4, 0.2, 0.1}

-- A robot of one link: a box with a mass, with the tensor of that box or with one moment three times, and a com.
local function report_of(mass, moment, com, size)
    local a, b, c = table.unpack(size or SIZE)
    local x, y, z = moment or mass / 12 * (b * b + c * c), moment or mass / 12 * (a * a + c * c), moment or mass / 12 * (a * a + b * b)
    return examine.text(('<robot name="r"><link name="a"><inertial><origin xyz="%s"/><mass value="%.10g"/>'
        .. '<inertia ixx="%.10g" ixy="0" ixz="0" iyy="%.10g" iyz="0" izz="%.10g"/></inertial>'
        .. '<collision><geometry><box size="%.10g %.10g %.10g"/></geometry></collision></link></robot>'):format(com or "0 0 0", mass, x, y, z, a, b, c), "r.urdf")
end

local function codes(report)
    local list = {}
    for _, finding in ipairs(report.findings) do
        if not finding.consequence then list[#list + 1] = finding.code end
    end
    return table.concat(list, " ")
end

describe("a link whose tensor is that of its own shape", function()
    it("is sound where its com is in the shape and a material has its density", function()
        assert.equal("", codes(report_of(2.4)))
        assert.equal("", codes(report_of(2.4, nil, "0.1 0 0.04")))
        assert.equal("", codes(report_of(8e-3 * 22600))) -- osmium
        assert.equal("", codes(report_of(8e-3))) -- 1 kg/m³: a box that stands for any
    end)

    it("has its com outside where that is far from it", function()
        assert.equal("com_outside", codes(report_of(2.4, nil, "0.35 0.12 0.9")))
    end)

    it("is too heavy where no material is so dense", function()
        local report = report_of(8e-3 * 26000)
        assert.equal("density", codes(report))
        assert.equal("warning", report.findings[1].severity)
    end)
end)

describe("three round moments", function()
    it("are a placeholder where what is drawn is neither a ball nor a cube", function()
        for _, moment in ipairs {0.1, 0.01, 0.001} do
            local report = report_of(1.7, moment)
            assert.equal("placeholder", codes(report))
            assert.equal("placeholder", report.findings[1].cause)
            assert.falsy(report.findings[1].certain)
            assert.truthy(report.findings[1].offer) -- the tensor of its box
        end
    end)

    it("are not where it is nearly one, where they are not equal powers of ten, or nothing is drawn", function()
        assert.equal("", codes(report_of(1.7, 0.01, nil, {0.2, 0.18, 0.19})))
        assert.equal("", codes(report_of(1.7, 0.0123)))
        local bare = examine.text('<robot name="r"><link name="a"><inertial><mass value="1.7"/><inertia ixx="0.01" ixy="0" ixz="0" iyy="0.01" iyz="0" izz="0.01"/></inertial></link></robot>', "r.urdf")
        assert.equal("", codes(bare))
    end)
end)

describe("what is impossible by its rounding alone", function()
    local TEXT <const> = '<robot name="r"><link name="a"><inertial><mass value="0.512"/>%s</inertial><collision><geometry><box size="0.2684 0.1728 0.001"/></geometry></collision></link></robot>'

    it("says that is_physically_valid() is false, and by how much, and offers figures of which it is true", function()
        local report = examine.text(TEXT:format '<inertia ixx="0.00127" ixy="0" ixz="0" iyy="0.00307" iyz="0" izz="0.00435"/>', "r.urdf")
        local finding = report.findings[1]
        assert.same({"rounded", "suspicion", 1}, {finding.code, finding.severity, #report.findings})
        assert.truthy(finding.sentence:find("is_physically_valid() is false, by 1e-05 kg m²", 1, true))
        local function body(I) return rigid.SpatialInertia {mass = 0.512, skip_validity_check = true, inertia = {xx = I.ixx, yy = I.iyy, zz = I.izz, xy = 0, xz = 0, yz = 0}} end
        assert.falsy(body({ixx = 0.00127, iyy = 0.00307, izz = 0.00435}):is_physically_valid())
        local fix = {}
        for name, text in pairs(finding.fix) do fix[name] = tonumber(text) end
        assert.truthy(body(fix):is_physically_valid())
    end)

    it("is spelled with as many digits as a body needs", function()
        -- 0.1 µm thin: six digits are not enough
        local thin = TEXT:gsub("0.001\"", "1e-7\""):format '<inertia ixx="0.00127" ixy="0" ixz="0" iyy="0.00307" iyz="0" izz="0.00435"/>'
        local finding = examine.text(thin, "r.urdf").findings[1]
        assert.equal("rounded", finding.code)
        local fix = {}
        for name, text in pairs(finding.fix) do fix[name] = tonumber(text) end
        assert(fix.izz <= fix.ixx + fix.iyy, finding.fix.izz)
    end)
end)
