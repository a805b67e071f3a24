/* What a script returned, as bytes. */
#ifndef RIGID_SCRIPT_COPY_H
#define RIGID_SCRIPT_COPY_H

#include "script_account.h"

/* Where bytes go: all into one block of the account's; or, where there is a `send`, through that, piece by piece. */
typedef struct script_sink {
    script_account *account;
    void (*send)(struct script_sink *to); /* all that is in the block, which is empty then; or null */
    int descriptor;                       /* for that */
    char *block;
    size_t size, full;
    bool failed;
} script_sink;

/* Where they come from: what lies ready; and when that is used up, what `more` brings, false at the end. */
typedef struct script_source {
    const char *at, *end;
    bool (*more)(lua_State *L, struct script_source *from);
    void *of;
} script_source;

/* Write what is on top of S as bytes, plain data only; sets the report's end where it is too large. */
void script_count(lua_State *S, script_report *report);
void script_write(lua_State *S, script_sink *to);
void script_put(script_sink *to, const void *bytes, size_t size);
/* All that was put is on its way. */
void script_flush(script_sink *to);
/* Read bytes, push what was written. These raise. */
void script_get(lua_State *L, script_source *from, void *bytes, size_t size);
void script_push_value(lua_State *L, script_source *from);

#endif
