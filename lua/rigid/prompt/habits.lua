-- Habits of other languages: what Python, MATLAB, C or a shell would have understood, in one line of what it is here. For texts
-- that do not compile, and for names that have no value.
local tokens = require "rigid.prompt.tokens"

local habits = {}

-- ---- texts that do not compile --------------------------------------------------------------------------------------

local FIRST <const> = { -- by the first word
    import = "modules are loaded by require \"name\"; rigid and its classes are loaded already",
    from = "modules are loaded by require \"name\"; rigid and its classes are loaded already",
    using = "modules are loaded by require \"name\"; rigid and its classes are loaded already",
    include = "modules are loaded by require \"name\"; rigid and its classes are loaded already",
    def = "a function is: function f(x) return x end",
    fn = "a function is: function f(x) return x end",
    func = "a function is: function f(x) return x end",
    lambda = "a function without a name is: function(x) return x end",
    class = "there are no classes: a table with a metatable is the nearest",
    try = "errors are caught by pcall: ok, err = pcall(function() ... end)",
    elif = "it is elseif ... then",
    let = "it is local x = 3, or x = 3",
    var = "it is local x = 3, or x = 3",
    const = "it is local x <const> = 3",
    switch = "there is no switch: if ... then ... elseif ... then ... end",
    del = "a name is taken away by x = nil",
    clear = "a name is taken away by x = nil; Ctrl-L clears the screen",
    print = "print needs parentheses: print(x)",
    disp = "the name alone shows its value", help = "it is ?name, or help(name)", doc = "it is ?name", man = "it is ?name",
    clc = "Ctrl-L clears the screen", syms = "there is no symbolic algebra", figure = "pictures are drawn by rigid.plot",
    cd = "directories are changed before rigid is started",
    ls = "files are listed by os.execute \"ls\"",
    rigid = "commands are for the shell; here they are functions: ?load, ?view",
    pip = "that is for the shell", apt = "that is for the shell", make = "that is for the shell", git = "that is for the shell",
}

local PAIRS <const> = { -- two signs that touch
    ["!="] = "not equal is ~=", ["**"] = "power is ^", ["&&"] = "the operator is and", ["||"] = "the operator is or", ["++"] = "it is x = x + 1",
    ["+="] = "it is x = x + 1", ["-="] = "it is x = x - 1", ["*="] = "it is x = x * 2", ["/="] = "it is x = x / 2; not equal is ~=",
    [":="] = "assignment is =", ["=>"] = "a field is name = value", ["->"] = "a method is called by :", ["<>"] = "not equal is ~=",
    ["./"] = "operators of matrices and vectors are plain: a / 2", [".*"] = "operators of matrices and vectors are plain: a * 2",
    [".^"] = "there is no power by entries: write a loop",
}

local SIGNS <const> = {
    ["!"] = "not is a word: not x; a command of the shell: os.execute \"ls\"",
    ["#"] = "a comment begins with --; #x is a length", ["%"] = "a comment begins with --; a script is run by dofile \"name.lua\"",
    ["?"] = "a choice is: condition and a or b", ["\\"] = "there is no left division: A:solve(b)", ["@"] = "a function is: function(x) return x end",
    ["'"] = "a transpose is A:transpose()", ["$"] = "names have letters, digits and _",
}

local BLOCKS <const> = {
    ["for"] = "a loop is: for i = 1, 3 do ... end", ["while"] = "a loop is: while condition do ... end",
    ["if"] = "a choice is: if condition then ... else ... end", ["else"] = "it is else ..., without a colon",
}

-- Signs and words that no entry begins with.
local BETWEEN <const> = {}
for sign in ("+ * / // ^ .. == ~= < > <= >= and or"):gmatch "%S+" do BETWEEN[sign] = true end

-- What is said of two signs that touch, such as != and +=; nil of others.
local function of_pair(a, b)
    local touch = a and b and a.kind == "sign" and b.kind == "sign" and a.last + 1 == b.first
    return touch and PAIRS[a.text .. b.text] or nil
end

-- What the whole text shows, where no single word does: a pattern, what is meant, and in some what the text must not have.
local SHAPES <const> = {
    {"%f[%w_]lambda%f[^%w_][%w_, ]*:", "a function without a name is: function(x) return x end"},
    {"^%s*for%s*%(", "a loop is: for i = 1, 3 do ... end"},
    {"^%s*for%s+[%w_]+%s*=%s*[%w_.%-]+%s*:", "a loop is: for i = 1, 10 do ... end"},
    {"^%s*for%s.*:%s+%S", "a loop is: for i, x in ipairs(list) do ... end", "%f[%w_]do%f[^%w_]"},
    {"^%s*while%s.*:%s+%S", "a loop is: while condition do ... end", "%f[%w_]do%f[^%w_]"},
    {"^%s*while%s*%(.*%)%s*{", "a loop is: while condition do ... end"},
    {"^%s*if%s.*:%s+%S", "a choice is: if condition then ... end", "%f[%w_]then%f[^%w_]"},
    {"^%s*if%s*%(.*%)%s*{", "a choice is: if condition then ... end"},
    {"%f[%w_]if%f[^%w_].*%f[%w_]else%f[^%w_]", "a choice is: x = condition and a or b", "%f[%w_]then%f[^%w_]"},
    {"^%s*if%s[^=~<>]*[^=~<>]=[^=]", "equal is =="}, {"^%s*while%s[^=~<>]*[^=~<>]=[^=]", "equal is =="},
    {"^%s*function%s+[%w_%[%], ]+=", "a function is: function f(x) return y end"},
    {"[%w_%)%]]%[[^%[%]{}\"']*,[^%[%]]*%]", "an entry is A(i, j), or A[i][j]"},
    {"^%s*[%w_.]+%b()%s*=[^=]", "an entry is set by A:set(i, j, x), or v[i] = x"},
    {"[%w_]%([^{}]*%f[%w_][%a_][%w_]*%s*=[^=]", "options with names stand in braces: f{name = value}"},
    {"^%s*[%a_][%w_]*[.:][%w_.:]+%s+[%a_][%w_.]*%s*$", "arguments stand in parentheses: f(x)"},
    {"^%s*//", "a comment begins with --"},
    {"^%s*[{\"'].*[}\"']%s*[%[:.]", "what is written out stands in parentheses: ({1, 2, 3})[1], (\"abc\"):upper()"},
    {"[%w_%)%]]%[[^%[%]{}\"']*:[^%[%]]*%]", "a part of a vector is v:block(i, count), of a matrix A:block(i, j, rows, columns)"},
}

local function of_shape(text)
    for _, shape in ipairs(SHAPES) do
        if text:find(shape[1]) and not (shape[3] and text:find(shape[3])) then return shape[2] end
    end
end

-- Whether the bracket at list[i] would begin a list: nothing that could be indexed stands before it.
local function begins_list(list, i)
    local before = list[i - 1]
    return list[i].text == "[" and (not before or before.kind == "sign" and not before.text:find "[%)%]}]" or before.text == "return")
end

-- What is said of the word at list[i], if it is one that no text of Lua has there.
local function of_word(list, i, at)
    local word, after = list[i], list[i + 1]
    if word.kind ~= "sign" then return nil end
    if word.text:find "[\x80-\xFF]" then return "names have the letters a to z, digits and _: pi, theta" end
    local pair = of_pair(word, after)
    if pair then return pair end
    if begins_list(list, i) then return "a list is {1, 2, 3}; a matrix Matrix{{1, 2}, {3, 4}}" end
    if word.text == "@" and i > 1 and not list[i - 1].text:find "^[=(,{]" then return "a product is A * b" end
    return word.first == at and SIGNS[word.text] or nil
end

-- Of a line of another language that Lua would wait for the rest of; nil of any other.
function habits.of_waiting(text)
    local foreign = text:find "%f[%w_]lambda%f[^%w_][%w_, ]*:" or text:find "^%s*%a+%s.*:%s+%S" or text:find "^%s*[iw][fh][%a]*%s*%(.*%)%s*{%s*$"
    return foreign and of_shape(text) or nil
end

-- What a text that does not compile may have meant; at: where the compiler stopped. nil where nothing is known.
function habits.of_text(text, at)
    local list = tokens.of(text)
    local first, second, last = list[1], list[2], list[#list]
    if not first then return nil end
    if first.text == "for" and text:find "%f[%w_]in%s+range%f[^%w_]" then return "a loop over numbers is: for i = 1, 3 do ... end" end
    if BLOCKS[first.text] and last.text == ":" then return BLOCKS[first.text] end
    local calls = second and (second.text == "(" or second.text == "=" or second.text == "." or second.text == ":")
    local quoted = second and second.kind == "string" -- print "hello" is a call
    if FIRST[first.text] and not calls and not quoted then return FIRST[first.text] end
    for i, word in ipairs(list) do
        if at and word.first > at then break end
        local said = of_word(list, i, at)
        if said then return said end
    end
    local shape = of_shape(text)
    if shape then return shape end
    for i, word in ipairs(list) do
        local pair = of_pair(word, list[i + 1])
        if pair then return pair end
    end
    if BETWEEN[first.text] and at == first.first then return ("what goes on in the next line ends with its %s: x = a %s"):format(first.text, first.text) end
    if at and text:sub(at, at) == "'" and text:find "^[%w_%)%]]'" then return SIGNS["'"] end
    if text:find "[%w_%)%]]'%s*$" and select(2, text:gsub("'", "")) == 1 then return SIGNS["'"] end
end

-- ---- angles ---------------------------------------------------------------------------------------------------------

local TURN <const> = 2 * math.pi * 1.001 -- 6.2832 is a turn
local TURNS <const> = {rpy = true, x = true, y = true, z = true, axis_angle = true, euler = true} -- functions of Rotation

-- The largest number written out between the bracket at list[i] and the one that ends it.
local function largest_between(list, i)
    local most, depth = 0, 0
    for k = i, #list do
        depth = depth + (list[k].text:find "^[({]$" and 1 or list[k].text:find "^[)}]$" and -1 or 0)
        if depth == 0 then break end
        local called = list[k - 1].kind == "name" or list[k].kind == "name" -- math.rad(90)
        if called and k > i then return nil end
        if list[k].kind == "number" then most = math.max(most, tonumber(list[k].text) or 0) end
    end
    return most
end

-- Where the angles of the word at list[i] stand: behind rpy =, and in the call of a function of Rotation.
local function angles_after(list, i)
    local before, after, third = list[i - 2], list[i + 1], list[i + 2]
    if not third or list[i].kind ~= "name" then return nil end
    if list[i].text == "rpy" and after.text == "=" and third.text == "{" then return i + 2 end
    return TURNS[list[i].text] and before and before.text == "Rotation" and after.text == "(" and i + 1 or nil
end

-- What is said of angles in a text that are no radians, as they were typed; nil where there are none.
function habits.of_angles(text)
    if not text:find "rpy" and not text:find "Rotation" then return nil end
    local list = tokens.of(text)
    for i = 1, #list do
        local at = angles_after(list, i)
        local most = at and largest_between(list, at)
        if most and most > TURN then return ("angles are in rad, and %g is %.3g turns: math.rad(%g) is %g°"):format(most, most / (2 * math.pi), most, most) end
    end
end

-- ---- names ----------------------------------------------------------------------------------------------------------

local NAMES <const> = {
    np = "there is no numpy: Vector{1, 2, 3} and Matrix{{1, 2}, {3, 4}} are built in",
    numpy = "there is no numpy: Vector{1, 2, 3} and Matrix{{1, 2}, {3, 4}} are built in",
    plt = "curves are drawn by rigid.plot and log:plot", pin = "rigid.load \"robot.urdf\" gives the model; its methods are the algorithms",
    pinocchio = "rigid.load \"robot.urdf\" gives the model; its methods are the algorithms",
    clear = "Ctrl-L clears the screen; x = nil takes a name away", clc = "Ctrl-L clears the screen", cls = "Ctrl-L clears the screen",
    ls = "files are listed by os.execute \"ls\"", dir = "the fields of a value: type it and a point, then Tab", pwd = "os.getenv \"PWD\" says where",
    cd = "directories are changed before rigid is started", man = "help is ?name; ??words searches", doc = "help is ?name; ??words searches",
    whos = "it is who", vars = "it is who", locals = "it is who", globals = "it is who", undo = "there is no undo: history lists what was entered",
    True = "it is true", False = "it is false", None = "it is nil", null = "it is nil", NULL = "it is nil", undefined = "it is nil",
    nan = "it is 0/0", NaN = "it is 0/0", inf = "it is math.huge", Inf = "it is math.huge", infinity = "it is math.huge",
    len = "it is #x", length = "it is #x", size = "of a list #x, of a matrix A:rows() and A:cols()", range = "a loop is: for i = 1, 3 do ... end",
    str = "it is tostring(x)", int = "it is math.floor(x) or x // 1", float = "it is tonumber(x)", round = "it is math.floor(x + 0.5)",
    pow = "it is x ^ y", power = "it is x ^ y", sum = "it is a method: v:sum()", mean = "it is a method: v:mean()",
    array = "a list is {1, 2, 3}; Vector{1, 2, 3}, Matrix{{1, 2}, {3, 4}}", zeros = "it is Vector.zeros(n) or Matrix.zeros(rows, columns)",
    ones = "it is Vector.ones(n) or Matrix.ones(rows, columns)", diag = "it is Matrix.diagonal(list)", linspace = "it is Vector.linspace(a, b, n)",
    eye = "it is Matrix.identity(n)", norm = "it is a method: v:norm()", cross = "it is a method: a:cross(b)", dot = "it is a method: a:dot(b)",
    inv = "it is a method: A:inverse(), or A:solve(b)", transpose = "it is a method: A:transpose()", det = "it is a method: A:determinant()",
    deg2rad = "it is math.rad(x)", rad2deg = "it is math.deg(x)", radians = "it is math.rad(x)", degrees = "it is math.deg(x)",
    open = "it is io.open(path)", input = "it is io.read()", exec = "it is load(text)()", eval = "it is load(text)()",
    atan2 = "it is math.atan(y, x)", e = "it is math.exp(1)", ["ln"] = "it is math.log(x)", log10 = "it is math.log(x, 10)",
    tic = "time(f, ...) says how long a call takes", toc = "time(f, ...) says how long a call takes", timeit = "it is bench(f, ...)",
    plot = "it is rigid.plot, or log:plot of a simulation", figure = "pictures are drawn by rigid.plot, one a call",
    hold = "several curves go into one rigid.plot", disp = "the name alone shows its value; in scripts print(x)",
    printf = 'it is print(("%g"):format(x))', fprintf = 'it is print(("%g"):format(x))', sprintf = 'it is ("%g"):format(x)',
    eig = "it is a method: A:eigen(), A:eigen_symmetric()", eigh = "it is a method: A:eigen_symmetric()", svd = "it is a method: A:svd()",
    pinv = "it is a method: A:pinv()", expm = "it is a method: A:expm()", rank = "it is a method: A:rank()", trace = "it is a method: A:trace()",
    chol = "it is a method: A:cholesky()", lstsq = "it is a method: A:solve(b)", solve = "it is a method: A:solve(b)",
    kron = "it is a method: A:kron(B)", numel = "it is #x", append = "it is list[#list + 1] = x", sleep = 'it is os.execute "sleep 1"',
    rotx = "it is Rotation.x(angle), in rad", roty = "it is Rotation.y(angle), in rad", rotz = "it is Rotation.z(angle), in rad",
    eul2rotm = "it is Rotation.euler(order, a, b, c)", quat2rotm = "it is Rotation.quaternion(w, x, y, z)",
    rotm2eul = "it is R:euler(order)", rotm2quat = "it is R:quaternion()", SE3 = "it is Transform", SO3 = "it is Rotation", Pose = "it is Transform",
    Quat = "it is Quaternion", Inertia = "it is SpatialInertia", Robot = 'it is Model; a file is loaded by rigid.load "robot.urdf"',
    mujoco = 'rigid.load "robot.xml" gives the model; its methods are the algorithms', mj_step = "it is m:step, or m:simulate{...}",
    plant = 'rigid.load "robot.urdf" gives the model; its methods are the algorithms',
    importrobot = 'it is rigid.load "robot.urdf"', loadrobot = 'it is rigid.load "robot.urdf"', load_urdf = 'it is rigid.load "robot.urdf"',
    ode45 = "it is rigid.ode(f, x0, t)", fsolve = "it is rigid.find_root", fminsearch = "it is rigid.minimize", lsqnonlin = "it is rigid.least_squares",
    quad = "there is no quadrature: rigid.ode integrates", dlqr = "it is rigid.lqr",
}

-- Kinds of plots that are functions elsewhere.
for word, said in pairs {
    hist = '{y = list}, {style = "histogram"}', histogram = '{y = list}, {style = "histogram"}', scatter = '{x = .., y = ..}, {style = "points"}',
    bar = '{y = list}, {style = "bars"}', semilogx = '{x = .., y = ..}, {x_scale = "log"}', semilogy = '{x = .., y = ..}, {y_scale = "log"}',
    loglog = '{x = .., y = ..}, {x_scale = "log", y_scale = "log"}', imagesc = "{z = Matrix}", imshow = "{z = Matrix}", heatmap = "{z = Matrix}",
    plot3 = "{x = .., y = .., z = ..}", fill_between = "{x = .., y = .., fill = ..}", xlim = "list, {x_limits = {low, high}}",
    ylim = "list, {y_limits = {low, high}}", yline = "list, {y_lines = 1}", xline = "list, {x_lines = 1}",
} do
    NAMES[word] = ("it is rigid.plot(%s)"):format(said)
end

-- What an unknown global may have meant; nil where nothing is known.
function habits.of_name(name)
    local found = NAMES[name]
    if found then return found end
    if type(rawget(math, name)) == "function" or name == "pi" then return ("it is math.%s"):format(name) end
end

return habits
