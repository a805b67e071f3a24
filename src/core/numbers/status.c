/* The words of each status, from the one list in status.h. */
#include "status.h"

static const char *const texts[] = {
#define RIGID_STATUS_TEXT(code, text) text,
    RIGID_STATUS_LIST(RIGID_STATUS_TEXT)
#undef RIGID_STATUS_TEXT
};

const char *rigid_status_text(rigid_status status) {
    return (unsigned)status < RIGID_STATUS_COUNT ? texts[status] : "unknown status";
}
