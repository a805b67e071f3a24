-- The engine of build/web under node, and its pages in a headless Chromium, for the checks of `make check-web`.
local program = require "spec.support.program"

local web = {folder = "build/web"}

-- Give the engine messages (tables); a list of what it says.
function web.tell(messages)
    local json = require "dkjson"
    local lines = {'{"kind":"open","columns":80}'}
    for _, message in ipairs(messages) do lines[#lines + 1] = json.encode(message) end
    local input = os.tmpname()
    program.write_file(input, table.concat(lines, "\n") .. "\n")
    local text = program.shell(("node spec/support/web_bench.js %s <%s 2>&1"):format(web.folder, program.quote(input)))
    os.remove(input)
    local said = {}
    for line in text:gmatch "[^\n]+" do
        local message = json.decode(line)
        if type(message) ~= "table" then error("the engine says " .. text, 2) end
        said[#said + 1] = message
    end
    return said
end

-- What each of the entries printed, the errors too; and all messages.
function web.answers(entries, before)
    local messages = table.move(before or {}, 1, #(before or {}), 1, {})
    for _, entry in ipairs(entries) do
        messages[#messages + 1] = type(entry) == "string" and {kind = "line", text = entry} or entry
    end
    local said, answers, at = web.tell(messages), {}, 0
    for _, message in ipairs(said) do
        if message.kind == "prompt" then
            at = at + 1
            answers[at] = ""
        elseif (message.kind == "out" or message.kind == "err") and at > 0 then
            answers[at] = answers[at] .. message.text
        end
    end
    return answers, said
end

-- A page of the folder in a browser, once its engine is ready.
function web.open(page, name)
    page:open(("%s/%s/%s"):format(os.getenv "PWD", web.folder, name))
    return web.wait(page, "return typeof session === 'undefined' || document.body.dataset.ready !== undefined")
end

-- Whether a script of the page says true within so many seconds.
function web.wait(page, script, seconds)
    for _ = 1, (seconds or 20) * 20 do
        if page:run(script) == true then return true end
        os.execute "sleep 0.05"
    end
    return false
end

-- Enter a text at the prompt of the page (its `terminal` and `session`); what was printed and complained of since, once it has run.
function web.enter(page, text)
    return page:run([[const from = terminal.log.childNodes.length;
        terminal.submit(arguments[0]);
        return new Promise(done => {
            const look = () => {
                if (session.busy || session.waiting.length) setTimeout(look, 5);
                else done([...terminal.log.childNodes].slice(from).filter(n => n.matches('pre:not(.typed)')).map(n => n.textContent).join(''));
            };
            look();
        })]], text)
end

-- A text as it is compared: lines are broken where a page or a terminal ends, and the last digits are those of the system's `math`.
function web.plain(text)
    text = text:gsub("%d+%.?%d*e?[+-]?%d*", function(word)
        local x = tonumber(word)
        return x and (x < 1e-12 and "0" or ("%.6g"):format(x))
    end)
    return (text:gsub("%-0%f[^%d.]", "0"):gsub("%s+", " "))
end

-- What the program prints for entries through a pipe, complaints too; with files, texts by name, in a directory that holds them.
function web.native(entries, files)
    local text
    program.in_directory(function(directory)
        program.write_file(directory .. "/in", table.concat(entries, "\n") .. "\n")
        for name, contents in pairs(files or {}) do program.write_file(directory .. "/" .. name, contents) end
        text = program.shell(("cd %s; cat %s/in | LC_ALL=C.UTF-8 HOME=%s %s 2>&1")
            :format(files and directory or ".", directory, directory, program.quote(program.path)))
    end)
    return text
end

return web
