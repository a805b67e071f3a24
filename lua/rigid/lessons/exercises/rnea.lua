-- The exercises of lesson 7: RNEA by hand.
local core = require "rigid.core"
local common = require "rigid.lessons.exercises.common"

local Rotation, Transform, Twist, SpatialAcc = core.Rotation, core.Transform, core.Twist, core.SpatialAcc
local num, halves, lines, two_rods = common.num, common.halves, common.lines, common.two_rods
local GRAVITY <const> = {0, -10, 0}
local BENT <const> = {0, math.pi / 2}
local made, exercise = common.begin()

exercise("7.1", "{tau1, tau2}", function(pick)
    local q1 = pick:one {0, 30, -30, 60, 90}
    local arm = two_rods(GRAVITY)
    local q = {math.rad(q1), math.pi / 2}
    local tau = arm:gravity_forces(q)
    local one = 60 * math.cos(q[1])
    return {
        text = ("The same arm stands still, with q1 = %s° and q2 = 90°: v = {0, 0}, a = {0, 0}. Which torques hold "
            .. "it?"):format(num(q1)),
        shape = "vector 2", answer = tau,
        mistakes = {
            {"gravity_sign", -1 * tau, "it would fall: the motors hold the arm up against gravity"},
            {"carry", {0.5 * one + tau[2], tau[2]}, "the shoulder carries what the elbow hands on too, and about the shoulder "
                .. "its force has the arm of link 1"},
        },
        hint = "Lift the base by 10 m/s²; nothing else moves. Each link then has f = M a with a = (0, 10) in the world's axes.",
        solution = lines("Each link needs a force of 60 N upwards at its middle. About the elbow, and then about the shoulder:",
            ("τ2 = 60 · 0.5 · cos(q1 + 90°) = %s, τ1 = 60 · 0.5 · cos q1 + 60 · (cos q1 + 0.5 cos(q1 + 90°)) = %s "
                .. "N m."):format(num(tau[2]),
                num(tau[1]))),
    }
end)

local function moving(pick)
    local v = {pick:number(1, 1, 4, 1), pick:number(2, 1, 4, 1)}
    local w1, w2 = v[1], v[1] + v[2]
    local v2 = Twist({w1, 0, 0}, {0, 0, w2})
    local a2 = SpatialAcc({10, 0, 0}, {0, 0, 0}) + SpatialAcc(v2:cross(core.SpatialMotion {angular = {0, 0, v[2]}}))
    return v, v2, a2
end

exercise("7.2", "SpatialAcc({ax, ay, 0}, {0, 0, alpha})", function(pick)
    local v, v2, a2 = moving(pick)
    local w1 = v[1]
    return {
        text = ("The same arm, now with v = {%s, %s} and a = {0, 0}, at q = {0, 90°}. Give the spatial acceleration of link 2 "
            .. "with gravity's lift, in its own axes, as in the text."):format(num(v[1]), num(v[2])),
        shape = "acceleration", answer = a2,
        mistakes = {
            {"joint_rate", SpatialAcc({10, 0, 0}, {0, 0, 0}), "v × S q̇ is missing: the joint's axis is carried along"},
            {"classical", a2 + SpatialAcc(v2:angular():cross(v2:linear()), {0, 0, 0}),
                "that is the classical acceleration of the elbow, with ω × v in it: the spatial one is without"},
            {"gravity", a2 - SpatialAcc({10, 0, 0}, {0, 0, 0}), "gravity's lift is missing: the base accelerates upwards, "
                .. "which is along x of link 2"},
            {"sign", SpatialAcc({10, w1 * v[2], 0}, {0, 0, 0}), "v × S q̇ has the wrong sign: it is (v_y, −v_x) times the "
                .. "joint's rate"},
            {"absolute_rate", SpatialAcc({10, -w1 * (v[1] + v[2]), 0}, {0, 0, 0}),
                "in v × S q̇ stands the rate of the joint, relative to link 1, not the link's own ω"},
            {"axes", SpatialAcc({w1 * v[2], 10, 0}, {0, 0, 0}), "that is in the axes of link 1: those of link 2 are a quarter "
                .. "turn further"},
        },
        hint = "X a1 + S a + v2 × S v: the first is the lift, (10, 0) in the axes of link 2; the second is nothing.",
        solution = lines(("v2 = (%s, 0; %s). a1 = (0, 10; 0), at the elbow in the axes of link 2 (10, 0; 0). The joint adds "
            .. "no acceleration,"):format(num(w1), num(v[1] + v[2])), ("but v2 × S q̇2 = (v_y, −v_x) q̇2 = (0, %s). Together "
            .. "(10, %s; 0)."):format(num(-w1 * v[2]), num(-w1 * v[2]))),
    }
end)

exercise("7.3", "{tau1, tau2}", function(pick)
    local v, v2, a2 = moving(pick)
    local arm, rod = two_rods(GRAVITY)
    local tau = arm:inverse_dynamics(BENT, v, {0, 0})
    local held = arm:gravity_forces(BENT)
    local X_12 = Transform(Rotation.quaternion(1, 0, 0, 1), {1, 0, 0})
    local first = rod * SpatialAcc {0, 10, 0, 0, 0, 0} + rod:bias_wrench(Twist {0, 0, 0, 0, 0, v[1]})
    local function torques(f2) return {(first + X_12 * f2):angular().z, f2:angular().z} end
    local plain = rod * a2
    local classical = rod * (a2 + SpatialAcc(v2:angular():cross(v2:linear()), {0, 0, 0})) + rod:bias_wrench(v2)
    return {
        text = ("And which two torques does it take then, with v = {%s, %s} and a = {0, 0} at q = {0, 90°}?"):format(num(v[1]),
            num(v[2])),
        shape = "vector 2", answer = tau,
        mistakes = {
            {"bias", torques(plain), "the wrench of link 2 is M a alone: v ×* M v is missing"},
            {"velocity", held, "that is what it takes at rest: the velocities are missing"},
            {"joint_rate", torques(rod * SpatialAcc {10, 0, 0, 0, 0, 0} + rod:bias_wrench(v2)),
                "v × S q̇ is missing in the acceleration of link 2"},
            {"classical", torques(classical), "the acceleration of link 2 is the classical one, with ω × v in it: then v ×* M "
                .. "v counts it twice"},
            {"gravity", tau - held, "gravity is missing"},
        },
        hint = "f2 = M a2 + v2 ×* M v2, τ2 is its moment; turn it, carry it to the shoulder, add f1.",
        solution = lines(("f2 = M a2 + v2 ×* M v2 = %s."):format(halves(rod * a2 + rod:bias_wrench(v2))),
            ("In the axes of link 1, about the shoulder: %s; of link 1 itself: "
                .. "%s."):format(halves(X_12 * (rod * a2 + rod:bias_wrench(v2))), halves(first)),
            ("τ1 = %s, τ2 = %s N m."):format(num(tau[1]), num(tau[2]))),
    }
end)

return made
