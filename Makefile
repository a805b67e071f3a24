# rigid: rigid-body dynamics in a C11 core and a module for Lua 5.4 and 5.5.
#
#   make run     install what is missing, build, show the tour, and at a terminal stay in the interpreter
#   make test    install what is missing, build, run every spec
#   make help    all the rest
#
# Objects go to $(B) (build/ unless told otherwise), so that a sanitized build (build-asan/) stands beside the usual one.

B       ?= build
PROGRAM ?= rigid
PREFIX  ?= /usr/local
DESTDIR ?=
VERSION := $(shell sed -n 's/^.define RIGID_VERSION "\(.*\)"$$/\1/p' include/rigid/numbers.h)

CC     ?= cc
CXX    ?= c++
AR     ?= ar
LUA    ?= lua5.4
LUAC   ?= luac5.4
BUSTED ?= /usr/bin/busted

LUA_INCDIR     ?= /usr/include/lua5.4
# The program takes Lua in whole where it can, as lua5.4 itself does: calls into a shared library cost it a tenth.
LUA_LIB        ?= $(if $(wildcard /usr/lib/*/liblua5.4.a),-l:liblua5.4.a,-llua5.4)
# Where Eigen's headers are; only the C++ in src/dense sees them.
EIGEN_INCDIR   ?= /usr/include/eigen3

# What only the module for mesh files needs. Where one is not there, it is built without, and says so when it is asked.
where_found    = $(shell printf '\043include <stdio.h>\n\043include <$1>\n' | $(CC) $(CPPFLAGS) -E - >/dev/null 2>&1 && echo $2)
ASSIMP_CFLAGS ?= $(call where_found,assimp/cimport.h,-DRIGID_ASSIMP)
ASSIMP_CFLAGS := $(ASSIMP_CFLAGS)
ASSIMP_LIB    ?= $(if $(findstring RIGID_ASSIMP,$(ASSIMP_CFLAGS)),-lassimp)
QHULL_CFLAGS  ?= $(call where_found,libqhull_r/libqhull_r.h,-DRIGID_QHULL)
QHULL_CFLAGS  := $(QHULL_CFLAGS)
QHULL_LIB     ?= $(if $(findstring RIGID_QHULL,$(QHULL_CFLAGS)),-lqhull_r)

# Where `make install` puts things; luarocks overrides the first two.
LUA_V  := $(or $(shell printf '\043include <lua.h>\nLUA_VERSION_MAJOR.LUA_VERSION_MINOR\n' | \
              $(CC) $(CPPFLAGS) -I$(LUA_INCDIR) -E - 2>/dev/null | tail -n 1 | tr -d '" '),5.4)
LUADIR ?= $(PREFIX)/share/lua/$(LUA_V)
LIBDIR ?= $(PREFIX)/lib/lua/$(LUA_V)

# Optimised, yet every result is what IEEE 754 and the source say: no reassociation, no fused multiply-add, so that the
# same script prints the same digits on every machine. -fno-math-errno only lets sqrt be one instruction. Packing pairs of
# doubles is off: gcc fuses what it packs (vfmaddsub), -ffp-contract=off or not, and it slows the tree algorithms down. At -O2
# gcc leaves hot functions of these out of line (ABA 796 ns against 645).
CFLAGS  ?= -O3
WARN     = -Wall -Wextra -Wpedantic -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wold-style-definition \
           -Wpointer-arith -Wcast-align -Wconversion -Wcast-qual -Wwrite-strings -Wformat=2 -Wundef -Wvla
EXACT    = -ffp-contract=off -fno-fast-math -fno-math-errno -fno-tree-slp-vectorize
SANITIZE =
SANITIZE_DENSE = $(SANITIZE)
C        = $(CC) -std=c11 $(WARN) $(EXACT) $(CFLAGS) $(SANITIZE) -fPIC -MMD -MP $(CPPFLAGS)
# Lua's functions are asked where they are when the module is loaded, and then called at once.
C_BIND   = -I$(LUA_INCDIR) $(if $(filter no-plt,$(CAN)),-fno-plt)
C_MESH    = -I$(LUA_INCDIR) $(ASSIMP_CFLAGS) $(QHULL_CFLAGS)
C_PROGRAM = -DRIGID_LUADIR=\"$(LUADIR)\" -DRIGID_LIBDIR=\"$(LIBDIR)\"
LINK     = $(CC) $(CFLAGS) $(SANITIZE) -pthread $(LDFLAGS)
# The C++ is in src/dense alone. At -O3 it takes twice as long to compile, and is no faster.
WARN_CXX = -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wcast-qual -Wpointer-arith -Wundef
CXXFLAGS = $(filter-out -std=% -fno-tree-slp-vectorize,$(CFLAGS:-O3=-O2))
CPLUS    = $(CXX) -std=c++14 $(WARN_CXX) $(filter-out -fno-tree-slp-vectorize,$(EXACT)) -fno-rtti -fvisibility=hidden -fvisibility-inlines-hidden $(CXXFLAGS) \
           $(SANITIZE_DENSE) -fPIC -MMD -MP $(CPPFLAGS) -isystem $(EIGEN_INCDIR)
# What has it inside is linked by the same compiler, which knows where its library is.
LINK_DENSE = $(CXX) $(CXXFLAGS) $(SANITIZE) -pthread $(LDFLAGS)

# What differs from one compiler, linker and system to the next is tried, not known by names (tools/can).
CAN   := $(shell tools/can $(B)/can $(CC) $(CPPFLAGS) $(LDFLAGS))
comma := ,
# A module, of which nothing is visible from outside but the one function that require looks for.
MODULE = $(if $(filter bundle,$(CAN)),-bundle -undefined dynamic_lookup,-shared) \
         $(if $(filter version-script,$(CAN)),-Wl$(comma)--version-script=tools/$1.map,$(if $(filter \
             exported-symbol,$(CAN)),-Wl$(comma)-exported_symbol$(comma)_luaopen_rigid_$1))

# The kernels once more for each instruction set that a processor may have beyond the plain one (src/core/tree/kernel.h). Chosen
# when the program is loaded (ifunc) or at each call (branch).
KERNELS = aba centroidal coriolis crba derivatives kinematics ltdl momentum_regressor product qr rnea tree tree_regressor
LANES = equations forward_dynamics inverse_derivatives inverse_dynamics joint_inertia torque_regressor
EQUATIONS = triangle upper
# A switch over kinds of joints is told by comparing: nearly all joints turn, and a jump through a table costs the others 3 to 10 ns.
SWITCHES  = -fno-jump-tables
COPY_avx2 = $(SWITCHES) -mavx2 -DRIGID_COPY=avx2
COPY_v4   = $(SWITCHES) -march=x86-64-v4 $(TUNED) -mprefer-vector-width=512 -DRIGID_COPY=v4
# Untold whom that one is for, gcc keeps addresses of trees in its many registers of numbers, which takes a single mass matrix a tenth of its time.
TUNED_v4  = -mtune=icelake-server
COPIES   ?= $(if $(SANITIZE),,$(if $(filter copies,$(CAN)),avx2 v4))
CHOICE   ?= $(if $(filter ifunc,$(CAN)),ifunc,branch)
C_CORE    = $(SWITCHES) $(if $(COPIES),-DRIGID_COPIES $(if $(filter ifunc,$(CHOICE)),-DRIGID_IFUNC))

COPIED = $(KERNELS:%=tree/%) $(LANES:%=lanes/%) $(EQUATIONS:%=identification/%)
CORE = $(patsubst src/core/%.c,$(B)/core/%.o,$(wildcard src/core/*/*.c)) $(foreach c,$(COPIES),$(COPIED:%=$(B)/core/%.$c.o))
ROOMS = $(patsubst src/core/%/,$(B)/core/%,$(wildcard src/core/*/))
DENSE = $(B)/dense/norm.o $(patsubst src/dense/%.cpp,$(B)/dense/%.o,$(wildcard src/dense/*.cpp))
BIND = $(patsubst src/bind/%.c,$(B)/bind/%.o,$(wildcard src/bind/*.c)) $(DENSE)
INTERPRETER = $(patsubst src/program/%.c,$(B)/program/%.o,$(wildcard src/program/*.c))
MESH = $(patsubst src/mesh/%.c,$(B)/mesh/%.o,$(wildcard src/mesh/*.c))

LUA_FILES  = $(shell find lua spec examples bench test tools -name '*.lua' 2>/dev/null | LC_ALL=C sort)
C_FILES    = $(shell find include src test examples bench -name '*.[ch]' 2>/dev/null | LC_ALL=C sort)
CXX_FILES  = $(shell find src -name '*.[ch]pp' 2>/dev/null | LC_ALL=C sort)
PAGE_FILES = $(shell find lua web src/web -name '*.js' -o -name '*.css' 2>/dev/null | LC_ALL=C sort)
MODULE_FILES = $(shell cd lua && find rigid -type f 2>/dev/null | LC_ALL=C sort)
JOBS      ?= $(shell nproc 2>/dev/null || echo 1)
SUBMAKE    = $(MAKE) --no-print-directory $(if $(findstring -j,$(MAKEFLAGS)),,-j$(JOBS))
PACKAGES   = CC="$(CC)" CXX="$(CXX)" EIGEN_INCDIR="$(EIGEN_INCDIR)" LUA="$(LUA)" BUSTED="$(BUSTED)" LUA_INCDIR="$(LUA_INCDIR)" tools/packages
# The checkout's own modules first, then what the machine has.
LUA_ENV    = LUA_PATH="./lua/?.lua;./lua/?/init.lua;./?.lua;$${LUA_PATH:-};;" \
             LUA_CPATH="$(B)/lib/?.so;$${LUA_CPATH:-};;"

# What is sanitized runs in so many parts, since what one process has piled up slows down all that comes after.
SANITIZED_PARTS = sanitize-0 sanitize-1 sanitize-2 sanitize-3

.DELETE_ON_ERROR:
.PHONY: build run test check lint layers links doc digits twins asserts dense browser sanitize $(SANITIZED_PARTS) sanitized gc oom fuzz fuzz-calls threads portable mutate siege kill-writers staged bench bench-more module manual install install-module uninstall dist deb format clean help

build: $(B)/librigid.a $(B)/lib/rigid/core.so $(B)/lib/rigid/meshes.so $(PROGRAM)

# ---- the two commands -----------------------------------------------------------------------------------------------

run:
	@$(PACKAGES) run
	@$(SUBMAKE) -s build
	@./$(PROGRAM) examples/01_tour.lua
	@if test -t 0 && test -t 1; then exec ./$(PROGRAM); fi

test:
	@$(PACKAGES) test
	@$(SUBMAKE) -s build
	@$(LUA_ENV) $(if $(SPECS),,RIGID_BROWSER=later tools/specs $(JOBS)) $(LUA) $(BUSTED) $(SPECS)

# ---- the pieces -----------------------------------------------------------------------------------------------------

$(B)/core/%.o: src/core/%.c $(B)/flags | $(ROOMS)
	$(C) $(C_CORE) -c -o $@ $<

$(B)/core/%.avx2.o: src/core/%.c $(B)/flags | $(ROOMS)
	$(C) $(COPY_avx2) -c -o $@ $<

$(KERNELS:%=$(B)/core/tree/%.v4.o): TUNED = $(TUNED_v4)
$(B)/core/%.v4.o: src/core/%.c $(B)/flags | $(ROOMS)
	$(C) $(COPY_v4) -c -o $@ $<

$(B)/bind/%.o: src/bind/%.c $(B)/flags | $(B)/bind
	$(C) $(C_BIND) -c -o $@ $<

$(B)/dense/%.o: src/dense/%.c $(B)/flags | $(B)/dense
	$(C) -c -o $@ $<

$(B)/dense/%.o: src/dense/%.cpp $(B)/dense-flags | $(B)/dense
	$(CPLUS) -c -o $@ $<

$(B)/mesh/%.o: src/mesh/%.c $(B)/mesh-flags | $(B)/mesh
	$(C) $(C_MESH) -c -o $@ $<

$(B)/program/%.o: src/program/%.c $(B)/flags $(B)/luadir | $(B)/program
	$(C) $(C_BIND) $(C_PROGRAM) -c -o $@ $<

$(B)/librigid.a: $(CORE) $(B)/objects
	rm -f $@
	$(AR) rcs $@ $(CORE)

$(B)/lib/rigid/core.so: $(BIND) $(CORE) $(B)/objects tools/core.map | $(B)/lib/rigid
	$(LINK_DENSE) $(call MODULE,core) -o $@ $(BIND) $(CORE) -lm -ldl

# Loaded when a mesh file is first asked for, so that nothing else waits for assimp. It has a core of its own inside.
$(B)/lib/rigid/meshes.so: $(MESH) $(CORE) $(B)/mesh-objects tools/meshes.map | $(B)/lib/rigid
	$(LINK) $(call MODULE,meshes) -o $@ $(MESH) $(CORE) $(ASSIMP_LIB) $(QHULL_LIB) -lm

$(PROGRAM): $(INTERPRETER) $(BIND) $(CORE) $(B)/objects
	$(LINK_DENSE) -rdynamic -o $@ $(INTERPRETER) $(BIND) $(CORE) $(LUA_LIB) -lm -ldl

$(B)/core $(ROOMS) $(B)/bind $(B)/dense $(B)/mesh $(B)/program $(B)/lib/rigid:
	mkdir -p $@

# Files that hold what things are made with and of, touched only when that changes; what depends on them is then made anew.
define note
@echo '$(1)' | cmp -s - $@ || echo '$(1)' >$@
endef
$(B)/flags: FORCE | $(B)/core
	$(call note,$(C) $(C_BIND) $(C_CORE) $(COPY_avx2) $(COPY_v4) $(TUNED_v4))
$(B)/dense-flags: FORCE | $(B)/core
	$(call note,$(CPLUS))
$(B)/mesh-flags: FORCE | $(B)/core
	$(call note,$(C) $(C_MESH))
$(B)/mesh-objects: FORCE | $(B)/core
	$(call note,$(CORE) $(MESH) $(LINK) $(ASSIMP_LIB) $(QHULL_LIB))
$(B)/luadir: FORCE | $(B)/core
	$(call note,$(C_PROGRAM))
$(B)/objects: FORCE | $(B)/core
	$(call note,$(CORE) $(BIND) $(LINK) $(LINK_DENSE) $(LUA_LIB))
.PHONY: FORCE

-include $(CORE:.o=.d) $(BIND:.o=.d) $(MESH:.o=.d) $(INTERPRETER:.o=.d)

# ---- the checks -----------------------------------------------------------------------------------------------------

SANITIZERS = -fsanitize=address,undefined,float-cast-overflow -fno-sanitize-recover=all
# AddressSanitizer sees every object of Lua's too: each is a block of its own from malloc. Of Eigen's templates it sees blocks and stacks, and
# their own assertions are on; the rest would take three times as long to compile.
ASAN      = B=build-asan PROGRAM=build-asan/rigid LUADIR=$(CURDIR)/lua CFLAGS="-O1 -g1 -fno-omit-frame-pointer" \
            SANITIZE="$(SANITIZERS) -DRIGID_ASSERTS" CXXFLAGS=-O1 SANITIZE_DENSE=-fsanitize=address
ASAN_ENV  = UBSAN_OPTIONS=print_stacktrace=1 ASAN_OPTIONS=detect_stack_use_after_return=1:detect_leaks=$$(tools/can_detect_leaks)
specs_without = $(filter-out $(addprefix spec/,$1),$(wildcard spec/*/*_spec.lua))
# Not under the forced collector: what counts bytes, what only starts other processes, what is all Lua, and the loaders,
# which are tried up to limits of size and time that it would take hours to reach.
GC_SPECS  = $(call specs_without,check/% control/% display/% generate/% identification/% kinematics/% solvers/% trajectories/% lessons/% mesh/% plot/% program/% prompt/% sweep/% view/% doc/pages% doc/examples% \
            doctor/geometry% files/assemble% files/dialects% files/formats% files/loading% files/mjcf% files/rbdl% files/robots% files/sandbox% files/saving% files/sdf% files/urdf% files/hostile% files/xacro% files/robot_names% module/altered% module/memory% \
            motion/together% motion/contact_borders% motion/jams% motion/light_rods% motion/long_loops% batch/many_trees% simulation/resistance% simulation/holds% simulation/methods%)
# These leave each other's files alone, and run side by side: what is soon wrong, and then the longest first.
CHECKS    = lint layers twins asserts dense links $(SANITIZED_PARTS) digits gc browser oom threads staged fuzz-calls fuzz

check:
	@$(PACKAGES) test
	@$(PACKAGES) check || echo "going on without luacheck"
	@$(SUBMAKE) -s build sanitized build-asan/gc_step build-asan/oom
	@MAKE="$(MAKE)" tools/check $(CHECKS)

# What a browser shows, in a headless Chromium: `make test` leaves it out, as it takes minutes and is not everywhere.
browser: build
	@$(LUA_ENV) $(LUA) $(BUSTED) spec/view spec/doc/pages_spec.lua

# The suite, in a shuffled order and by a sanitized interpreter, but for what is all Lua, or a browser's work, and takes minutes there.
SANITIZED_SPECS = $(call specs_without,check/% doctor/% doc/pages% identification/excitation% lessons/% view/%)
sanitize: $(SANITIZED_PARTS)
$(SANITIZED_PARTS): sanitize-%: build sanitized
	@specs=$$(printf '%s\n' $(or $(SPECS),$(SANITIZED_SPECS)) | awk 'NR % 4 == $*'); \
	[ -z "$$specs" ] || RIGID_DRAWS=40 $(ASAN_ENV) $(LUA_ENV) tools/suite ./build-asan/rigid $(BUSTED) $$specs

# A full collection forced at the birth of every object: of the script that calls every public function, then of the specs, for 150 s
# of the processor, from another file on after each commit. GC_SECONDS=1e9 takes all.
GC_SECONDS = 150
gc: build build-asan/gc_step
	@RIGID_DRAWS=40 SEED=$${SEED:-$$(git rev-list --count HEAD 2>/dev/null)} $(ASAN_ENV) $(LUA_ENV) ./build-asan/gc_step test/gc_step.lua $(GC_SECONDS) test/every_function.lua $(GC_SPECS)

# The k-th allocation fails, for every k of the scripts that call every public function, and every function of the console; after every
# seventh all runs once more in that state, from another k on after each commit. OOM_AGAIN=1 runs it after each.
OOM_AGAIN = 7
oom: build build-asan/oom
	@export SEED=$${SEED:-$$(git rev-list --count HEAD 2>/dev/null)}; for script in every_function console; do \
	    $(ASAN_ENV) $(LUA_ENV) ./build-asan/oom test/$$script.lua $(OOM_AGAIN) $$SEED || exit 1; \
	done

# Mutated robot files for 20 s of the processor, drawn from the same seed each time; FUZZ="1800 7" runs longer, elsewhere.
fuzz: sanitized
	@$(ASAN_ENV) $(LUA_ENV) ./build-asan/rigid test/fuzz/loaders.lua $(FUZZ)

# Random sequences of calls of every public function for 60 s of the processor; FUZZ="1800 7" runs longer, elsewhere.
fuzz-calls: sanitized
	@$(ASAN_ENV) $(LUA_ENV) test/fuzz/run build-asan/rigid $(FUZZ)

# Several threads, each with Lua states of its own, under ThreadSanitizer, which knows few layouts of an address space.
TSAN = B=build-tsan PROGRAM=build-tsan/rigid LUADIR=$(CURDIR)/lua CFLAGS="-O1 -g1" SANITIZE="-fsanitize=thread -DRIGID_ASSERTS"
threads:
	@$(SUBMAKE) -s $(TSAN) build-tsan/threads build-tsan/lib/rigid/meshes.so
	@fixed=$$(setarch -R true 2>/dev/null && echo setarch -R); \
	    TSAN_OPTIONS=halt_on_error=1 LUA_PATH="./lua/?.lua;./lua/?/init.lua;./?.lua;$${LUA_PATH:-};;" \
	    LUA_CPATH="build-tsan/lib/?.so;$${LUA_CPATH:-};;" $$fixed build-tsan/threads test/threads.lua

# By the sub-make alone, whose B and SANITIZE these are.
build-tsan/threads: test/c/threads.c $(BIND) $(CORE)
	@$(C) -I$(LUA_INCDIR) -pthread -c -o $@.o $<
	@$(LINK_DENSE) -pthread -rdynamic -o $@ $@.o $(filter %.o,$^) $(LUA_LIB) -lm -ldl

# By hand, for an hour or so: does a spec fail for each change of one place in the core and in the numeric Lua?
# MUTATE=word: only those whose file or line has the word; MUTATE=unjudged: those of which nothing is written down yet.
mutate:
	@LUA="$(LUA)" BUSTED="$(BUSTED)" MAKE="$(MAKE)" nice $(LUA) test/mutate/run.lua build-mutate $(JOBS) '$(MUTATE)'

# The prompt under every assignment to a standard name, and under Ctrl-C at random moments of all that takes long: a quarter of
# an hour. SIEGE="ASSIGNMENTS INTERRUPTS SEED" for another measure.
siege: build
	@$(LUA_ENV) $(LUA) test/siege.lua $(SIEGE)

# Each writer of files killed at random moments, and on a full disk; KILLS="1000 7" for more of them, from another seed.
kill-writers: build $(B)/kill_at
	@$(LUA) test/kill_writers.lua $(B)/kill_at ./$(PROGRAM) $(KILLS)

$(B)/kill_at: test/c/kill_at.c
	@$(CC) -std=c11 $(WARN) -O2 -o $@ $<

build-asan/gc_step build-asan/oom: build-asan/%: test/c/%.c sanitized
	@$(CC) -std=c11 $(WARN) -O1 -g $(SANITIZERS) -I$(LUA_INCDIR) $(C_PROGRAM) -c -o $@.o $<
	@$(CXX) $(SANITIZERS) -rdynamic -o $@ $@.o $(patsubst src/%.c,build-asan/%.o,$(wildcard src/core/*/*.c src/bind/*.c) \
	    $(filter-out src/program/main.c,$(wildcard src/program/*.c))) \
	    $(DENSE:$(B)/%=build-asan/%) $(LUA_LIB) -lm -ldl

sanitized:
	+@$(SUBMAKE) -s $(ASAN) build

layers: build
	@CC="$(CC)" LUA="$(LUA)" LUA_INCDIR="$(LUA_INCDIR)" tools/layers $(B)/librigid.a

# The copies of the core for different processors give the same digits.
digits: build sanitized
	@tools/digits $(B) build-asan "$(COPIED)" $(CC) -std=c11 $(EXACT) $(CFLAGS)

# The kernels and the book's algorithms (src/core/tree/plain) give the same, and those over a register of states as well.
twins: $(B)/librigid.a
	@$(CC) -std=c11 $(WARN) -Wno-vla -Wno-psabi $(EXACT) $(CFLAGS) -o $(B)/twins test/c/twins.c test/c/twins_lanes.c $(B)/librigid.a -lm
	@$(B)/twins

# The core's asserts, where they are compiled in, notice what they are for.
asserts:
	@mkdir -p $(B)
	@$(CC) -std=c11 $(WARN) $(EXACT) -O0 -DRIGID_ASSERTS -o $(B)/asserts test/c/asserts.c $(wildcard src/core/*/*.c) -lm
	@$(B)/asserts

# The dense algebra multiplies back to what it was given, and survives every request for memory being refused.
WRAPPED = $(addprefix -Wl$(comma)--wrap=,malloc calloc realloc free)
dense: $(DENSE) $(B)/objects
	@$(CC) -std=c11 $(WARN) $(CFLAGS) -c -o $(B)/dense-test.o test/c/dense.c
	@$(LINK_DENSE) $(WRAPPED) -o $(B)/dense-test $(B)/dense-test.o $(DENSE) -lm
	@$(B)/dense-test

# Every C file without a warning, every Lua file compiled, luacheck's findings, and the plain rules of the house.
lint:
	@for f in $(filter-out $(if $(call where_found,expat.h,yes),,src/web/xml.c),$(filter %.c,$(C_FILES))); do \
	    $(CC) -std=c11 $(WARN) -Werror -O1 -Iinclude -I$(LUA_INCDIR) $(ASSIMP_CFLAGS) $(QHULL_CFLAGS) \
	        -DRIGID_LUADIR='""' -DRIGID_LIBDIR='""' -fsyntax-only $$f || exit 1; \
	done
	@for f in $(filter %.cpp,$(CXX_FILES)); do $(CPLUS) -Werror -MF /dev/null -fsyntax-only $$f || exit 1; done
	@for f in $(LUA_FILES); do $(LUAC) -p $$f || exit 1; done # one by one: Debian's luac -p frees twice with several
	@$(LUA) tools/style.lua $(LUA_FILES) $(C_FILES) $(CXX_FILES) $(wildcard examples/cpp/*) $(PAGE_FILES)
	@$(LUA) test/mutate/check.lua
	@if command -v luacheck >/dev/null; then luacheck -q $(LUA_FILES); else echo "luacheck is not installed: skipped"; fi

# What `make install` puts into an empty place works from there alone, and `make uninstall` leaves nothing behind.
staged: build
	@CC="$(CC)" LUA="$(LUA)" MAKE="$(MAKE)" tools/staged $(B)

# Every compiler that is installed, musl, aarch64, and what stands in where a linker or a loader lacks something.
portable:
	@MAKE="$(MAKE)" LUA="$(LUA)" BUSTED="$(BUSTED)" CC="$(CC)" CXX="$(CXX)" tools/portable $(ONLY)

# Every link of the texts leads somewhere; and every one of the pages built from them, where pages can be built.
links:
	@if command -v cmark-gfm >/dev/null && command -v node >/dev/null && [ -e /usr/share/javascript/katex ]; then \
	    $(LUA) tools/doc/build.lua $(B)/doc && $(LUA) tools/doc/links.lua $(B)/doc; \
	else \
	    echo "cmark-gfm, node or libjs-katex is not installed: the texts alone are checked"; $(LUA) tools/doc/links.lua; \
	fi

include tools/web/rules.mk

# ---- the rest -------------------------------------------------------------------------------------------------------

$(B)/bench-core: bench/core.c $(B)/librigid.a
	$(C) -o $@ $< $(B)/librigid.a -lm

bench: build $(B)/bench-core
	@LUA_INCDIR="$(LUA_INCDIR)" EIGEN_INCDIR="$(EIGEN_INCDIR)" bench/peers/build $(B)/peers $(B)/librigid.a
	@./$(PROGRAM) bench/table.lua --svg $(B)/bench.svg
bench-more: build
	@for f in $(sort $(filter-out bench/table.lua,$(wildcard bench/*.lua))); do ./$(PROGRAM) $$f || exit 1; done

# What luarocks builds and installs: the module, without the program and the C library.
module: $(B)/lib/rigid/core.so $(B)/lib/rigid/meshes.so
install-module: module
	install -d $(DESTDIR)$(LUADIR)/rigid $(DESTDIR)$(LIBDIR)/rigid
	for f in $(MODULE_FILES); do \
	    install -d $(DESTDIR)$(LUADIR)/$${f%/*} && install -m 644 lua/$$f $(DESTDIR)$(LUADIR)/$$f || exit 1; \
	done
	install -m 644 doc/lessons/[01]*.md doc/demo.md $(DESTDIR)$(LUADIR)/rigid/lessons/
	install -d $(DESTDIR)$(LUADIR)/rigid/lessons/pictures
	install -m 644 doc/lessons/pictures/*.svg $(DESTDIR)$(LUADIR)/rigid/lessons/pictures/
	install -m 755 $(B)/lib/rigid/core.so $(B)/lib/rigid/meshes.so $(DESTDIR)$(LIBDIR)/rigid/

# The guide, the lessons and the reference as pages: $(B)/doc/index.html.
doc: build
	@$(PACKAGES) doc
	@$(LUA_ENV) $(LUA) tools/doc/build.lua $(B)/doc

# Manual pages and the completions of bash, zsh and fish, from what the program says with --help.
SHARED = man/man1/rigid.1 bash-completion/completions/rigid zsh/site-functions/_rigid fish/vendor_completions.d/rigid.fish
manual: build
	@rm -rf $(B)/share
	@$(LUA_ENV) $(abspath $(PROGRAM)) tools/manual/build.lua $(abspath $(PROGRAM)) $(B)/share

# The module after the manual: a program that stands elsewhere finds its Lua files where they are installed, and would read them half written.
install: build manual
	+@$(SUBMAKE) install-module
	install -d $(addprefix $(DESTDIR)$(PREFIX)/,bin include/rigid lib/pkgconfig lib/cmake/rigid $(dir $(SHARED:%=share/%)))
	if [ -e $(B)/share ]; then \
	    for f in $(SHARED); do install -m 644 $(B)/share/$$f $(DESTDIR)$(PREFIX)/share/$$f || exit 1; done; \
	    install -m 644 $(B)/share/man/man1/rigid-*.1 $(DESTDIR)$(PREFIX)/share/man/man1/; \
	fi
	install -m 755 $(PROGRAM) $(DESTDIR)$(PREFIX)/bin/rigid
	install -m 644 $(B)/librigid.a $(DESTDIR)$(PREFIX)/lib/librigid.a
	install -m 644 include/rigid/*.h $(DESTDIR)$(PREFIX)/include/rigid/
	sed 's|@PREFIX@|$(PREFIX)|; s|@VERSION@|$(VERSION)|' tools/rigid.pc >$(B)/rigid.pc
	install -m 644 $(B)/rigid.pc $(DESTDIR)$(PREFIX)/lib/pkgconfig/rigid.pc
	install -m 644 tools/rigidConfig.cmake $(DESTDIR)$(PREFIX)/lib/cmake/rigid/rigidConfig.cmake

# Directories that only what was there had any use for go with it, where nothing else is in them.
EMPTIED = $(addprefix $(DESTDIR)$(PREFIX)/,share/man/man1 share/bash-completion/completions share/bash-completion share/zsh/site-functions \
          share/zsh share/fish/vendor_completions.d share/fish lib/pkgconfig lib/cmake) \
          $(foreach d,$(LUADIR) $(LIBDIR),$(DESTDIR)$(d) $(patsubst %/,%,$(dir $(DESTDIR)$(d))))

uninstall:
	rm -f $(addprefix $(DESTDIR)$(PREFIX)/,bin/rigid lib/librigid.a lib/pkgconfig/rigid.pc $(SHARED:%=share/%) share/man/man1/rigid-*.1)
	rm -rf $(addprefix $(DESTDIR)$(PREFIX)/,include/rigid lib/cmake/rigid) $(DESTDIR)$(LUADIR)/rigid $(DESTDIR)$(LIBDIR)/rigid
	for d in $(EMPTIED); do rmdir "$$d" 2>/dev/null || true; done

# The source as others pack it, and a package for Debian: $(B)/rigid-$(VERSION).tar.gz, $(B)/rigid_$(VERSION)_*.deb.
dist:
	@mkdir -p $(B)
	git archive --prefix=rigid-$(VERSION)/ -o $(B)/rigid-$(VERSION).tar.gz HEAD
deb: dist
	@$(PACKAGES) deb
	@tools/debian/build $(B) $(VERSION)

format:
	clang-format -i $(C_FILES) $(CXX_FILES)

clean:
	rm -rf build build-asan build-tsan rigid

help:
	@echo "make run        install what is missing, build, show the tour; at a terminal, stay in the interpreter"
	@echo "make test       install what is missing, build, run every spec (SPECS=spec/tree for a room or a file)"
	@echo "make check      all of: $(CHECKS)"
	@echo "make build      build/librigid.a, build/lib/rigid/core.so and meshes.so, ./rigid"
	@echo "make bench      the speed table, beside other libraries; make bench-more: the small operations, and how often the doctor is right"
	@echo "make doc        the guide, the lessons and the reference as pages: build/doc/index.html"
	@echo "make web        the whole bench as pages that need no server: build/web/index.html; make check-web tries them"
	@echo "make install    to PREFIX=$(PREFIX), under DESTDIR; make uninstall takes it away again"
	@echo "make lint       warnings, luacheck, the rules of the house"
	@echo "make layers     the core stands alone; nothing reaches upward"
	@echo "make digits     the core's copies for wider processors give the same digits"
	@echo "make twins      the kernels give what the book's algorithms give"
	@echo "make asserts    the core's asserts notice what they are for"
	@echo "make dense      the dense algebra keeps its word, also where memory ends"
	@echo "make browser    the 3D view and the pages in a headless Chromium"
	@echo "make sanitize   the specs under AddressSanitizer and UBSan in a shuffled order (SEED=4242 for that one); they leave nothing"
	@echo "make gc         the specs with a full collection forced whenever an object is made"
	@echo "make oom        every allocation fails once: a clean error each time, and no leak"
	@echo "make fuzz       mutated robot files, 20 s of the processor (FUZZ=\"SECONDS SEED\" for more)"
	@echo "make mutate     does a spec notice each of some hundred small changes of the numeric code? (MUTATE=word for some)"
	@echo "make siege      the prompt under assignments to standard names and Ctrl-C at 1000 moments (a quarter of an hour)"
	@echo "make fuzz-calls every public function in random sequences, 60 s of the processor (FUZZ=\"SECONDS SEED\" for more)"
	@echo "make threads    several threads with Lua states of their own, under ThreadSanitizer"
	@echo "make portable   every compiler that is installed, musl, aarch64 (ONLY=\"gcc-11 musl\" for some)"
	@echo "make kill-writers  every writer of files ended at random moments: no file is lost (KILLS=\"COUNT SEED\")"
	@echo "make links      every link in the texts and pages leads somewhere"
	@echo "make staged     what is installed works from where it is installed"
	@echo "make dist       the source as an archive; make deb: a package for Debian, with manual pages and completions"
	@echo "make format     clang-format over the C files"
	@echo "make clean      away with what was built"
