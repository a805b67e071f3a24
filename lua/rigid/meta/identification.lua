---@meta rigid.identification
-- The typed reference: which parameters of a robot can be known, and what they are. How it is written: see module.lua.

local rigid = {}
local Model = {}

---Which combinations of the inertial parameters the torques of the model can tell, whatever the motion: its base parameters. Exact
---and without samples, by the recursive algorithm RPNA; where joints follow others, where there are loops, and where options ask
---for columns of what joints resist by, by the rank of sampled regressors, which the result says (sampled, note).
---
---options: floating, what the root stands on moves freely (its own ten parameters come in addition); gravity, another than the model's, or false
---for none; damping, friction, armature, offset: with columns of these, one for each freedom.
---
---The result has count, of (how many parameters there are) and the methods matrix() (B, count x 10 n, with torques Y π = Y_b (B π)
---where Y_b are the columns of Y whose parameters give the combinations their names), null_space() (10 n x rest: changes that move no torque), names() (the combinations, in words), and
---why(link, parameter): whether that parameter ("m", "mcx", .. "Izz") can be known, and if not, why, as a text; and the change that
---the text names, as a Vector (nil where it can be known). tostring lists the combinations.
---@param options? {floating?:boolean,gravity?:rigid.Vec3Like|boolean,damping?:boolean,friction?:boolean,armature?:boolean,offset?:boolean}
---@return table base
---Errors: refuses unknown options, and floating for a model that has to be sampled; no answer for a model without moving links.
---Source: Wensing, Niemeyer, Slotine, arXiv 1711.03896.
---Example:
---```lua
---local m = Model{gravity = {0, -9.81, 0}}
---local rod = SpatialInertia.thin_rod_about_end{mass = 1, length = 0.5, axis = {1, 0, 0}}
---m:add_body{name = "upper", joint = {type = "revolute", axis = {0, 0, 1}}, inertia = rod}
---m:add_body{name = "lower", parent = "upper", joint = {type = "revolute", axis = {0, 0, 1}}, inertia = rod, placement = {position = {0.5, 0, 0}}}
---local base = m:base_parameters()
---print(base.count, base:names()[1])
---print((base:why("lower", "mcx")))
-----> 6  Izz of 'upper' + 0.25 m of 'lower'
-----> mcx of 'lower' can be known by itself: no change of other parameters makes up for one of it
---```
function Model:base_parameters(options) end

---Whether two models answer every motion by the same torques at their joints: the same robot, up to transfers of mass that no joint
---feels, and up to where its frames were put. Asked of the torques themselves, over random motions; joint by joint in the order of the models, each
---against what its own torque is made of. Of models with loops, of the torques that are felt in what their loops leave.
---@param a rigid.Model
---@param b rigid.Model
---@return boolean same
---@return string sentence how near they are, or by how much they differ and which link to look at
---Errors: refuses what is no model.
---Example:
---```lua
---local function wheel(spread)
---    local m = Model{name = "wheel"}
---    m:add_body{name = "disc", joint = {type = "revolute", axis = {0, 0, 1}}, inertia = SpatialInertia{mass = 2, com = {0, 0, spread}, inertia = {0.1, 0.1, 0.2}}}
---    return m
---end
---print((rigid.same_dynamics(wheel(0), wheel(0.3))))  --> true
---```
function rigid.same_dynamics(a, b) end

---What logs of a robot tell of its parameters, gathered piece by piece: memory does not grow with the samples, so that ten million of them will do. add(log) takes a Log, or a
---table with t, q, v, tau and perhaps a, lists or Matrices with a sample in each row, as rigid.identify does; merge(other) what was gathered apart, of the same model; both
---return it. samples says how many there are. rigid.identify{observations = it, ..} estimates from them.
---
---said: model; damping, friction, armature, offset, stribeck, dead_zone, terms, as in rigid.identify; threads (1), which change no digit. Rows are kept as triangles by
---Householder's reflections, not as sums of products: these would keep half of the digits of what is weakly told.
---@param said {model:rigid.Model,damping?:boolean,friction?:boolean,armature?:boolean,offset?:boolean,stribeck?:number,dead_zone?:number,terms?:table<string,function>,threads?:integer}
---@return table observations
---Errors: refuses what rigid.identify refuses of models and logs, and to merge what has other columns.
---Example:
---```lua
---local m = Model()
---m:add_body{name = "disc", joint = {type = "revolute", axis = {0, 0, 1}}, inertia = SpatialInertia.solid_cylinder{mass = 2, radius = 0.3, length = 0.1}}
---local observed = rigid.observations{model = m}
---for piece = 0, 9 do
---    local log = {t = {}, q = {}, v = {}, a = {}, tau = {}}
---    for i = 1, 100 do
---        local t = piece + i / 100
---        log.t[i], log.q[i], log.v[i], log.a[i], log.tau[i] = t, {-math.cos(t)}, {math.sin(t)}, {math.cos(t)}, {0.09 * math.cos(t)}
---    end
---    observed:add(log)
---end
---local E = rigid.identify{observations = observed, gamma = 0}
---print(observed.samples, ("%.6f"):format(E:parameters()[10]))  --> 1000  0.090000
---```
function rigid.observations(said) end

---The parameters of a robot from its motions: the least of 1/(2m) |W (Y π - τ)|² + γ Σ D(J_i | J_i⁰), m rows, D the entropic divergence of each link from
---its prior, which by itself keeps every link a body that can exist; no solver is needed. With gamma = 0 it is weighted least squares, where what the
---data do not tell stays at the prior.
---
---said has model; either log (a Log, or a table with lists t, q, v, tau and perhaps a, or Matrices with a sample in each row; unless it has a, accelerations are
---those of v by the quartic through five samples), or Y and tau, the regressors of the samples one above the other, or observations (rigid.observations; these say the model, and
---which columns there are); and, all optional:
---prior, a Model or its ten parameters for each link (the model's own; of a link without bulk a ball of its mass takes the place); gamma (unless given, the
---largest that predicts a quarter of the samples, held out in blocks, as well as any); weights, 1/σ of each freedom (unless given, by the residuals of least
---squares, again and again); damping, friction, armature, offset, true for one column of each a freedom, to be estimated too (what the model
---says of the others is taken off the torques of a log; leave armature out where torques are measured behind the gear); stribeck, a speed u in rad/s or m/s: a column of
---friction more that falls off as exp(-(v/u)²); dead_zone, a speed within which the sign of v in both is v over it (0); terms, {name = function(q, v, a) .. end}: of each one number more, which is multiplied in the torque of each
---freedom by what the function returns, such as the rotor of a wrist's drive that turns with two joints; threads (1); fix, a list of links that are
---known; gaps, true where a log may have some, whose pieces are then taken each by itself; trust, true where the torques are right whatever the
---model's own figures say (a com on the wrong side, masses 50 times too light); payload, the name of a link: the robot is known, and the ten parameters of what that link holds are asked for, about the link's frame;
---bounds, least and greatest numbers by link and parameter, {forearm = {m = {1, 3}}}; within, ellipsoids by link beyond which it has no mass (density
---realisability), {forearm = {radii = {0.1, 0.1, 0.3}, placement = X}}, in the link's frame. With both goes D of what is left to each bound, so that the estimate never passes them.
---
---The result has gamma, weights, steps, samples, rank (how many combinations the data told, of base.count), singular_values (of the data's own
---regressor, columns of length one), path and held_out (residuals on what was held out, where gamma was chosen), and the methods parameters() (a Vector, ten a link; of a payload its ten),
---deviation() (standard deviations, infinite where a parameter is not told by itself), base_parameters() (a list of {name, value, deviation}),
---unobserved() (a list of {link, parameter, kept, sentence}), residuals() (RMS by freedom, not weighted), correlations(n) (the worst pairs),
---resistance() ({damping = {values, deviations}, ..}), terms() ({name = {value, deviation}, ..}), model(), save(path), report(path), one HTML page of it all that asks nothing of any network (plots need gnuplot,
---the view three.js), and of a payload verdict(), a sentence. tostring sums it up. From the shell: rigid identify --help.
---@param said {model:rigid.Model,log?:rigid.Log|table,Y?:rigid.Matrix,tau?:rigid.VectorLike,observations?:table,prior?:rigid.Model|rigid.VectorLike,gamma?:number,weights?:rigid.VectorLike,damping?:boolean,friction?:boolean,armature?:boolean,offset?:boolean,stribeck?:number,dead_zone?:number,terms?:table<string,function>,threads?:integer,fix?:rigid.BodyName[],payload?:rigid.BodyName,bounds?:table,within?:table,gaps?:boolean,trust?:boolean}
---@return table estimate
---Errors: refuses sizes that do not fit, a log that cannot be right (gaps, repeated times, NaN, degrees, exchanged columns or joints, v that is not how q changes, torques that
---were not measured or are of another sign or unit, samples that are held or stick out), each thing that is wrong in words, too few samples to choose gamma by, a prior beyond the bounds, and models with loops, whose forces no log has.
---Source: Lee, Wensing, Park 2020; Wensing, Kim, Slotine 2018 for ellipsoids.
---Example:
---```lua
---local m = Model()
---m:add_body{name = "rod", joint = {type = "revolute", axis = {0, 1, 0}}, inertia = SpatialInertia.thin_rod_about_end{mass = 2, length = 1}}
---local Y, tau = Matrix(20, 10), Vector(20)
---for i = 1, 20 do
---    local row = m:regressor({0.3 * i}, {1}, {i - 5})
---    for k = 1, 10 do Y:set(i, k, row(1, k)) end
---    tau:set(i, (row * m:parameters())[1])
---end
---local E = rigid.identify{model = m, Y = Y, tau = tau, gamma = 0}
---print(E.rank, #E:unobserved(), (E:parameters() - m:parameters()):norm() < 1e-9)  --> 3  7  true
---```
function rigid.identify(said) end

---A controller of a robot whose parameters are not known, which learns them as it goes: Slotine and Li's, tau = Y(q, v, v_r, a_r) π̂ - K s with
---s = v - v_r, v_r = v_d - λ (q - q_d), by the passive (Christoffel) factor, on any tree of joints whose numbers add. It is called as m:simulate's controllers are,
---c(t, q, v), also stepwise by hand. With continuous = true, and where neither friction nor limits, contacts, loops or events are to be watched, its estimate is
---integrated with the motion by the same stages; else at ticks, where it moves no farther than a divergence of 0.05.
---
---said: model, what is believed first; reference, a function of t that returns q, v, a; lambda (5) and K (10), numbers or one for each freedom; gamma (1), how slowly it learns;
---adaptation "natural" (unless given: every estimate stays a possible body, V = ½ sᵀHs + γ Σ D(J | Ĵ)) or "euclidean" (V = ½ sᵀHs + ½ γ |π̂ - π|²); composite, the
---weight of what filtered torques tell beside s, through a filter of rate filter (20 1/s): no accelerations are needed; damping, friction, armature: true to learn them too;
---what is not learned of these, and springs, counts as the model has it; bounds and within, as in rigid.identify: of the natural law, whose V they become part of, so
---that no estimate passes them where the first one does not.
---
---In place of a function reference may be a table {body=, target=, point=, posture=, damping=}: then target(t) returns the position, velocity and acceleration in the world's
---axes that a point of the body (its origin) is to have, and, where it is to turn with them, its Rotation, angular velocity and acceleration in the world's axes;
---lambda is one number, s = v - v_r with v_r the nearest to ẋ_d - λ e that the joints can do (damping, 1e-3, keeps them calm where they hardly can), and what they have
---left goes to the posture, a configuration.
---
---Methods: parameters(), the estimate (ten a link, then damping, friction, armature); model(); lyapunov(truth), V at the state where it was called last, if
---truth is the robot; dissipated(), ∫ sᵀ(K + D)s + composite |e|² so far (D: damping that is not learned), which with V is constant where nothing else acts; error(), the last s, t, q, v.
---@param said {model:rigid.Model,reference:function|table,lambda?:number|rigid.VectorLike,K?:number|rigid.VectorLike,gamma?:number,bounds?:table,within?:table,adaptation?:"natural"|"euclidean",composite?:number,filter?:number,damping?:boolean,friction?:boolean,armature?:boolean}
---@return table controller
---Errors: refuses a first estimate of rods, plates or points, or beyond its bounds, under the natural law, and a reference that returns something else.
---Source: Slotine & Li 1987, 1989; Lee, Kwon, Park 2018.
---Example:
---```lua
---local m = Model{name = "wheel"}
---m:add_body{name = "disc", joint = "revolute", inertia = SpatialInertia.solid_cylinder{mass = 2, radius = 0.3, length = 0.1}}
---local guess = m:copy():set_parameters(0.5 * m:parameters())
---local c = rigid.adaptive_controller{model = guess, reference = function(t) return {math.sin(t)}, {math.cos(t)}, {-math.sin(t)} end, gamma = 0.1}
---local before = (c(0, {0.5}, {0}) and c:lyapunov(m))
---m:simulate{q = {0.5}, duration = 1, dt = 0.01, controller = c, continuous = true}
---print(math.abs(c:lyapunov(m) + c:dissipated() - before) < 1e-9)  --> true
---```
function rigid.adaptive_controller(said) end

---A controller that knows the robot, to compare with one that learns: "computed_torque" (unless given), e'' + 2 λ e' + λ² e = 0; "pd_gravity", g(q) - K (e' + λ e);
---"passive", H a_r + C v_r + g - K s; with what springs, dampers, dry friction and rotors take (of "pd_gravity" springs alone). It is called as m:simulate's controllers are.
---@param said {model:rigid.Model,reference:function,law?:"computed_torque"|"pd_gravity"|"passive",lambda?:number|rigid.VectorLike,K?:number|rigid.VectorLike}
---@return function controller
---Errors: refuses unknown laws, gains that are not positive, and a reference that returns something else.
---Example:
---```lua
---local m = Model()
---m:add_body{name = "disc", joint = "revolute", inertia = SpatialInertia.solid_cylinder{mass = 2, radius = 0.3, length = 0.1}}
---local c = rigid.tracking_controller{model = m, reference = function(t) return {t}, {1}, {0} end, law = "passive"}
---print(c(0, {0}, {1}))  --> Vector 1: (0)
---```
function rigid.tracking_controller(said) end

---An observer of what pushes a robot, from its momentum, without accelerations: observe(t, q, v, tau) -> r, the generalized forces beside tau (which is held
---from then on) through a filter of rate gain (20 1/s). What joints resist by counts as a push; take m:passive_forces off where it should not.
---@param said {model:rigid.Model,gain?:number|rigid.VectorLike}
---@return function observe
---Errors: refuses gains that are not positive, and states that do not fit.
---Source: De Luca & Mattone 2003.
---Example:
---```lua
---local m = Model{gravity = {0, 0, 0}}
---m:add_body{name = "cart", joint = "prismatic", inertia = SpatialInertia.solid_cube{mass = 2, length = 1}}
---local observe, r = rigid.momentum_observer{model = m}, nil
---for i = 0, 1000 do r = observe(i * 1e-3, {0}, {i * 1e-3}, {0}) end -- it gathers 1 m/s each second: 2 N push
---print(("%.6f"):format(r[1]))  --> 2.000000
---```
function rigid.momentum_observer(said) end

---The regressor of Cᵀv - g, by which the momentum of the joints changes: d(H v)/dt = τ + Cᵀv - g, and Cᵀv - g = Q π. What filtered torques are
---predicted by, without accelerations.
---@param q rigid.VectorLike
---@param v rigid.VectorLike
---@return rigid.Matrix Q nv x 10 nbodies
---Errors: refuses what is not nq or nv finite numbers.
---Example:
---```lua
---local m = Model()
---m:add_body{name = "a", joint = "revolute", inertia = SpatialInertia.solid_cube{mass = 4, length = 1}}
---m:add_body{name = "b", parent = "a", joint = "universal", inertia = SpatialInertia.solid_cube{mass = 1, length = 1}}
---local q, v = m:random_state(1)
---local wanted = m:coriolis_matrix(q, v):transpose() * v - m:gravity_forces(q)
---print((m:momentum_rate_regressor(q, v) * m:parameters()):is_near(wanted))  --> true
---```
function Model:momentum_rate_regressor(q, v) end

---Columns of numbers from a file: commas, semicolons (then with decimal commas too), tabs or blanks between them, told by its first line; with a line of names or
---without; lines that begin with # or % are passed over, unless the last of them names the columns. A name may end in its unit, "q.elbow [deg]", or a line of units may
---follow: degrees, ms, mm and their like become ours, and one that is not known is refused unless units says what it is. An empty cell is NaN, a column of words stays one. The result has a list for each column by its name ("column 2" where it has none), and names, in their order.
---
---options: columns, names in place of the file's; units, by name of a column, a unit or a factor; separator, one character; progress, false for no bar.
---@param path rigid.Path
---@param options? {columns?:string[],units?:table,separator?:string,progress?:boolean}
---@return table columns
---Errors: file:line: cells that are no numbers in a column that has some, with their column; lines of another length; names that are there twice, or "names"; units that
---are not known; a file without numbers.
---Example:
---```lua
---local path = os.tmpname()
---io.open(path, "w"):write("t [ms],q [deg]\n0,0\n500,90\n"):close()
---local c = rigid.read_csv(path)
---print(c.names[2], c.t[2], c.q[2] == math.pi / 2)  --> q  0.5  true
---os.remove(path)
---```
function rigid.read_csv(path, options) end

---A log made ready for rigid.identify: q, v, tau (and a, where it has them) at even times, without what is faster than cutoff in each, and thinned to samples that tell
---something new, as { t, q, v, a, tau }, Matrices with a sample in each row. Filters count samples: where times are uneven, as those that a computer notes are, a filter alone
---leaves their noise in the accelerations. Pieces between gaps of more than a tenth of a cycle of the cutoff are taken each by itself, without a quarter of a cycle at its ends.
---
---options: cutoff in Hz; rate of the even times (that of the usual step); every, so many of them are thinned to one (2.5 samples for each cycle of the cutoff, but 1000 at least).
---@param log rigid.Log|table
---@param options {cutoff:number,rate?:number,every?:integer}
---@return table smooth
---Errors: refuses times that do not rise, what is not finite, quaternions, a cutoff not below half of the rate, and logs of gaps alone.
---Example:
---```lua
---local log = {t = {}, q = {}, v = {}, tau = {}}
---for i = 1, 200 do
---    local t = 0.01 * i + 0.002 * math.sin(7 * i)
---    log.t[i], log.q[i], log.v[i], log.tau[i] = t, {math.sin(t)}, {math.cos(t)}, {0}
---end
---local smooth = rigid.smooth_log(log, {cutoff = 5, every = 1})
---print(math.abs(smooth.a(100, 1) + math.sin(smooth.t[100])) < 2e-3)  --> true
---```
function rigid.smooth_log(log, options) end

---Numbers at times that rise, brought to even times by cubics between them, whose rates at a sample are those of the parabola through it and its neighbours.
---@param times number[]
---@param list number[]
---@param rate number Hz
---@return number[] even
---@return number[] times
---Errors: refuses times that do not rise, and lists of another length.
---Example:
---```lua
---local even, times = rigid.resample({0, 0.1, 0.3, 0.4}, {0, 0.2, 0.6, 0.8}, 5)
---print(#even, ("%.3f"):format(even[2]), times[3])  --> 3  0.400  0.4
---```
function rigid.resample(times, list, rate) end

---One of so many numbers, after what is too fast for them has been left out (rigid.low_pass at 0.4 of the new rate). Do it to both sides of an equation.
---@param list number[]
---@param factor integer
---@return number[] fewer
---Errors: refuses what is no list of finite numbers.
---Example:
---```lua
---local list = {}
---for i = 1, 100 do list[i] = 2 + (-1) ^ i end
---print(#rigid.decimate(list, 5), ("%.4f"):format(rigid.decimate(list, 5)[10]))  --> 20  2.0000
---```
function rigid.decimate(list, factor) end

---Where numbers stick out of their surroundings: the places of those that are farther from the median of the window (11) about them than so many deviations (5), told by
---the median of the distances from it. [Hampel 1974]
---@param list number[]
---@param options? {window?:integer,deviations?:number} window odd
---@return integer[] places
---Errors: refuses an even window, a list that is shorter, and what is no list of finite numbers.
---Example:
---```lua
---local list = {}
---for i = 1, 50 do list[i] = math.sin(0.1 * i) end
---list[20] = 9
---print(table.concat(rigid.outliers(list), " "))  --> 20
---```
function rigid.outliers(list, options) end

---A list of evenly sampled numbers without what is faster than cutoff: Butterworth's filter of that order (4, even), forwards and backwards, so that nothing
---is delayed; at the cutoff the amplitude is 0.71. Filter Y and τ alike before they are compared.
---@param list number[]
---@param options {rate:number,cutoff:number,order?:integer} Hz
---@return number[] filtered
---Errors: refuses what is no list of finite numbers, and a cutoff not below half of the rate.
---Example:
---```lua
---local noisy = {}
---for i = 1, 200 do noisy[i] = 1 + 0.5 * (-1) ^ i end
---print(("%.4f"):format(rigid.low_pass(noisy, {rate = 100, cutoff = 5})[100]))  --> 1.0000
---```
function rigid.low_pass(list, options) end

---A list of evenly sampled numbers, or a derivative of it, by polynomials of degree (3) fitted to window numbers about each; exact on such
---polynomials, to the ends. [Savitzky & Golay 1964]
---@param list number[]
---@param options {window:integer,degree?:integer,derivative?:integer,dt?:number} window odd; dt 1 unless given
---@return number[] smooth
---Errors: refuses an even window, a list that is shorter, and what is no list of finite numbers.
---Example:
---```lua
---local list = {}
---for i = 1, 9 do list[i] = (0.1 * i) ^ 2 end
---print(("%.6f"):format(rigid.savitzky_golay(list, {window = 5, derivative = 1, dt = 0.1})[3]))  --> 0.600000
---```
function rigid.savitzky_golay(list, options) end

---By how many samples, in parts of one, b lags behind a, and the correlation there: as torques behind the motion that they were measured with.
---@param a number[]
---@param b number[]
---@param most? integer how far to look, in samples
---@return number lag
---@return number correlation
---Errors: refuses lists of different lengths; no answer where a list does not change.
---Example:
---```lua
---local a, b = {}, {}
---for i = 1, 100 do a[i], b[i] = math.sin(0.2 * i), math.sin(0.2 * (i - 3)) end
---print(("%.1f"):format((rigid.delay(a, b, 10))))  --> 3.0
---```
function rigid.delay(a, b, most) end

---A motion that shows the base parameters well: Fourier series of the joints, at rest at the ends, within their limits at all times, that make the determinant of
---Y_bᵀ Y_b large (D-optimal), climbed along its analytic gradient. The result is called as a trajectory, motion(t) -> q, v, a, and has duration, log_det (of 20 samples a
---second, unless samples is given), condition (that of Y_b), meetings, the links that meet on the way, {first, second, t, depth} each, as far as capsules about their shapes tell, and note, the same in words;
---of the best climbs one without meetings is taken where there is one. It has the methods log(dt), a Log with the model's torques and accelerations a; save(path, dt), its CSV;
---coefficients().
---
---said: model; limits = {lower, upper, velocity, acceleration, effort}, numbers or one for each freedom (the model's own unless given; a joint
---without a range swings 1 rad or m, one that nothing slows moves by 1 rad/s or m/s); share of the limits (1); duration (10 s); harmonics (5); samples; starts (12), random ones, of
---which the best three are climbed from; steps (100) of a climb; seed (1).
---@param said {model:rigid.Model,limits?:table,share?:number,duration?:number,harmonics?:integer,samples?:integer,starts?:integer,steps?:integer,seed?:integer}
---@return table motion
---Errors: refuses models with ball joints, free flight or loops, limits that leave no room, and torques too small to stand still by.
---Source: Swevers, Ganseman, Tükel, De Schutter, Van Brussel 1997.
---Example:
---```lua
---local m = Model()
---m:add_body{name = "rod", joint = {type = "revolute", axis = {0, 1, 0}}, inertia = SpatialInertia.thin_rod_about_end{mass = 2, length = 1}}
---local motion = rigid.excitation{model = m, duration = 4, harmonics = 2, limits = {velocity = 2}, steps = 10}
---local q, v = motion(0)
---print(v[1] == 0, motion.condition > 1)  --> true  true
---```
function rigid.excitation(said) end
