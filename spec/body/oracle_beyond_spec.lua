-- Recorded figures beyond the five classes: articulated-body inertias folded across a joint, against Drake and against
-- maximal coordinates; and mesh inertias against exact rational arithmetic. Drake stores the angular half first. Where
-- Drake takes an open mesh in silence or refuses a small one, ours says what is open and takes the small.

local rigid = require "rigid"
local compare = require "spec.support.compare"
local dense = require "spec.support.dense"
local Ledger = require "spec.support.ledger"
local tolerance = require "spec.support.tolerance"

local ABI, SpatialInertia, Matrix = rigid.ABI, rigid.SpatialInertia, rigid.Matrix

local book = Ledger.open "beyond"

local function body(recorded)
    return SpatialInertia { mass = recorded.mass, com = book:plain(recorded.com), unit_inertia = book:plain(recorded.unit_inertia), about = "origin" }
end

describe("recorded articulated bodies:", function()
    for _, case in ipairs(book.data.articulated_cases) do
        it(case.name, function()
            local input, result = case.input, case.result
            local M1, M2 = body(input.M1_about_B1o), body(input.M2_about_B2o)
            local S = Matrix(dense.swap_rows(book:plain(input.S_6xn_angular_first_about_B2o)))
            local p = book:plain(input.p_B1oB2o)
            local scale = compare.scale(M2)

            -- P2+ = P2 - P2 S (S^T P2 S)^-1 S^T P2, then to B1o and onto body 1.
            local P2_plus = ABI(M2):across_joint(S)
            book:near(P2_plus:matrix "angular", result.P2plus_about_B2o, { scale = scale })
            if S:cols() == 1 then
                local column = rigid.SpatialMotion(dense.column(S:table(), 1))
                compare.near(ABI(M2):across_joint(column), P2_plus, { tol = tolerance.exact, scale = scale })
            end
            local P1 = ABI(M1) + P2_plus:shift { -p[1], -p[2], -p[3] }
            book:near(P1:matrix "angular", result.P1_about_B1o)
            book:near(P1:matrix "angular", case.independent_maximal_coordinates_P1)
            book:same(P1:is_physically_valid(), result.P1_IsPhysicallyValid)
            assert.is_true(P2_plus:is_physically_valid())

            local pull = P1 * rigid.SpatialAcc({ 1, 0, 0 }, { 0, 0, 0 })
            book:near(dense.swap(pull:table()), result["P1*e_x_translation_acceleration"])

            -- The apparent mass along e: 1 / (e^T P^-1 e).
            local apparent = {}
            for axis = 1, 3 do
                local e = { 0, 0, 0, 0, 0, 0 }
                e[axis] = 1
                apparent[axis] = 1 / P1:solve(rigid.Wrench(e)):dot(rigid.Wrench(e))
            end
            book:near(apparent, case["independent_apparent_mass_along_x_y_z (1/(e^T P^-1 e), free to rotate)"])
        end)
    end
end)

describe("recorded meshes:", function()
    -- Our faces count from one.
    local function faces(recorded)
        local list = {}
        for i, face in ipairs(book:plain(recorded)) do
            list[i] = { face[1] + 1, face[2] + 1, face[3] + 1 }
        end
        return list
    end

    -- Every directed edge matched by its reverse.
    local function is_closed(list)
        local seen = {}
        for _, face in ipairs(list) do
            for i = 1, 3 do
                seen[face[i] .. "-" .. face[i % 3 + 1]] = true
            end
        end
        for edge in pairs(seen) do
            local a, b = edge:match "(%d+)-(%d+)"
            if not seen[b .. "-" .. a] then return false end
        end
        return true
    end

    for index, case in ipairs(book.data.mesh_cases) do
        local options = { density = case.density, vertices = book:plain(case.vertices), faces = faces(case.faces) }
        if not is_closed(options.faces) then
            it(case.name .. " is refused as open, whether Drake noticed or not", function()
                book:refuses(function() return SpatialInertia.mesh(options) end, "'mesh'", "field 'faces'", "the mesh is open")
            end)
            book:skip("^/mesh_cases/" .. index .. "/", "an open mesh encloses nothing: there is no inertia to compare")
        elseif case.density == 0 then
            it(case.name .. " is refused: a density must be positive", function()
                book:refuses(function() return SpatialInertia.mesh(options) end, "'mesh'", "field 'density'")
                options.density = 1
                local M, exact = SpatialInertia.mesh(options), case.independent_exact_rational
                book:near(M:mass(), exact.volume)
                book:near(M:com(), exact.com)
                book:near(M:unit_inertia(), exact.unit_inertia_about_origin)
                book:near(M:central_inertia() * (1 / M:mass()), exact.unit_inertia_about_com)
                book:same(exact.mass, 0.0)
            end)
            book:skip("^/mesh_cases/" .. index .. "/result/", "the inertia of a mesh without density: zero, or nothing at all")
        else
            it(case.name, function()
                local exact = case.independent_exact_rational
                local M = SpatialInertia.mesh(options)
                local far = case.name:find "1e6"
                assert.is_true(M:is_physically_valid())
                book:near(M:mass(), exact.mass, { what = "mass" })
                book:near(M:mass() / case.density, exact.volume, { what = "volume" })
                -- Centred meshes: the vertices are the scale of a com that is nearly zero.
                local reach = compare.scale(options.vertices)
                book:near(M:com(), exact.com, { what = "com", scale = reach })
                book:near(M:unit_inertia(), exact.unit_inertia_about_origin, { what = "unit inertia" })
                -- About the com by the parallel axes, from the figure about the origin: that is its scale.
                local central = M:central_inertia() * (1 / M:mass())
                local options_central = { what = "unit inertia about the com", scale = exact.unit_inertia_about_origin, tol = tolerance.eigenvalue }
                book:near(central, exact.unit_inertia_about_com, options_central)
                if not far then book:near(central, exact.unit_inertia_about_com, { what = "unit inertia about the com" }) end
                if case.result then
                    book:near(M:com(), case.result.com, { scale = reach })
                    book:near(M:mass(), case.result.mass)
                    book:near(M:unit_inertia(), case.result.unit_inertia)
                    book:near(M:rotational_inertia(), case.result.rotational_inertia)
                    book:near(M:matrix "angular", case.result["CopyToFullMatrix6(angular first)"])
                    book:same(M:is_physically_valid(), case.result.IsPhysicallyValid)
                else
                    -- Drake refuses a cube of 21 micrometres for its volume, and one at 1e6 m for its rounding.
                    assert.equal("string", type(case.returned_error_text))
                end
                -- By mass: the same body.
                local by_mass = SpatialInertia.mesh { mass = exact.mass, vertices = options.vertices, faces = options.faces }
                compare.near(by_mass:parameters(), M:parameters())
                -- Turned inside out it is refused.
                local inside_out = {}
                for i, face in ipairs(options.faces) do
                    inside_out[i] = { face[1], face[3], face[2] }
                end
                compare.refuses(function()
                    return SpatialInertia.mesh { density = case.density, vertices = options.vertices, faces = inside_out }
                end, "'mesh'", "inward")
            end)
        end
    end
end)

teardown(function()
    book:skip("/relative_error_of_central_inertia_derived_from_drake_result$", "how far Drake's own figure is from the exact one; ours is compared with the exact one")
    book:close(1250)
end)
