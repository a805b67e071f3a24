-- What `rigid check --help` prints.
return [[
NAME
  rigid check - say which links of a robot cannot exist, why, and what helps

SYNOPSIS
  rigid check [OPTION]... FILE...
  rigid check --fix OUT FILE...

DESCRIPTION
  Reads robot files - URDF, RBDL Lua models, rigid's own Lua models - and judges
  the inertia of every link, welded ones too, as the file declares it. FILE is
  a file, a directory (all models in it and below), or - for standard input.

  Nothing is changed unless --fix is given, and then only in what it writes.

  Of each file a table says how heavy each link is and how large, by the box of
  the same inertia, so that a slip catches the eye. Then come the findings, with
  file and line, at full precision:

  cannot exist   No body can have this inertia: a mass or a moment is negative,
                 the greatest moment is more than the two others together, or
                 the mass would be spread by less than nothing along some
                 direction. The doctor adds which slip of the pen explains it,
                 if one does, and the smallest change that mends it.
  doubtful       A body can have it, but hardly the one that was meant: the
                 identity or a round figure as a placeholder, figures in another
                 unit, a tensor about the origin, mass outside of the link's own
                 geometry or far from its density.
  suspicious     Two figures contradict each other, and either may be wrong: a
                 tensor that links of other masses have too, a product of
                 inertia with another sign than on the other side of the robot.

  A file is read, never run by anything but a sandbox. A URDF whose joints make
  no tree cannot be read as a robot, but its links are judged all the same.

OPTIONS
  --explain         the whole derivation for each link that cannot exist: second
                    moment, its eigenvalues and directions, the repairs ranked;
                    and all that was found of the others
  --fix OUT         write a mended copy to OUT. Of each link that cannot exist
                    the figures of the doctor's first repair are changed, and
                    not a byte besides: comments, order, blanks, line ends stay.
                    With several files, or a directory, OUT is a directory.
  --json            one JSON document instead of text, numbers at full precision
  --links           the table of all links; by default so for a single file, and
                    only the links with findings where there are several
  --notes           also what the reader of the file had to say
  -q, --quiet       a line for each file with findings, and nothing else
  --strict          exit 1 for doubtful and suspicious links too
  --color WHEN      always, never or auto, the default: at a terminal, unless
                    NO_COLOR is set
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
  COLUMNS     how wide the text is, where that is no terminal
  LC_ALL, LC_CTYPE, LANG
              letters beyond ASCII are used where these say UTF-8

EXAMPLES
  rigid check robot.urdf
  rigid check --strict --quiet robots/ || echo "look at these"
  rigid check --explain robot.urdf | less -R
  rigid check --fix mended.urdf robot.urdf && diff robot.urdf mended.urdf
  rigid check --fix mended/ robots/
  rigid check --json robots/ | jq '.files[].findings[] | [.file, .line, .code]'
  xacro robot.xacro | rigid check -

SEE ALSO
  doc/doctor.md; at the prompt help "diagnose", help "repairs"
]]
