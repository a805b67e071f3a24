/* What our own Lua modules ask of C, a list a subject, each in the file of its name. module.c alone reads them, and hides them
   where no script finds them. */
#ifndef RIGID_BIND_INNER_H
#define RIGID_BIND_INNER_H

#include <lauxlib.h>

extern const luaL_Reg rigid_model_makers[];     /* model.c: making models, saying what is changed */
extern const luaL_Reg rigid_model_answers[];    /* model_places.c: what the layout asks of them */
extern const luaL_Reg rigid_doctor_functions[]; /* pseudo.c: the judge */
extern const luaL_Reg rigid_frames_functions[]; /* frames.c: tags of values, watched twins of functions */
extern const luaL_Reg rigid_files_functions[];  /* files.c */
extern const luaL_Reg rigid_locale_functions[]; /* locale.c */
extern const luaL_Reg rigid_error_functions[];  /* errors.c: connect, try */
extern const luaL_Reg rigid_stepper_functions[]; /* stepper.c: what simulation/ steps by */
extern const luaL_Reg rigid_action_functions[];  /* stepper_action.c: who acts in them */
extern const luaL_Reg rigid_run_functions[];     /* stepper_run.c: and what runs and keeps many steps at a time */
extern const luaL_Reg rigid_step_functions[];    /* step.c: and what takes a single one */
extern const luaL_Reg rigid_motion_functions[];  /* batch_motion.c: what batch/ moves rows by */
extern const luaL_Reg rigid_generated_functions[]; /* generated.c: what generate/compile.lua had compiled */
extern const luaL_Reg rigid_sum_functions[];     /* batch_sums.c: what batch/accumulate.lua sums by */
extern const luaL_Reg rigid_identification_functions[]; /* identification.c: triangles, the entropic minimum, duals */
extern const luaL_Reg rigid_reach_functions[];   /* reach.c: what kinematics/ searches by */
extern const luaL_Reg rigid_body_functions[];    /* model_bodies.c: what generate/ writes code of */
extern const luaL_Reg rigid_dense_functions[];   /* decompositions.c: what control/ and identification/ solve by */
extern const luaL_Reg rigid_word_functions[];   /* options.c: how far words are apart */
extern const luaL_Reg rigid_patient_functions[]; /* patient.c: what Ctrl-C ends at the prompt */
extern const luaL_Reg rigid_script_functions[]; /* script.c: what files/sandbox.lua runs scripts by */

#endif
