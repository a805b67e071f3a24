-- Called after an error of the user's code was caught, before anything is made of it: where that was Ctrl-C, it raises its
-- error again in whatever runs on (src/program/interrupts.c grants a thousand instructions), so let that be here.
return function()
    for _ = 1, 4000 do end
end
