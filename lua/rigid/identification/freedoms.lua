-- What the freedoms of a model are called: "elbow", "ball[2]", in the order of v.
return function(m)
    local list = {}
    for _, name in ipairs(m:joint_names()) do
        local nv = m:joint(name).nv
        for k = 1, nv do list[#list + 1] = nv > 1 and ("%s[%d]"):format(name, k) or name end
    end
    return list
end
