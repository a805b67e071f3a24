/* The run of a script, from text to report. */
#ifndef RIGID_SCRIPT_STATE_H
#define RIGID_SCRIPT_STATE_H

#include "script_copy.h"

/* Run the text and write a report and what it returned to the sink, which is false of `failed` where that worked. */
void script_perform(script_account *a, const char *text, size_t length, script_sink *to);

#endif
