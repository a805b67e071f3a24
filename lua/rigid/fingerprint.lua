-- A text as a number in hexadecimal, to tell whether two are the same: FNV-1a of 64 bits.
return function(text)
    local h = -3750763034362895579
    for i = 1, #text do h = (h ~ text:byte(i)) * 1099511628211 end
    return ("%016x"):format(h)
end
