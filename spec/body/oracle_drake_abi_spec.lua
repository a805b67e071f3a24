-- Drake's recorded ArticulatedBodyInertia figures, each driven through our API. Drake stores the angular half first, so
-- every vector and matrix crosses over by order "angular" or by exchanging halves. We differ on one verdict: the zero
-- inertia is positive semi-definite, hence valid.

local rigid = require "rigid"
local Ledger = require "spec.support.ledger"
local dense = require "spec.support.dense"

local ABI, SpatialInertia, Matrix = rigid.ABI, rigid.SpatialInertia, rigid.Matrix
local SpatialMotion, SpatialAcc = rigid.SpatialMotion, rigid.SpatialAcc

local book = Ledger.open "drake_abi"

local function angular_first(P) return P:matrix "angular" end

describe("Drake's recorded ArticulatedBodyInertia", function()
    for _, case in ipairs(book.data.cases) do
        describe(case.name, function()
            local input, result = case.input, case.result
            local from_matrix = ABI.from_matrix(book:plain(input.P), "angular")
            local P = from_matrix
            if input.spatial_inertia then
                local recorded = input.spatial_inertia
                P = ABI(SpatialInertia {
                    mass = recorded.mass,
                    com = book:plain(recorded.com),
                    unit_inertia = book:plain(recorded.unit_inertia),
                    about = "origin",
                })
            end
            local Q = ABI.from_matrix(book:plain(input.Q_for_sum), "angular")
            local p_QR = book:plain(input.p_QR)
            local v = dense.swap(book:plain(input.v))
            local A = book:plain(input.A_6x3)

            it("is made the same by " .. input.source, function()
                book:near(angular_first(P), result.CopyToFullMatrix6)
                book:near(angular_first(from_matrix), result.CopyToFullMatrix6)
                book:near(dense.swap_both(P:matrix():table()), result.CopyToFullMatrix6)
                book:same(P:is_physically_valid(), result.IsPhysicallyValid)
                if input.matrix_lower_true then book:near(angular_first(P), input.matrix_lower_true) end
            end)

            it("adds and subtracts alike", function()
                local sum, difference = P + Q, P - Q
                book:near(angular_first(sum), result["P+=Q"])
                book:near(angular_first(P:copy():add_in_place(Q)), result["P+=Q"])
                book:same(sum:is_physically_valid(), result["P+=Q IsPhysicallyValid"])
                book:near(angular_first(difference), result["P-=Q"], { scale = input.P })
                book:near(angular_first(P:copy():subtract_in_place(Q)), result["P-=Q"], { scale = input.P })
                book:same(difference:is_physically_valid(), result["P-=Q IsPhysicallyValid"])
                book:near(angular_first((P + Q) - Q), result["(P+=Q)-=Q"], { scale = result["P+=Q"] })
            end)

            it("shifts alike, there and back", function()
                local shifted = P:shift(p_QR)
                book:near(angular_first(shifted), result["Shift(p_QR)"])
                book:near(angular_first(P:copy():shift_in_place(p_QR)), result["Shift(p_QR)"])
                local back = shifted:shift { -p_QR[1], -p_QR[2], -p_QR[3] }
                book:near(angular_first(back), result["Shift(p_QR).Shift(-p_QR)"], { scale = result["Shift(p_QR)"] })
            end)

            it("multiplies motions and matrices from both sides alike", function()
                local force, wrench = P * SpatialMotion(v), P * SpatialAcc(v)
                book:near(dense.swap(force:table()), result["P*v"])
                book:near(dense.swap(wrench:table()), result["P*SpatialAcceleration(v)"])
                assert.equal("SpatialForce", rigid.type(force))
                assert.equal("Wrench", rigid.type(wrench))
                local A_linear_first = dense.swap_rows(A)
                book:near(dense.swap_rows((P * Matrix(A_linear_first)):table()), result["P*A"])
                local left = Matrix(dense.transpose(A_linear_first)) * P
                book:near(dense.transpose(dense.swap_rows(left:transpose():table())), result["AT*P"])
                local row = Matrix { v } * P
                book:near(dense.swap(row:table()[1]), result["vT*P"])
            end)
        end)
    end

    it("made of nothing is all NaN, and not valid", function()
        book:near(angular_first(ABI()), book.data.default_constructed.CopyToFullMatrix6)
        book:same(ABI():is_physically_valid(), book.data.default_constructed.IsPhysicallyValid)
        assert.matches("NaN", ABI():criticize())
    end)

    describe("verdicts", function()
        for _, case in ipairs(book.data.validity_cases) do
            it(case.name, function()
                local P = ABI.from_matrix(book:plain(case.input), "angular")
                book:same(P:is_physically_valid(), case.IsPhysicallyValid)
                assert.equal(case.IsPhysicallyValid, P:criticize() == nil)
            end)
        end

        it("zero is positive semi-definite: valid, though Drake reports it invalid", function()
            assert.is_true(ABI.from_matrix(Matrix(6, 6)):is_physically_valid())
            assert.is_true((ABI(SpatialInertia.zero())):is_physically_valid())
        end)
    end)

    teardown(function() book:close(2390) end)
end)
