-- Calls the functions that the prompt needs of the system, the global console, on directories that are there and on what is
-- none. `make oom` runs it while allocations fail.
local console = console -- luacheck: ignore 113

assert(console.make_directory "." and not console.make_directory "" and console.make_directory "build/lib")
assert(#console.files "src" > 0 and #console.files "nowhere" == 0)
assert(#console.entries "src" > 0 and not console.entries "Makefile")
assert(console.kind "Makefile" == "file" and console.kind "src" == "directory" and not console.kind "nowhere")
assert(console.identity "src" == console.identity "./src" and not console.identity "nowhere")
assert(console.is_terminal(99) == false and console.width(99) == nil and console.height(99) == nil)
assert(console.lock "/dev/null")
console.unlock()
assert(select(2, console.call(function(x) return x end, 42)) == 42 and select(2, console.enter(function() return 43 end)) == 43)
console.interrupted()
