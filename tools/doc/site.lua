-- Which pages there are, from which sources, and where a link of one source leads among them. Sources keep their places:
-- doc/models.md is doc/models.html; README.md of a folder is its index.html.
local html = require "tools.doc.html"
local names = require "tools.doc.names"

local site = {}

local Site = {}
Site.__index = Site

-- "doc/lessons/01_spatial_vectors.md" -> the page it becomes.
local function page_path(source)
    if source:find "README%.md$" then return (source:gsub("README%.md$", "index.html")) end
    return (source:gsub("%.%w+$", "") .. ".html"):gsub("^CHANGELOG", "changelog"):gsub("^CONTRIBUTING", "contributing")
end

-- What the examples are called, where the name of the file does not say it.
local TITLES <const> = {
    tour = "A tour: a seven-joint arm, taken apart", shift_and_re_express = "Shifting and re-expressing", apparent_mass = "Apparent mass",
    identify_a_body = "Identifying a body", slotine_li_trap = "The Slotine-Li trap", meshes = "Inertias of meshes", gz_inertial = "gz Inertial",
    tumbling = "A tumbling wing nut", double_pendulum = "A double pendulum", adaptive_arm = "An adaptive arm", chain_by_a_loop = "A chain, made in a loop",
    payload = "A payload", check_a_robot = "Checking a robot", mesh_files = "Inertias from mesh files", frames = "Frames that check themselves",
    explain = "How an inertia came about", view = "The 3D view", four_bar = "A four-bar linkage", bouncing_ball = "A bouncing ball",
    sliding_box = "A sliding box", passive_walker = "A passive walker", balance = "Balancing a cart-pole", identify_an_arm = "Identifying an arm",
    what_the_hand_holds = "What the hand holds", mppi_cart_pole = "A cart-pole by MPPI", monte_carlo = "Monte Carlo", reach = "Reaching a pose",
    ways = "Trajectories", solvers = "Solvers",
    touch = "Impedance and operational space", sampled = "A sampled regulator", turns = "Quaternions and noisy poses",
}

-- The first heading of a Markdown text, without marks; 22_plots.lua as "22. Plots".
local function title_of(source, text)
    if source:find "%.md$" then
        local heading = ("\n" .. text):match "\n# +([^\n]+)"
        return heading and heading:gsub("[`*]", "") or source
    end
    local number, name = source:match "(%d+)_([^/]+)%.lua$"
    if not number then return source:match "([^/]+)$" end
    return ("%s. %s"):format(number, TITLES[name] or (name:gsub("_", " "):gsub("^%l", string.upper)))
end

-- The pages of the guide that are best read first, in this order; the others follow.
local FIRST <const> = {
    "install", "cookbook", "prompt", "notation", "models", "formats", "motion", "loops", "contact", "toolbox", "identification", "batch", "sweep",
    "plots", "view", "web", "notebook", "frames", "validity", "doctor", "slotine-li",
}

local function in_order(paths)
    local place = {}
    for k, name in ipairs(FIRST) do place["doc/" .. name .. ".md"] = k end
    table.sort(paths, function(a, b)
        local first, second = place[a] or #FIRST + 1, place[b] or #FIRST + 1
        if first ~= second then return first < second end
        return a < b
    end)
    return paths
end

-- The groups of sources, in the order in which the pages list them.
local function sources()
    local function found(pattern) return html.lines_of("ls " .. pattern .. " 2>/dev/null | LC_ALL=C sort") end
    local guide = {"README.md"}
    for _, path in ipairs(in_order(found "doc/*.md")) do guide[#guide + 1] = path end
    local house = {}
    for _, path in ipairs {"CHANGELOG.md", "CONTRIBUTING.md", "bench/README.md"} do
        house[#house + 1] = html.read(path) and path or nil
    end
    local examples = {"examples/README.md"}
    for _, path in ipairs(found "examples/[0-9]*.lua") do examples[#examples + 1] = path end
    for _, path in ipairs(found "examples/c/*.c examples/cpp/*.cpp") do examples[#examples + 1] = path end
    local lessons = found "doc/lessons/*.md"
    table.sort(lessons, function(a, b) -- the page about them all first
        local first, second = a:find "README" and 0 or 1, b:find "README" and 0 or 1
        if first ~= second then return first < second end
        return a < b
    end)
    return {
        {title = "Guide", kind = "guide", open = true, list = guide}, {title = "Lessons", kind = "lesson", open = true, list = lessons},
        {title = "Examples", kind = "example", list = examples}, {title = "The house", kind = "house", list = house},
    }
end

-- The site of this checkout, of those entries of the reference: sources read, nothing converted.
function site.of(entries)
    local self = setmetatable({names = names.of(entries), by_source = {}, uses = {}, groups = {}, copies = {}, extra = {}}, Site)
    for _, group in ipairs(sources()) do
        local pages = {}
        for _, source in ipairs(group.list) do
            local text = assert(html.read(source))
            local page = {source = source, path = page_path(source), text = text, title = title_of(source, text), kind = group.kind}
            pages[#pages + 1], self.by_source[source] = page, page
        end
        if #pages > 0 then self.groups[#self.groups + 1] = {title = group.title, open = group.open, pages = pages} end
    end
    return self
end

local function exists(path)
    local file = io.open(path, "rb")
    if file then file:close() end
    return file ~= nil
end

-- A file of the checkout that is no page of its own, shown as code.
function Site:extra_page(path)
    local page = self.extra[path]
    if not page then
        page = {source = path, path = "files/" .. path .. ".html", text = assert(html.read(path)), title = path, kind = "file", headings = {}}
        self.extra[path], self.extra[#self.extra + 1] = page, page
    end
    return page
end

-- Where a link of a source leads, as the source's page writes it; nil for a folder, which has no page.
function Site:address(source, target)
    if target:find "^%a[%w+.-]*:" or target:find "^#" then return target end
    local path, anchor = target:match "^([^#]*)(#?.*)$"
    local normal = html.normal(html.folder(source) .. path)
    assert(normal, ("%s: the link %s leads out of the checkout"):format(source, target))
    local page = self.by_source[normal] or self.by_source[normal .. "/README.md"]
    if not page and html.is_folder(normal) then return nil end
    assert(page or exists(normal), ("%s: the link %s leads nowhere"):format(source, target))
    page = page or self:extra_page(normal)
    return html.relative(self:page_of(source).path, page.path) .. anchor
end

function Site:page_of(source) return self.by_source[source] or self.extra[source] end

-- Where a picture of a source is copied to, as its page writes it.
function Site:picture(source, target)
    if target:find "^data:" then return target end
    local normal = html.normal(html.folder(source) .. target)
    assert(normal and exists(normal), ("%s: there is no picture %s"):format(source, target))
    self.copies[normal] = true
    return html.relative(self:page_of(source).path, normal)
end

-- Note that a page speaks of what is at an address; the address.
function Site:note(source, address)
    local page = self.by_source[source]
    if not address or not page then return address end
    local uses = self.uses[address] or {}
    if not uses[page] then uses[page], uses[#uses + 1] = true, page end
    self.uses[address] = uses
    return address
end

function Site:find(source, ...)
    local address = self:note(source, self.names:find(...))
    return address and html.relative(self:page_of(source).path, address)
end

function Site:find_built(path, ...)
    local address = self.names:find(...)
    return address and html.relative(path, address)
end

function Site:find_text(source, text)
    local address = self:note(source, self.names:find_text(text))
    return address and html.relative(self:page_of(source).path, address)
end

return site
