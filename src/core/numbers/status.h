/* What a reader or a solver answers: declared where whoever uses the library sees it. */
#ifndef RIGID_STATUS_H
#define RIGID_STATUS_H

#include "../../../include/rigid/numbers.h"

#endif
