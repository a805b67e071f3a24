-- What `rigid check --help` prints.
return [[
NAME
  rigid check - say which links of a robot cannot exist, why, and what helps

SYNOPSIS
  rigid check [OPTION]... FILE...
  rigid check --fix OUT [--unsafe-fixes] FILE...
  rigid check --rules | --explain CODE

DESCRIPTION
  Reads robot files - URDF and xacro, SDF, MJCF, RBDL Lua models, rigid's own -
  and judges the inertia of every link, welded ones too, as the file declares
  it. FILE is a file, a directory (all models in it and below), or - for
  standard input.

  Nothing is changed unless --fix is given, and then only in what it writes.

  Of each file a table says how heavy each link is and how large, by the box of
  the same inertia, so that a slip catches the eye. Then come the findings, a
  cause at a time: where and what; the figure in its line; what to write; why.

  cannot exist   No body can have this inertia: a mass or a moment is negative,
                 the greatest moment exceeds the sum of the other two, or a
                 second moment of the mass would be negative along some
                 direction. If a formula of the link's own shapes makes the
                 figures, to the digits that were typed, that is the finding.
  doubtful       A body can have it, but hardly the one that was meant: about an
                 end, axes exchanged, a placeholder, another unit, mass outside
                 of the link's own geometry. Or degrees, limits reversed, a
                 joint that moves no mass.
  suspicious     Two figures contradict each other, and either may be wrong: a
                 tensor that links of other masses have too, a product of
                 inertia with another sign than on the other side of the robot.

  A file is read, never run by anything but a sandbox. All errors of a URDF are
  told in one run. One whose joints make no tree cannot be read as a robot, but
  its links are judged all the same.

  A comment `rigid: ignore CODE` in the line of a finding, or the line above,
  lets it pass; `rigid: ignore-file CODE` does in the whole file.

OPTIONS
  --baseline FILE   tell only what is not in FILE, from --write-baseline
  --write-baseline FILE
                    write down what is found, for --baseline
  --color WHEN      always, never or auto, the default: at a terminal, unless
                    NO_COLOR is set
  --derivation      for each link that cannot exist the second moment, its
                    eigenvalues and directions, and the repairs ranked
  --diff            what --fix would change, as a diff; nothing is written
  --explain CODE    what a rule means, with an example and a reference
  --fix OUT         write a mended copy to OUT; without FILE, OUT is mended in
                    its place. Only what is certain is changed, and not a byte
                    besides: comments, order, blanks, line ends stay. With
                    several files, or a directory, OUT is a directory. What an
                    included file says is mended there; xacro is not written.
  --unsafe-fixes    with --fix and --diff: the likeliest where it is not certain
  --format FORM     text, json, sarif, or github (annotations)
  --json            one JSON document instead of text, numbers at full precision
  --select CODES    tell only these, by code or cause, with commas between
  --ignore CODES    do not tell these
  --links           the table of all links; by default so for a single file, and
                    only the links with findings where there are several
  --notes           also what the reader of the file had to say
  -q, --quiet       a line for each file with findings, and nothing else
  --rules           all codes, a line each
  --strict          exit 1 for doubtful and suspicious links too
  -h, --help        this text

EXIT STATUS
  0  no link is impossible (with --strict: nothing was found at all); with
     --fix, so it is in what was written
  1  something was found
  2  a file could not be read or written, or the command line is wrong; the
     other files are checked all the same
  130  interrupted

ENVIRONMENT
  NO_COLOR    no colours, whatever the terminal
  COLUMNS     how wide the text is, where that is no terminal; without it, what
              goes through a pipe is not wrapped
  LC_ALL, LC_CTYPE, LANG
              letters beyond ASCII are used where these say UTF-8

EXAMPLES
  rigid check robot.urdf
  rigid check --strict --quiet robots/ || echo "look at these"
  rigid check --diff --unsafe-fixes robot.urdf
  rigid check --fix mended.urdf robot.urdf && diff robot.urdf mended.urdf
  rigid check --fix mended/ robots/
  rigid check --json robots/ | jq '.files[].findings[] | .line, .code'
  rigid check --format sarif robots/ > findings.sarif
  xacro robot.xacro | rigid check -

SEE ALSO
  doc/doctor.md; at the prompt help "diagnose", help "repairs"
]]
