/* Values as people read them. */
#include "locale.h"
#include "print.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

char *rigid_format_number(char buffer[RIGID_NUMBER_WIDTH], int digits, double x) {
    if (isnan(x))
        return strcpy(buffer, "nan");
    bool plain = rigid_plain_numbers();
    snprintf(buffer, RIGID_NUMBER_WIDTH, "%.*g", digits, x == 0 ? 0.0 : x);
    rigid_usual_numbers(plain);
    return buffer;
}

void rigid_add_v3(luaL_Buffer *b, int digits, v3 a) {
    char x[RIGID_NUMBER_WIDTH], y[RIGID_NUMBER_WIDTH], z[RIGID_NUMBER_WIDTH];
    rigid_add_format(b, "(%s, %s, %s)", rigid_format_number(x, digits, a.x), rigid_format_number(y, digits, a.y),
                     rigid_format_number(z, digits, a.z));
}

void rigid_add_format(luaL_Buffer *b, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    char text[512];
    bool plain = rigid_plain_numbers();
    vsnprintf(text, sizeof text, format, arguments);
    rigid_usual_numbers(plain);
    va_end(arguments);
    luaL_addstring(b, text);
}

static int column_width(int digits, const double *at, int rows, int cols, int column) {
    char text[RIGID_NUMBER_WIDTH];
    int width = 0;
    for (int i = 0; i < rows; i++) {
        int n = (int)strlen(rigid_format_number(text, digits, at[(size_t)i * (size_t)cols + (size_t)column]));
        width = n > width ? n : width;
    }
    return width;
}

/* Column by column widths are found anew for each row: no memory is needed, and what is printed is small. */
void rigid_add_table(luaL_Buffer *b, int digits, const double *at, int rows, int cols, const char *indent) {
    char text[RIGID_NUMBER_WIDTH];
    for (int i = 0; i < rows; i++) {
        luaL_addstring(b, indent);
        for (int j = 0; j < cols; j++)
            rigid_add_format(b, "%s%*s", j > 0 ? "  " : "", column_width(digits, at, rows, cols, j),
                             rigid_format_number(text, digits, at[(size_t)i * (size_t)cols + (size_t)j]));
        if (i + 1 < rows)
            luaL_addchar(b, '\n');
    }
}

void rigid_push_list(lua_State *L, const double *at, int count) {
    lua_createtable(L, count, 0);
    for (int i = 0; i < count; i++) {
        lua_pushnumber(L, at[i]);
        lua_rawseti(L, -2, i + 1);
    }
}

void rigid_push_rows(lua_State *L, const double *at, int rows, int cols) {
    lua_createtable(L, rows, 0);
    for (int i = 0; i < rows; i++) {
        rigid_push_list(L, at + (size_t)i * (size_t)cols, cols);
        lua_rawseti(L, -2, i + 1);
    }
}

void rigid_push_inertia_fields(lua_State *L, sym3 I) {
    static const char *const names[] = {"xx", "yy", "zz", "xy", "xz", "yz"};
    const double values[] = {I.xx, I.yy, I.zz, I.xy, I.xz, I.yz};
    lua_createtable(L, 0, 6);
    for (int i = 0; i < 6; i++) {
        lua_pushnumber(L, values[i]);
        lua_setfield(L, -2, names[i]);
    }
}
