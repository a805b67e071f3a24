-- Mutants that no spec can tell from the program, and why: {file, the line, the line changed, reason}.

return {
}
