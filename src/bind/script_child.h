/* A process that runs a script. */
#ifndef RIGID_SCRIPT_CHILD_H
#define RIGID_SCRIPT_CHILD_H

#include "script_account.h"

typedef struct script_child {
    int pid;            /* 0 where there is none */
    int from;           /* its end of the pipe; negative where there is none */
    volatile int *line; /* where it is */
} script_child;

/* Whether there are processes here. */
extern const bool script_child_possible;
/* Run the text in a process of its own. False where none can be had. */
bool script_child_begin(script_child *child, script_account *a, const char *text, size_t length);
/* Bytes of what it writes, as read() gives them: 0 at its end; negative where nothing came for a while, or a signal. */
long script_child_read(script_child *child, void *bytes, size_t size);
/* How one ended that did not report. */
void script_child_post_mortem(script_child *child, script_report *report);
/* End it, whatever it does. */
void script_child_end(script_child *child);

#endif
