/* Numbers with a point, whatever the locale. */
#ifndef RIGID_BIND_LOCALE_H
#define RIGID_BIND_LOCALE_H

#include <stdbool.h>

/* Between these two numbers are written with a point, whatever the locale; the second is told what the first returned.
   What they enclose may enclose others. */
bool rigid_plain_numbers(void);
void rigid_usual_numbers(bool begun);

#endif
