-- What bash, zsh and fish complete after `rigid`, made of what the program says with --help: commands, their options, files.
local completions = {}

local function words_of(blocks)
    local list = {}
    for _, block in ipairs(blocks) do
        for _, word in ipairs(block.words) do
            if word:find "%w" then list[#list + 1] = word end
        end
    end
    return table.concat(list, " ")
end

local BASH <const> = [==[
# bash completion for rigid
_rigid() {
    local word=${COMP_WORDS[COMP_CWORD]} options
    COMPREPLY=()
    case ${COMP_WORDS[1]} in
%s    *) options="%s" ;;
    esac
    if [[ $word == -* ]]; then
        COMPREPLY=($(compgen -W "$options" -- "$word"))
    elif [[ $COMP_CWORD == 1 ]]; then
        COMPREPLY=($(compgen -W "%s" -- "$word"))
    fi
}
complete -o default -F _rigid rigid
]==]

-- found: the helps of the commands, with their option blocks in `options`.
function completions.bash(options, found)
    local cases, names = {}, {}
    for i, command in ipairs(found) do
        cases[i] = ('    %s) options="%s" ;;\n'):format(command.name, words_of(command.options))
        names[i] = command.name
    end
    return BASH:format(table.concat(cases), words_of(options), table.concat(names, " "))
end

-- Within single quotes; what a specification of zsh has a meaning for is escaped.
local function quoted(text) return "'" .. text:gsub("'", "'\\''") .. "'" end
local function zsh_text(text) return (text:gsub("[%[%]:\\]", "\\%0")) end

local function zsh_options(blocks)
    local list = {}
    for _, block in ipairs(blocks) do
        for _, word in ipairs(block.words) do
            if word:find "%w" then
                list[#list + 1] = quoted(("%s[%s]%s"):format(word, zsh_text(block.text), block.takes and ":word:_files" or ""))
            end
        end
    end
    list[#list + 1] = quoted "*:file:_files"
    return table.concat(list, " \\\n            ")
end

local ZSH <const> = [==[
#compdef rigid
_rigid() {
    local -a commands
    commands=(
%s    )
    if (( CURRENT == 2 )) && [[ $words[2] != -* ]]; then
        _describe command commands
        _files
        return
    fi
    case $words[2] in
%s    *)
        _arguments \
            %s
        ;;
    esac
}
_rigid "$@"
]==]

function completions.zsh(options, found)
    local names, cases = {}, {}
    for i, command in ipairs(found) do
        names[i] = ("        %s\n"):format(quoted(command.name .. ":" .. zsh_text(command.summary)))
        cases[i] = ("    %s)\n        _arguments \\\n            %s\n        ;;\n"):format(command.name, zsh_options(command.options))
    end
    return ZSH:format(table.concat(names), table.concat(cases), zsh_options(options))
end

local function fish_text(text) return "'" .. text:gsub("[\\']", "\\%0") .. "'" end

local function fish_option(condition, block)
    local list = {"complete -c rigid -n " .. fish_text(condition)}
    for _, word in ipairs(block.words) do
        local long, short = word:match "^%-%-(%w.*)$", word:match "^%-(%w)$"
        if long then list[#list + 1] = "-l " .. long end
        if short then list[#list + 1] = "-s " .. short end
    end
    if #list == 1 then return "" end
    if block.takes then list[#list + 1] = "-r" end
    list[#list + 1] = "-d " .. fish_text(block.text)
    return table.concat(list, " ") .. "\n"
end

function completions.fish(options, found)
    local list = {"# fish completion for rigid\n"}
    for _, block in ipairs(options) do list[#list + 1] = fish_option("__fish_use_subcommand", block) end
    for _, command in ipairs(found) do
        list[#list + 1] = ("complete -c rigid -n __fish_use_subcommand -a %s -d %s\n"):format(command.name, fish_text(command.summary))
        for _, block in ipairs(command.options) do
            list[#list + 1] = fish_option("__fish_seen_subcommand_from " .. command.name, block)
        end
    end
    return table.concat(list)
end

return completions
