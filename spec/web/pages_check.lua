-- The pages of `make web` in a headless Chromium, from the disk, under their own policy.
local browser = require "spec.support.browser"
local web = require "spec.support.web"

local why = browser.obstacle()

describe("the pages, from a disk", function()
    if why then
        pending("are not tried: " .. why)
        return
    end
    local page
    setup(function() page = browser.start() end)
    teardown(function() page:close() end)

    local function stop(text)
        page:run("terminal.submit(arguments[0])", text)
        os.execute "sleep 0.4"
        assert.is_true(page:run "return session.busy", text) -- it has not ended by itself
        return page:run [[const began = performance.now();
            session.stop();
            return new Promise(done => {
                const look = () => { if (session.worker !== window.worker0 || !session.busy) done(performance.now() - began); else setTimeout(look, 5); };
                window.worker0 = session.worker;
                look();
            })]]
    end

    it("the playground is ready within two seconds, and answers", function()
        assert.is_true(web.open(page, "playground.html"))
        local ready = tonumber(page:run "return document.body.dataset.ready")
        print(("the playground is ready after %d ms"):format(ready))
        assert.equal("2\n", web.enter(page, "1 + 1"))
        assert.same({}, page:complaints())
    end)

    it("stops a loop within a second, and the values stay", function()
        web.enter(page, "kept = 42")
        assert.is_true(stop "while true do end" < 1000)
        assert.is_true(web.wait(page, "return !session.busy"))
        assert.equal("42\n", web.enter(page, "kept"))
        assert.is_nil(page:run("return terminal.log.innerText"):find "its engine was ended")
    end)

    it("ends a long call of C within a second, and runs the entries before once more, with the files as they were", function()
        for _, script in ipairs {"first = 1", "second = 2"} do
            page:run("editor.value = arguments[0]; runScript()", script)
            assert.is_true(web.wait(page, "return !session.busy"))
        end
        assert.is_true(stop "string.rep('a', 1e6):find(('a*'):rep(30) .. 'b')" < 1000)
        assert.is_true(web.wait(page, "return !session.busy"))
        assert.equal("42\n", web.enter(page, "kept"))
        assert.equal("1\t2\n", web.enter(page, "print(first, second)"))
        assert.matches("run once more", page:run "return terminal.log.innerText")
    end)

    it("ends decompositions, batches, sorting and patterns within a second, and the values are there again", function()
        assert.is_true(web.open(page, "playground.html"))
        local before = {
            "A = Matrix(900, 900)", "for i = 1, 900 do for j = 1, 900 do A:set(i, j, math.sin(i * j)) end end",
            'm = rigid.load("spec/models/arm7.urdf")', "N = 100000", "Q, V = Matrix(N, m:nq()), Matrix(N, m:nv())",
            "list = {} for i = 1, 300000 do list[i] = math.sin(i) end",
        }
        for _, entry in ipairs(before) do assert.equal("", web.enter(page, entry)) end
        for _, long in ipairs {
            "for _ = 1, 100 do A:svd() end", "for _ = 1, 100 do m:inverse_dynamics_derivatives_batch(Q, V, V) end",
            "string.rep('a', 1e6):find(('a*'):rep(30) .. 'b')", "while true do table.sort(list, function(a, b) return a < b end) end",
        } do
            local took, began = stop(long), page:run "return performance.now()"
            assert.is_true(took < 1000, long)
            assert.is_true(web.wait(page, "return !session.busy"))
            print(("%s: ended after %.0f ms, all there again after %.0f more"):format(long, took, page:run "return performance.now()" - began))
            assert.equal("900\t100000\t300000\n", web.enter(page, "print(A:rows(), V:rows(), #list)"))
        end
        assert.same({}, page:complaints())
    end)

    it("keeps files that came later where the entries before are stopped while they run once more", function()
        assert.is_true(web.open(page, "playground.html"))
        for _, entry in ipairs {"a = 1", "t = os.clock() while os.clock() - t < 1 do end", "b = 2"} do web.enter(page, entry) end
        page:run "return drop([{path: 'later.txt', file: new File(['later'], 'later.txt')}])"
        web.enter(page, "c = 3")
        page:run "terminal.set(''); terminal.submit(\"string.rep('a', 1e6):find(('a*'):rep(30) .. 'b')\")"
        os.execute "sleep 0.4"
        page:run "session.stop()"
        assert.is_true(web.wait(page, "return !!session.replaying && !!session.current && (session.current.text || '').startsWith('t =')"))
        page:run "session.stop()"
        assert.is_true(web.wait(page, "return !session.busy"))
        assert.equal("1\tnil\tnil\n", web.enter(page, "print(a, b, c)"))
        assert.equal("later\n", web.enter(page, "print(io.open('later.txt'):read 'a')"))
        assert.matches("once more was stopped", page:run "return terminal.log.textContent")
        assert.same({}, page:complaints())
    end)

    it("takes hostile names as names, and hostile files as files", function()
        local names = {"<img src=x onerror=alert(1)>.urdf", "../../etc/passwd", "a\"]] os.exit() --.lua", "javascript:alert(1)", "\u{202e}gpj.exe", ".hidden", "a/b/../c.urdf", ""}
        page:run([[window.hurt = 0; window.alert = () => { window.hurt++; };
            return drop(arguments[0].map(name => ({path: name, file: new File(["<robot name='&lt;script>alert(1)&lt;/script>'><link name='a'/></robot>"], name)})));]], names)
        assert.is_true(web.wait(page, "return document.querySelectorAll('#files li').length === 1 + " .. #names)) -- and script.lua
        assert.equal(0, page:run "return document.querySelectorAll('#files img, #files script').length")
        page:run "[...document.querySelectorAll('#files .link')].find(link => link.textContent.startsWith('<img')).click()"
        local text = page:run "return terminal.field.value"
        assert.equal("", (web.enter(page, text):gsub("model '[^\n]*\n", "")))
        assert.equal(0, page:run "return window.hurt")
        assert.equal(0, page:run "return document.querySelectorAll('#terminal img').length")
    end)

    it("shows a model and follows its simulation", function()
        web.enter(page, 'p = rigid.Model{name = "p"}')
        web.enter(page, 'p:add_body{name = "bob", joint = {type = "revolute", axis = {0, 1, 0}}, inertia = SpatialInertia.solid_sphere{mass = 1, radius = 0.1}:shift{0, 0, 1}}')
        assert.equal("view of 'p': shown beside the prompt\n", web.enter(page, "rigid.view(p)"))
        assert.is_true(web.wait(page, "return !document.getElementById('view').hidden"))
        os.execute "sleep 1"
        page:run "window.poses = 0; const before = hears.pose; hears.pose = message => { window.poses++; before(message); };"
        web.enter(page, "log = p:simulate{q = {2}, duration = 30, dt = 0.001}")
        assert.is_true(page:run "return window.poses" > 0)
        assert.same({}, page:complaints())
    end)

    it("shares a script by its address, which is never run by itself", function()
        page:run("editor.value = arguments[0]; share()", 'print("von außen \u{1F916}")')
        local address = page:run "return byId('address').value"
        page:run "location.href = 'about:blank'"
        page:command("POST", "/url", {url = address})
        assert.is_true(web.wait(page, "return document.body.dataset.ready !== undefined"))
        assert.equal('print("von außen \u{1F916}")', page:run "return editor.value")
        assert.is_false(page:run "return byId('came').hidden")
        assert.is_nil(page:run("return terminal.log.innerText"):find "von au")
        page:run "byId('run').click()"
        assert.is_true(web.wait(page, "return terminal.log.innerText.includes('von außen \u{1F916}')"))
    end)

    it("shares a script of twenty kilobytes", function()
        local lines = {}
        for i = 1, 420 do lines[i] = ("q%d = {%.17g, %.17g}"):format(i, math.sin(i), math.cos(i * i)) end
        local script = table.concat(lines, "\n") .. "\nprint 'all of it'"
        assert.is_true(#script > 20000)
        page:run("editor.value = arguments[0]; share()", script)
        local address = page:run "return byId('address').value"
        page:run "location.href = 'about:blank'"
        page:command("POST", "/url", {url = address})
        assert.is_true(web.wait(page, "return document.body.dataset.ready !== undefined"))
        assert.equal(script, page:run "return editor.value")
        page:run "byId('run').click()"
        assert.is_true(web.wait(page, "return terminal.log.innerText.includes('all of it')"))
    end)

    it("shows fifty views one after another, and keeps none but the last", function()
        local OBJECT <const> = setmetatable({}, {__jsontype = "object"})
        local function ask(command) return page:command("POST", "/goog/cdp/execute", {cmd = command, params = OBJECT}) end
        local function kept(views)
            for _ = 1, views do web.enter(page, "rigid.view(m)") end
            assert.is_true(web.wait(page, "return byId('view').contentWindow !== null"))
            os.execute "sleep 1"
            ask "HeapProfiler.collectGarbage"
            return ask "Memory.getDOMCounters", ask "Runtime.getHeapUsage"
        end
        assert.is_true(web.open(page, "playground.html"))
        for _, entry in ipairs {"m = Model{}", "m:add_body{name = 'a', joint = 'revolute', inertia = SpatialInertia.unitary()}"} do web.enter(page, entry) end
        local few, heap = kept(5)
        local many, after = kept(50)
        assert.is_true(many.documents <= few.documents + 1, ("%d documents of %d"):format(many.documents, few.documents))
        assert.is_true(many.nodes < few.nodes + 50 * 40, ("%d nodes of %d"):format(many.nodes, few.nodes)) -- the lines of the entries themselves
        assert.is_true(after.usedSize < heap.usedSize + 5e6, ("%d bytes of %d"):format(after.usedSize, heap.usedSize))
    end)

    -- Of what stands in the page, what is there to be seen.
    local SHOWN <const> = [[return arguments[0].filter(name => {
        const box = document.querySelector(name).getBoundingClientRect();
        return box.width * box.height > 0; })]]

    it("?embed shows the prompt alone, and the view beside it once there is one", function()
        local parts = {"header", "#side", "#terminal"}
        assert.is_true(web.open(page, "playground.html"))
        assert.same(parts, page:run(SHOWN, parts))
        assert.is_true(web.open(page, "playground.html?embed"))
        assert.same({"#terminal"}, page:run(SHOWN, parts))
        assert.equal("2\n", web.enter(page, "1 + 1"))
        assert.is_nil(page:run("return terminal.log.innerText"):find "no such")
        for _, entry in ipairs {"m = Model{}", "m:add_body{name = 'a', joint = 'revolute', inertia = SpatialInertia.unitary()}", "rigid.view(m)"} do web.enter(page, entry) end
        assert.same({"#side", "#terminal"}, page:run(SHOWN, parts))
        assert.same({}, page:complaints())
    end)

    it("the doctor reads a file, shows its lines, and gives a mended one that is sound", function()
        assert.is_true(web.open(page, "doctor.html"))
        page:run "byId('example').click()"
        assert.is_true(web.wait(page, "return byId('text').textContent !== '' && !session.busy"))
        assert.is_true(web.wait(page, "return !byId('take').hidden")) -- one figure is surely a slip
        assert.matches("%+ *<inertia.*izz=\"0.0716719\"", page:run "return byId('diff').textContent")
        page:run "byId('unsure').click()"
        assert.is_true(web.wait(page, "return byId('diff').textContent.includes('0.00387971')"))
        assert.matches("2 cannot exist", page:run "return byId('verdict').textContent")
        local found = page:run "return byId('findings').textContent"
        assert.matches("torso", found)
        assert.matches("   10  .*<inertia ixx=\"0.137475\"", found)
        page:run "return drop([{path: 'again.urdf', file: new File([mended], 'again.urdf')}])"
        local verdict = page:run "return byId('verdict').textContent"
        assert.truthy(verdict:find "sound" or verdict:find "doubtful", verdict)
        assert.is_nil(verdict:find "cannot exist")
        assert.is_true(web.wait(page, "return !byId('view').hidden"))
        assert.same({}, page:complaints())
    end)

    it("the doctor bears what is no robot", function()
        local files = {"", "<robot>", "\0\1\2", "<sdf version='1.6'><model name='<b>x</b>'></model></sdf>", ("<a>"):rep(2000), "os.exit()"}
        for i, text in ipairs(files) do
            page:run("window.alert = () => { window.hurt = 1; }; return drop([{path: arguments[0], file: new File([arguments[1]], 'x')}])",
                ("<img src=x onerror=alert(%d)>.%s"):format(i, i == 6 and "lua" or "urdf"), text)
            assert.is_nil(page:run("return byId('verdict').textContent"):find "is looked at", text)
        end
        assert.is_true(page:run "return window.hurt === undefined")
        assert.equal(0, page:run "return document.querySelectorAll('#report img').length")
    end)

    it("runs the steps of a lesson where they stand, and keeps what was done", function()
        page:open(("%s/%s/doc/doc/lessons/01_spatial_vectors.html"):format(os.getenv "PWD", web.folder))
        assert.is_true(web.wait(page, "return window.rigidLive !== undefined"))
        local blocks = page:run "return rigidLive.blocks"
        assert.is_true(blocks >= 3)
        page:run "window.over = false; rigidLive.run(rigidLive.blocks - 1).then(() => { window.over = true; })"
        assert.is_true(web.wait(page, "return window.over", 40))
        assert.equal(blocks, page:run "return rigidLive.ran.size")
        assert.same({}, page:run [[const plain = text => text.replace(/\s+/g, ' ');
            const told = plain([...document.querySelectorAll('pre.code')].map(block => block.textContent).join(' ').replaceAll('-->', ' '));
            return [...document.querySelectorAll('#rigid_live .err')].map(said => plain(said.textContent.split('\n')[0])).filter(said => !told.includes(said));]]) -- a step that raises says so
        assert.same({}, page:complaints())
        page:open(("%s/%s/lessons.html"):format(os.getenv "PWD", web.folder))
        assert.matches(("%d of %d steps"):format(blocks, blocks), page:run "return document.querySelector('#lessons li').textContent")
    end)

    it("a lesson on a telephone has its code as wide as its text, and the buttons above it", function()
        page:resize(390, 844)
        page:open(("%s/%s/doc/doc/lessons/01_spatial_vectors.html"):format(os.getenv "PWD", web.folder))
        assert.is_true(web.wait(page, "return window.rigidLive !== undefined"))
        local widths = page:run [[return [...document.querySelectorAll("pre.code.lua")].map(block => {
            const button = block.parentElement.querySelector(".live-run").getBoundingClientRect();
            return [block.offsetWidth, button.bottom <= block.getBoundingClientRect().top]; })]]
        page:resize(1280, 800)
        assert.is_true(#widths >= 3)
        for _, one in ipairs(widths) do assert.same({true, true}, {one[1] > 330, one[2]}, one[1]) end
    end)

    it("the first page shows what there is in the first screen: a picture, a finding, a plot and the prompt", function()
        for _, size in ipairs {{1280, 800}, {390, 844}} do
            page:resize(table.unpack(size))
            page:open(("%s/%s/index.html"):format(os.getenv "PWD", web.folder))
            for _, part in ipairs {"img[src$='.png']", "#finding", "img[src$='.svg']", "#try"} do
                local top, bottom, left, right = table.unpack(page:run([[const box = document.querySelector(arguments[0]).getBoundingClientRect();
                    return [box.top, box.bottom, box.left, box.right];]], part))
                assert.is_true(top >= 0 and bottom <= size[2] and bottom > top + 90, ("%s: %g to %g of %d"):format(part, top, bottom, size[2]))
                assert.is_true(left >= 0 and right <= size[1], part)
            end
        end
        page:resize(1280, 800)
        assert.matches("✗ two_arms.urdf:10:85: torso", page:run "return document.getElementById('finding').textContent")
        assert.equal(4, page:run "return document.querySelectorAll('.way').length")
        assert.equal(2, page:run "return [...document.images].filter(i => i.naturalWidth > 0).length")
        assert.same({}, page:complaints())
    end)
end)
