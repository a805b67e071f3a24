-- The prompt for a program: requests as lines of JSON on one descriptor, answers on another.
local program = require "spec.support.program"
local found, json = pcall(require, "dkjson")

-- Hand requests in; the answers by the number of their request, what was printed, and the exit code. texts: lines as they are.
local function session(requests)
    local lines, answers, printed, code = {}, {}, nil, nil
    for i, request in ipairs(requests) do
        if type(request) == "table" then
            request.id = i
            request = json.encode(request)
        end
        lines[i] = request
        answers[i] = {}
    end
    program.in_directory(function(directory)
        program.write_file(directory .. "/requests", table.concat(lines, "\n") .. "\n")
        printed, code = program.shell(("TMPDIR=%s %s --machine 3 4 3<%s/requests 4>%s/answers 2>&1"):format(directory, program.quote(program.path), directory, directory))
        for line in program.read_file(directory .. "/answers"):gmatch "[^\n]+" do
            local answer = json.decode(line)
            local list = answers[answer.id or 0] or {}
            answers[answer.id or 0] = list
            list[#list + 1] = answer
        end
    end)
    return answers, printed, code
end

describe("rigid --machine", function()
    if not found then
        it("answers", function() return pending "dkjson is not installed" end)
        return
    end

    it("runs entries, and tells the value of each, with what a page and a paper show", function()
        local answers, printed, code = session {
            {["do"] = "run", text = "x = 3; x\nprint 'printed'\nlocal y = 4"},
            {["do"] = "run", text = "x + y\nMatrix{{1, 2}, {3, 4}}"},
        }
        assert.equal(0, code)
        assert.equal("printed\n", printed)
        assert.equal("3", answers[1][1].value)
        assert.same({id = 1, done = true, ok = true}, answers[1][2])
        assert.equal("7", answers[2][1].value)
        assert.equal("Matrix 2x2\n  1  2\n  3  4", answers[2][2].value)
        assert.truthy(answers[2][2].html:find("<td>4</td>", 1, true))
        assert.equal("\\begin{bmatrix} 1 & 2 \\\\ 3 & 4 \\end{bmatrix}", answers[2][2].latex)
        assert.truthy(answers[2][3].ok)
    end)

    it("answers where a name has a hundred thousand letters, and more", function()
        local long = ("a"):rep(200000)
        local answers = session {
            {["do"] = "inspect", text = long .. "?"}, {["do"] = "complete", text = long}, {["do"] = "complete", text = long .. "?"},
            {["do"] = "complete", text = long .. "."}, {["do"] = "complete", text = long .. " = " .. (" "):rep(200000) .. "Spat"},
        }
        assert.is_false(answers[1][1].found)
        for i = 2, 4 do assert.is_table(answers[i][1].names) end
        assert.same({"SpatialAcc", "SpatialForce", "SpatialInertia", "SpatialMomentum", "SpatialMotion"}, answers[5][1].names)
    end)

    it("gives plots as pictures, and a view as a page in a frame that reaches nothing", function()
        local answers = session {
            {["do"] = "run", text = "rigid.plot({1, 4, 9}, {size = {60, 20}})"},
            {["do"] = "run", text = "m = Model{name = '\"><script>'}\nm:add_body{name = 'b', joint = 'revolute', inertia = SpatialInertia.unitary()}\nrigid.view(m)"},
        }
        assert.truthy(answers[1][1].svg:find 'width="540" height="360"', "its size is given in letters")
        assert.truthy(answers[1][1].svg:find "^<svg" and answers[1][1].svg:find "</svg>%s*$")
        assert.truthy(answers[1][2].ok, "and nothing else")
        local frame = answers[2][2].html
        if not answers[2][3].ok then return pending "three.js is not installed" end
        assert.truthy(frame:find('^<iframe sandbox="allow%-scripts" style="[^"]*" srcdoc="[^"]*"></iframe>$'))
    end)

    it("says what failed, where, and goes on", function()
        local answers, printed, code = session {
            {["do"] = "run", text = "a = 1\nVec3(1, 2):norm()\na = 2"}, {["do"] = "run", text = "a"}, {["do"] = "run", text = "for i = 1, 2 do"},
            {["do"] = "run", text = "error {}"},
        }
        assert.equal(0, code)
        assert.equal("", printed)
        assert.truthy(answers[1][1].complaint:find "Vec3" and answers[1][1].complaint:find("line 2", 1, true))
        assert.truthy(answers[1][2].complaint:find "not run")
        assert.falsy(answers[1][3].ok)
        assert.equal("1", answers[2][1].value)
        for i = 3, 4 do
            assert.is_string(answers[i][1].complaint)
            assert.falsy(answers[i][2].ok)
        end
    end)

    it("completes, tells of names, and knows what is not complete", function()
        local answers = session {
            {["do"] = "complete", text = "Vec3(1, 2, 3):cro"}, {["do"] = "inspect", text = "x = Vec3.cross("}, {["do"] = "inspect", text = "x = 1 + "},
            {["do"] = "complete?", text = "for i = 1, 2 do"}, {["do"] = "complete?", text = "x = 1\nx"}, {["do"] = "complete?", text = "x = = 1"},
        }
        assert.same({"cross"}, answers[1][1].names)
        assert.equal(#"Vec3(1, 2, 3):", answers[1][1].keep)
        assert.truthy(answers[2][1].found and answers[2][1].text:find "vector product")
        assert.falsy(answers[3][1].found)
        assert.same({"incomplete", "complete", "invalid"}, {answers[4][1].is, answers[5][1].is, answers[6][1].is})
    end)

    it("refuses what is no request, and ends when asked to", function()
        local answers, _, code = session {"no JSON", {["do"] = "dance", text = ""}, {["do"] = "run"}, {["do"] = "end"}, {["do"] = "run", text = "1"}}
        assert.equal(0, code)
        assert.truthy(answers[0][1].complaint:find "no request")
        assert.truthy(answers[2][1].complaint:find "dance")
        assert.is_string(answers[3][1].complaint)
        for _, i in ipairs {0, 2, 3} do -- whoever waits for the end of a run hears of it
            assert.equal(true, answers[i][1].done)
            assert.equal(false, answers[i][1].ok)
        end
        assert.same({}, answers[5])
    end)

    it("goes on after requests that nothing can read", function()
        local answers, _, code = session {("["):rep(200000), ('{"a":'):rep(150000), "[]", "null", "\0\255", {["do"] = "run", text = "6 * 7"}}
        assert.equal(0, code)
        assert.equal(5, #answers[0])
        for _, answer in ipairs(answers[0]) do assert.truthy(answer.complaint:find "no request") end
        local found_value = false
        for _, answer in ipairs(answers[6]) do found_value = found_value or answer.value == "42" end
        assert.truthy(found_value)
    end)

    it("answers in UTF-8 whatever bytes a value or an error has", function()
        local answers = session {
            {["do"] = "run", text = "'a\\xFFb\\xC3'"}, {["do"] = "run", text = "error '\\xF0\\x9F'"}, {["do"] = "run", text = "Model{name = 'caf\\xE9'}"},
        }
        assert.equal("a\u{FFFD}b\u{FFFD}", answers[1][1].value)
        assert.matches("^\u{FFFD}\u{FFFD}\n", answers[2][1].complaint)
        assert.matches("'caf\u{FFFD}'", answers[3][1].value)
    end)

    it("is stopped by Ctrl-C while it runs, and only then", function()
        program.in_directory(function(directory)
            program.shell("mkfifo " .. directory .. "/requests")
            local said = program.shell(([[
                exec 5<>%s/requests
                %s --machine 5 6 6>%s/answers & pid=$!
                echo '{"do":"run","id":1,"text":"while true do end"}' >&5
                for i in $(seq 300); do sleep 0.1; kill -INT $pid; grep -q interrupted %s/answers && break; done
                kill -INT $pid; sleep 0.1
                echo '{"do":"run","id":2,"text":"6 * 7"}' >&5
                echo '{"do":"end"}' >&5
                wait $pid; echo "code $?"]]):format(directory, program.quote(program.path), directory, directory))
            assert.truthy(said:find "code 0", said)
            local answers = program.read_file(directory .. "/answers")
            assert.truthy(answers:find '"complaint":"interrupted"' and answers:find '"value":"42"', answers)
        end)
    end)

    it("wants descriptors that are open", function()
        local _, err, code = program.run {"--machine", "98", "99"}
        assert.equal(2, code)
        assert.truthy(err:find("'98'", 1, true))
        _, err, code = program.run {"--machine", "5"}
        assert.equal(2, code)
        assert.truthy(err:find "two descriptors")
    end)
end)

describe("rigid jupyter", function()
    local here = select(2, program.shell "/usr/bin/python3 -c 'import ipykernel, nbclient, nbformat' 2>/dev/null") == 0

    it("installs a kernel, and takes it away again", function()
        if not found then return pending "dkjson is not installed" end
        program.in_directory(function(directory)
            local out, err, code = program.run {"jupyter", "--install", "--prefix", directory}
            assert.same({"", 0}, {err, code})
            assert.truthy(out:find(directory, 1, true))
            local kernel = json.decode(program.read_file(directory .. "/share/jupyter/kernels/rigid/kernel.json"))
            assert.equal(directory .. "/share/jupyter/kernels/rigid/kernel.py", kernel.argv[2])
            assert.equal(program.path, (kernel.env.RIGID:gsub("/%./", "/")))
            assert.equal(0, select(3, program.run {"jupyter", "--remove", "--prefix", directory}))
            assert.equal("", program.shell("find " .. directory .. " -name 'kernel*' -type f"))
            assert.equal(1, select(3, program.run {"jupyter", "--remove", "--prefix", directory}))
        end)
        assert.equal(2, select(3, program.run {"jupyter"}))
    end)

    local BOOKS = [[
import glob, os, nbformat
from nbclient import NotebookClient
cells = ["M = SpatialInertia.unitary(); M", "for i = 1, 300 do print(i) end", "M:shfit(1)", "M:mass()", "('caf\\xE9')"]
def run(name, book):  # where the notebook is, as Jupyter does
    place = {"metadata": {"path": os.path.dirname(name) or "."}}
    NotebookClient(book, kernel_name="rigid", timeout=100, allow_errors=True, resources=place).execute()
    for cell in book.cells:
        outputs = []
        for o in cell.get("outputs", []):  # what is printed comes in as many pieces as it was read in: a page shows them as one
            if o.output_type == "stream" and outputs and outputs[-1].output_type == "stream" and outputs[-1].name == o.name:
                outputs[-1].text += o.text
            else:
                outputs.append(o)
        for o in outputs:
            print(name, o.output_type, repr(o.get("data", {}).get("text/plain") or o.get("text") or o.get("traceback")), "text/html" in o.get("data", {}), o.get("data", {}).get("text/latex", "")[:32])
run("tried", nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(text) for text in cells]))
for path in sorted(glob.glob("examples/notebooks/*.ipynb")):
    run(path, nbformat.read(path, 4))
]]

    -- Cells that never end: in protected calls, and in a call that hears no interrupt, where the second ends the program. What runs when
    -- the kernel itself is ended goes with it.
    local INTERRUPTED <const> = [[
import os, time
from jupyter_client.manager import start_new_kernel
manager, client = start_new_kernel(kernel_name="rigid")
def told(text, interrupt=False):
    sent, shown = client.execute(text, stop_on_error=False), []
    if interrupt:
        time.sleep(1)
        manager.interrupt_kernel()
    while True:
        if shown and "interrupt once more" in shown[-1]:
            manager.interrupt_kernel()
            shown.pop()
        message = client.get_iopub_msg(timeout=60)
        if message["parent_header"].get("msg_id") != sent:
            continue
        kind, content = message["msg_type"], message["content"]
        if kind == "error":
            shown.append("error " + " ".join(content["traceback"]))
        elif kind == "display_data" or kind == "execute_result":
            shown.append(content["data"]["text/plain"])
        elif kind == "stream":
            shown.append(content["text"])
        elif kind == "status" and content["execution_state"] == "idle":
            break
    print(repr(" ".join(shown)))
told("kept = 5")
told("while true do end", True)
told("while true do pcall(function() while true do end end) end", True)
told("(('a'):rep(40)):find(('a?'):rep(40) .. ('a'):rep(40))", True)
told("kept")
told("_, usual = debug.getupvalue(string.find, 1); usual(('a'):rep(40), ('a?'):rep(40) .. ('a'):rep(40))", True)
told("kept == nil")
client.execute("print(io.open '/proc/self/stat':read 'n') while true do end")
pid = None
while pid is None:
    message = client.get_iopub_msg(timeout=60)
    pid = message["msg_type"] == "stream" and int(message["content"]["text"]) or None
client.stop_channels()
manager.shutdown_kernel(now=True)
def runs():
    try:
        return open("/proc/%d/stat" % pid).read().split(") ")[-1][0] not in "ZX"
    except OSError:
        return False
for _ in range(600):
    if runs():
        time.sleep(0.1)
print("runs on" if runs() else "gone")
if runs():
    os.kill(pid, 9)
]]

    it("hears an interrupt in a cell that never ends, and keeps what was there", function()
        if not here then return pending "ipykernel and nbclient are not installed" end
        program.in_directory(function(directory)
            assert.equal(0, select(3, program.run {"jupyter", "--install", "--prefix", directory}))
            program.write_file(directory .. "/interrupted.py", INTERRUPTED)
            local said = program.shell(("JUPYTER_PATH=%s/share/jupyter HOME=%s timeout 300 /usr/bin/python3 -W ignore %s/interrupted.py 2>/dev/null"):format(directory, directory, directory))
            assert.equal("''\n'error interrupted'\n'error interrupted'\n'error interrupted'\n'5'\n"
                .. "'error what ran did not end by itself, so its session was ended; the next cell begins a new session'\n'true'\ngone\n", said)
        end)
    end)

    it("runs the cells of notebooks, those of the examples among them", function()
        if not here then return pending "ipykernel and nbclient are not installed" end
        program.in_directory(function(directory)
            assert.equal(0, select(3, program.run {"jupyter", "--install", "--prefix", directory}))
            program.write_file(directory .. "/books.py", BOOKS)
            local said = program.shell(("JUPYTER_PATH=%s/share/jupyter HOME=%s TMPDIR=%s /usr/bin/python3 -W ignore %s/books.py 2>/dev/null")
                :format(directory, directory, directory, directory))
            local tried, examples = {}, {}
            for line in said:gmatch "[^\n]+" do table.insert(line:find "^tried" and tried or examples, line) end
            assert.truthy(tried[1]:find("^tried display_data 'SpatialInertia.*True %$\\displaystyle \\begin{bmatrix} 1$"), said)
            assert.truthy(tried[2]:find "^tried stream '1\\n2\\n.*\\n300\\n' False", said)
            assert.equal("tried display_data 'caf\u{FFFD}' False ", tried[5])
            assert.truthy(tried[3]:find "^tried error.*did you mean 'shift'", said)
            assert.equal("tried display_data '1.0' False ", tried[4])
            assert.truthy(#examples > 17, said)
            for _, line in ipairs(examples) do
                local without = line:find("libjs-three", 1, true) -- of the view, where that is not installed
                assert.falsy(line:find("ipynb error", 1, true) and not without or line:find "ipynb stream", line)
            end
            assert.truthy(said:find("every link possible", 1, true))
        end)
    end)
end)
