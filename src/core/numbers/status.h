/* What a reader or a solver answers. One list makes the codes and their words, so the two cannot drift apart.
   Plain algebra has no status: it is total, NaN in gives NaN out. */
#ifndef RIGID_STATUS_H
#define RIGID_STATUS_H

#define RIGID_STATUS_LIST(X)                                                                                           \
    X(OK, "ok")                                                                                                        \
    X(NOT_FINITE, "a number is NaN or infinite")                                                                       \
    X(SINGULAR, "singular")                                                                                            \
    X(NOT_CONVERGED, "an iteration did not converge")                                                                  \
    X(ZERO_VOLUME, "the volume is zero")                                                                               \
    X(INWARD, "wound inward: the signed volume is negative")                                                           \
    X(OPEN_EDGE, "not closed: an edge belongs to one face only")                                                       \
    X(DOUBLED_EDGE, "not consistently wound: an edge is passed twice in the same direction")                           \
    X(DEGENERATE_FACE, "a face names the same vertex twice")                                                           \
    X(BAD_INDEX, "a face names a vertex that does not exist")                                                          \
    X(BAD_ORDER, "a body stands neither after its parent nor after what that carries already")                         \
    X(BAD_LINK, "a link names a parent, a leader or a type of joint that does not exist, or comes before its parent")  \
    X(BAD_AXIS, "an axis of a joint is not of unit length, or its two axes are parallel")                              \
    X(BAD_LEADER, "a joint follows another, and one of them has not exactly one freedom")                              \
    X(CIRCLE, "joints follow each other in a circle")

typedef enum rigid_status {
#define RIGID_STATUS_ENUM(code, text) RIGID_##code,
    RIGID_STATUS_LIST(RIGID_STATUS_ENUM)
#undef RIGID_STATUS_ENUM
        RIGID_STATUS_COUNT
} rigid_status;

/* The words of a status; never null. */
const char *rigid_status_text(rigid_status status);

#endif
