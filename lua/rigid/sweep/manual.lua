-- What `rigid sweep --help` prints.
return [[
NAME
  rigid sweep - run a script over a grid of parameters, or over draws

SYNOPSIS
  rigid sweep SCRIPT --param NAME=WHAT... [--jobs N] --out FILE.csv
  rigid sweep SCRIPT --param NAME=WHAT... --point K

DESCRIPTION
  Runs the Lua script once for each combination of values. It finds its own in
  sweep.NAME (and its number in sweep.point), and returns a table of results:
  numbers, texts, true or false, lists of numbers. They become the row of that
  point in FILE.csv.

  WHAT is   1..100         whole numbers
            0..1:21        21 values, evenly
            log:1e-3..1:4  4 values, by equal ratios
            a,b,c          these
  A range of other numbers that does not say how many has 10.

  The same call goes on where a run was broken off: what is kept is not run
  again, and a process that is killed loses the points in hand. Rows are kept
  in FILE.csv.parts until that directory is removed.

  Started many times, by GNU parallel, in a Slurm array, by srun or mpirun, in
  one directory that all see, the processes share the points by themselves.

OPTIONS
  --param NAME=WHAT  a parameter; the last one runs fastest
  --draws N          N random points in place of a grid: even in a range, even
                     in the logarithm where it is log
  --seed S           of the draws, and of math.random in the script (1)
  --jobs N           processes at a time (1)
  --out FILE         where the results go
  --point K          run point K here, and print what comes of it
  --retry            run points that failed once more
  --part K/N         run the K-th of N parts
  --keep             go on though the script has changed
  --fresh            forget what is there
  -q, --quiet        say nothing where all is well
  -h, --help         this text

EXIT STATUS
  0  every point is there, or with others
  1  points failed
  2  the call is wrong, or nothing can be written

EXAMPLES
  rigid sweep mass.lua --param m=1..5:9 --param k=log:10..1e4 --out r.csv
  seq 8 | parallel -N0 rigid sweep mass.lua --param m=1..99 --out r.csv
  sbatch --array=1-9 --wrap "rigid sweep m.lua --param m=1..99 --out r.csv"
  mpirun -n 16 rigid sweep mass.lua --param m=1..99 --out r.csv
]]
