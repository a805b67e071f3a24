-- What fits with what, and what comes of it. A rule takes the arguments of a function and returns the numbers of the tags
-- of its results (-1: leave it), or a sentence that says what does not fit and which call mends it. What is not known
-- fits anything; a result gets what is known.
local rules = {} -- key -> rule; keys are "Class:method", "Class:__operator", "Class.static", "Class()"; and untagged

for _, room in ipairs {
    (require "rigid.frames.sum_rules"), (require "rigid.frames.product_rules"), (require "rigid.frames.pose_rules"),
    (require "rigid.frames.making_rules"),
} do
    for key, rule in pairs(room) do rules[key] = rule end
end

return rules
