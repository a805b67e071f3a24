# The pages that hold the whole bench: build/web/, made by emscripten. Nothing here is needed by any other target.
#   make web        the folder
#   make check-web  its specs, in a headless Chromium
#   make bench-web  the algorithms in WebAssembly beside the program

EMCC   ?= emcc
W       = $(B)/web-objects
E_C     = $(EMCC) -O2 $(EXACT) -MMD -MP
E_OURS_C    = $(E_C) -std=c11 -I$(W)/sources/lua -I$(W)/sources/expat -I$(W)/sources -DRIGID_QHULL -DRIGID_LUADIR=\"/rigid/lua\" \
              -DRIGID_LIBDIR=\"/rigid/lib\"
E_OURS_CPP  = $(E_C) -std=c++14 -fno-rtti -fexceptions -isystem $(EIGEN_INCDIR)
E_EXPAT_C   = $(E_C) -DXML_POOR_ENTROPY -DXML_STATIC -I$(W)/sources/expat
E_QHULL_C   = $(E_C) -w
# Eigen is the one that throws (src/dense/*.cpp); jumps of setjmp, which Lua's errors are, need no flag.
# A node that is not Debian's does not look where Debian has acorn.
E_LINK  = NODE_PATH="$${NODE_PATH:-/usr/share/nodejs}" $(EMCC) -O2 -fexceptions -sALLOW_MEMORY_GROWTH -sMAXIMUM_MEMORY=1GB -sTOTAL_STACK=4MB \
          -sNODEJS_CATCH_EXIT=0 -sNODEJS_CATCH_REJECTION=0 --js-library src/web/library.js
E_PAGE  = -sMODULARIZE -sEXPORT_NAME=RigidEngine -sENVIRONMENT=web,worker,node -sINITIAL_MEMORY=32MB -sFORCE_FILESYSTEM -sEXIT_RUNTIME=0 \
          -sEXPORTED_FUNCTIONS=_rigid_web_open,_rigid_web_take,_malloc,_free -sEXPORTED_RUNTIME_METHODS=FS,ENV
E_NODE  = -sENVIRONMENT=node -sNODERAWFS -sEXIT_RUNTIME=1 --pre-js src/web/node.js --js-library src/web/clock.js

E_LUA_FILES = lapi lauxlib lbaselib lcode lcorolib lctype ldblib ldebug ldo ldump lfunc lgc linit liolib llex lmathlib lmem loadlib \
              lobject lopcodes loslib lparser lstate lstring lstrlib ltable ltablib ltm lundump lutf8lib lvm lzio
E_QHULL_FILES = geom_r geom2_r global_r io_r libqhull_r mem_r merge_r poly_r poly2_r qset_r random_r rboxlib_r stat_r user_r usermem_r userprintf_r \
                userprintf_rbox_r
# Of src/mesh what reads no file by itself: src/web/meshes.c has the page do that.
E_OURS   = $(wildcard src/core/*/*.c src/bind/*.c src/dense/*.c src/program/*.c src/web/*.c) \
           $(filter-out src/mesh/read.c src/mesh/child.c,$(wildcard src/mesh/*.c))
E_ALL    = $(E_OURS:src/%.c=$(W)/%.o) $(patsubst src/%.cpp,$(W)/%.o,$(wildcard src/dense/*.cpp)) $(E_LUA_FILES:%=$(W)/lua/%.o) $(patsubst %,$(W)/expat/%.o,xmlparse xmlrole xmltok) $(E_QHULL_FILES:%=$(W)/qhull/%.o)

.PHONY: web web-built check-web bench-web
web: build
	@$(PACKAGES) web
	@command -v $(EMCC) >/dev/null || { echo "make web needs emscripten (Debian: apt-get install emscripten), which is not here and could not be installed" >&2; exit 1; }
	@$(SUBMAKE) -s web-built

web-built: $(W)/engine.js tools/web/build.lua
	@$(LUA_ENV) $(LUA) tools/web/build.lua $(W) $(B)/web

$(W)/sources: tools/web/sources
	@mkdir -p $(W)
	@tools/web/sources $(abspath $@)

$(W)/lua/%.o: | $(W)/sources
	@mkdir -p $(@D)
	$(E_C) -c -o $@ $(W)/sources/lua/$*.c
$(W)/expat/%.o: | $(W)/sources
	@mkdir -p $(@D)
	$(E_EXPAT_C) -c -o $@ $(W)/sources/expat/$*.c
$(W)/qhull/%.o: | $(W)/sources
	@mkdir -p $(@D)
	$(E_QHULL_C) -c -o $@ $(W)/sources/libqhull_r/$*.c
$(W)/dense/%.o: src/dense/%.cpp
	@mkdir -p $(@D)
	$(E_OURS_CPP) -c -o $@ $<
$(W)/%.o: src/%.c | $(W)/sources
	@mkdir -p $(@D)
	$(E_OURS_C) -c -o $@ $<

$(E_ALL): $(W)/flags
$(W)/flags: FORCE
	@mkdir -p $(@D)
	$(call note,$(E_OURS_C) $(E_OURS_CPP) $(E_EXPAT_C) $(E_QHULL_C))

$(W)/link-flags: FORCE
	@mkdir -p $(@D)
	$(call note,$(E_LINK) $(E_PAGE) $(E_NODE))

$(W)/engine.js: $(filter-out $(W)/program/main.o,$(E_ALL)) src/web/library.js $(W)/link-flags
	$(E_LINK) $(E_PAGE) -o $@ $(filter %.o,$^)

# The whole program under node, which sees the disk: for specs.
$(W)/rigid.js: $(filter-out $(W)/web/engine.o,$(E_ALL)) src/web/library.js src/web/node.js src/web/clock.js $(W)/link-flags
	$(E_LINK) $(E_NODE) -o $@ $(filter %.o,$^)

# Those that are there: make would try to make the others, by the rules above.
-include $(wildcard $(E_ALL:.o=.d))

# Their specs. They are named *_check.lua, so that `make test` needs no emscripten. Then the suite's own specs in WebAssembly, of these rooms;
# spec/support/not_in_wasm.lua says which of them cannot be there, and why. WASM_SPECS names others.
WASM_ROOMS  = numbers body tree motion kinematics solvers trajectories control frames batch identification simulation files doctor display
WASM_SPECS ?= $(wildcard $(WASM_ROOMS:%=spec/%/*_spec.lua))
check-web: web
	@$(PACKAGES) check
	@$(LUA_ENV) $(LUA) $(BUSTED) --pattern=_check $(or $(SPECS),spec/web)
	@$(SUBMAKE) -s $(W)/rigid.js
	@LUA_PATH="$$($(LUA_ENV) $(LUA) -e 'print(package.path)')" RIGID_PROGRAM=$(CURDIR)/tools/web/under_node B=$(B) node $(W)/rigid.js spec/support/plain_busted.lua $(WASM_SPECS)

bench-web: web
	@$(SUBMAKE) -s $(W)/rigid.js
	@$(LUA_ENV) $(LUA) tools/web/beside.lua ./$(PROGRAM) $(W)/rigid.js
