-- Mutants written down: what stands in a file, and what is put there instead.

return {
}
