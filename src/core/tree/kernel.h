/* RIGID_KERNEL(result, name, parameters, arguments) begins a function whose work is worth the widest registers of the
   processor; the arguments are the parameters' names. The Makefile compiles each file of kernels once plainly, and where it
   says -DRIGID_COPIES once more for each of two instruction sets, with RIGID_COPY set to the name of that. With
   -DRIGID_IFUNC `name` becomes the widest copy that the processor runs when the program is loaded; elsewhere, where the
   system's loader does not do that, `name` asks for it at each call, which costs a nanosecond. Every copy does the same
   operations in the same order, and none is fused (-ffp-contract=off), so that no result tells which one ran; `make digits`
   holds that. A file of kernels has no other function with a name outside. */
#ifndef RIGID_KERNEL_H
#define RIGID_KERNEL_H

#include "workspace.h"

/* RIGID_APART: what is rare in it stays out of it, so that the rest has the registers. */
#if defined(__GNUC__)
#define RIGID_FLAT __attribute__((flatten))
#define RIGID_APART static __attribute__((noinline, unused))
#else
#define RIGID_FLAT
#define RIGID_APART static inline
#endif

#if defined(RIGID_COPY)
#define RIGID_JOINED(name, copy) name##_##copy
#define RIGID_NAMED(name, copy) RIGID_JOINED(name, copy)
#define RIGID_KERNEL(result, name, parameters, arguments)                                                              \
    result RIGID_NAMED(name, RIGID_COPY) parameters;                                                                   \
    RIGID_FLAT result RIGID_NAMED(name, RIGID_COPY) parameters
#elif defined(RIGID_COPIES)
/* What the processor has beyond the plain instructions. */
#define RIGID_HAS_AVX2 __builtin_cpu_supports("avx2")
#define RIGID_HAS_V4                                                                                                   \
    (__builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw"))
#define RIGID_COPIES_OF(result, name, parameters)                                                                      \
    result name##_avx2 parameters;                                                                                     \
    result name##_v4 parameters;                                                                                       \
    static result name##_plain parameters;
#if defined(RIGID_IFUNC)
#define RIGID_KERNEL(result, name, parameters, arguments)                                                              \
    RIGID_COPIES_OF(result, name, parameters)                                                                          \
    __attribute__((used)) static result(*name##_widest(void)) parameters {                                             \
        __builtin_cpu_init();                                                                                          \
        return RIGID_HAS_V4 ? name##_v4 : RIGID_HAS_AVX2 ? name##_avx2 : name##_plain;                                 \
    }                                                                                                                  \
    result name parameters __attribute__((ifunc(#name "_widest")));                                                    \
    RIGID_FLAT static result name##_plain parameters
#else
/* A function of no result may not return the call's. */
#define RIGID_GIVE_void(call) call
#define RIGID_GIVE_double(call) return call
#define RIGID_GIVE_int(call) return call
#define RIGID_GIVE_v3(call) return call
#define RIGID_GIVE_rigid_status(call) return call
#define RIGID_GIVE_rigid_force(call) return call
#define RIGID_GIVE_rigid_motion(call) return call
#define RIGID_GIVE_rigid_transform(call) return call
#define RIGID_KERNEL(result, name, parameters, arguments)                                                              \
    RIGID_COPIES_OF(result, name, parameters)                                                                          \
    result name parameters {                                                                                           \
        if (RIGID_HAS_V4)                                                                                              \
            RIGID_GIVE_##result(name##_v4 arguments);                                                                  \
        else if (RIGID_HAS_AVX2)                                                                                       \
            RIGID_GIVE_##result(name##_avx2 arguments);                                                                \
        else                                                                                                           \
            RIGID_GIVE_##result(name##_plain arguments);                                                               \
    }                                                                                                                  \
    RIGID_FLAT __attribute__((noinline)) static result name##_plain parameters
#endif
#else
#define RIGID_KERNEL(result, name, parameters, arguments) RIGID_FLAT result name parameters
#endif

/* Before a loop whose turns are independent of each other, so that the compiler need not ask before it takes several at a
   time. */
#if defined(__GNUC__) && !defined(__clang__)
#define RIGID_INDEPENDENT _Pragma("GCC ivdep")
#else
#define RIGID_INDEPENDENT
#endif

/* Before a loop of a few turns, as many each time, to be written out. */
#if defined(__GNUC__) && !defined(__clang__)
#define RIGID_WRITTEN_OUT _Pragma("GCC unroll 8")
#else
#define RIGID_WRITTEN_OUT
#endif

#endif
