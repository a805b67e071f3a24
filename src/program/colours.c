/* Lua in colours while it is typed, and the bracket that belongs to the one at the cursor. Readline draws the line as
   ever; what it has drawn is painted over with the same letters in colours, so that its own idea of the screen stays true.
   Where that cannot be done with certainty (a line that does not fit into one row, letters beyond ASCII, a search) it stays
   plain. */
#include "program.h"

#include <ctype.h>
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

/* What GNU Readline offers for it. */
static void (*usual_redisplay)(void), (*screen_size)(int *, int *);
static int (*terminal_number)(const char *);
static char **line, **shown_prompt;
static int *point, *end;
static FILE **output;

typedef enum kind { PLAIN, KEYWORD, NUMBER, STRING, COMMENT, MATCH, ODD } kind;
static const char *const colours[] = {"\033[0m", "\033[1;34m", "\033[36m", "\033[32m", "\033[90m", "\033[1;33m", "\033[1;31m"};

enum { LONGEST = 400 }; /* letters of a line that is painted */

/* ---- the words of the line ------------------------------------------------------------------------------------------- */

static bool is_keyword(const char *word, size_t length) {
    static const char words[] = " and break do else elseif end false for function goto if in local nil not or repeat return"
                                " then true until while ";
    char padded[16];
    if (length > sizeof padded - 3)
        return false;
    snprintf(padded, sizeof padded, " %.*s ", (int)length, word);
    return strstr(words, padded) != NULL;
}

/* Where the string ends whose quote stands at `at`; n where it does not. */
static int string_end(const char *text, int at, int n) {
    for (int i = at + 1; i < n; i++) {
        if (text[i] == '\\')
            i++;
        else if (text[i] == text[at])
            return i + 1;
    }
    return n;
}

/* Where the long bracket ends that opens at `at`, -1 where none does. */
static int long_end(const char *text, int at, int n) {
    int level = 0;
    while (at + 1 + level < n && text[at + 1 + level] == '=')
        level++;
    if (text[at] != '[' || at + 1 + level >= n || text[at + 1 + level] != '[')
        return -1;
    for (int i = at + 2 + level; i + level + 1 < n; i++)
        if (text[i] == ']' && (int)strspn(text + i + 1, "=") == level && text[i + 1 + level] == ']')
            return i + level + 2;
    return n;
}

/* The end of the word at `at`, and what it is. */
static int word_end(const char *text, int at, int n, kind *is) {
    int stop = at + 1;
    *is = PLAIN;
    if (isalpha((unsigned char)text[at]) || text[at] == '_') {
        while (stop < n && (isalnum((unsigned char)text[stop]) || text[stop] == '_'))
            stop++;
        *is = is_keyword(text + at, (size_t)(stop - at)) ? KEYWORD : PLAIN;
    } else if (isdigit((unsigned char)text[at]) || (text[at] == '.' && stop < n && isdigit((unsigned char)text[stop]))) {
        while (stop < n && (isalnum((unsigned char)text[stop]) || text[stop] == '.' ||
                            (strchr("+-", text[stop]) && strchr("eEpP", text[stop - 1]))))
            stop++;
        *is = NUMBER;
    } else if (text[at] == '"' || text[at] == '\'') {
        stop = string_end(text, at, n);
        *is = STRING;
    } else if (text[at] == '-' && stop < n && text[stop] == '-') {
        int over = stop + 1 < n ? long_end(text, stop + 1, n) : -1;
        stop = over < 0 ? n : over;
        *is = COMMENT;
    } else if (long_end(text, at, n) > 0) {
        stop = long_end(text, at, n);
        *is = STRING;
    }
    return stop;
}

static bool is_bracket(char c, const char *of) { return c && strchr(of, c); }

static bool belong(char opening, char closing) {
    return (opening == '(' && closing == ')') || (opening == '[' && closing == ']') || (opening == '{' && closing == '}');
}

/* Mark the bracket at the cursor, or before it, with the one that belongs to it; and those that close what is not open. */
static void mark_brackets(const char *text, int n, int cursor, kind *kinds) {
    int open[LONGEST], depth = 0;
    int at = cursor < n && kinds[cursor] == PLAIN && is_bracket(text[cursor], "([{") ? cursor : cursor - 1;
    for (int i = 0; i < n; i++) {
        if (kinds[i] != PLAIN)
            continue;
        if (is_bracket(text[i], "([{")) {
            open[depth++] = i;
        } else if (is_bracket(text[i], ")]}")) {
            int partner = depth > 0 && belong(text[open[depth - 1]], text[i]) ? open[--depth] : -1;
            if (partner < 0)
                kinds[i] = ODD;
            else if (i == at || partner == at)
                kinds[i] = kinds[partner] = MATCH;
        }
    }
}

/* ---- painting -------------------------------------------------------------------------------------------------------- */

static bool terminal_has_colours(void) {
    static int known = -1;
    const char *off = getenv("NO_COLOR");
    if (known < 0)
        known = !(off && *off) && terminal_number("Co") >= 8;
    return known > 0;
}

/* Whether the line is one that we paint: at the usual prompt, in one row, of plain letters. */
static bool is_paintable(const char *text, int n, const char *prompt) {
    int rows = 0, columns = 0;
    if (n == 0 || n >= LONGEST || text[0] == '?' || !(strcmp(prompt, "> ") == 0 || strcmp(prompt, ".. ") == 0))
        return false;
    screen_size(&rows, &columns);
    if ((int)strlen(prompt) + n >= columns)
        return false;
    for (int i = 0; i < n; i++)
        if (text[i] < ' ' || text[i] > '~')
            return false;
    return true;
}

static void paint(const char *text, int n, const kind *kinds, int prompt, int cursor) {
    FILE *out = *output;
    fprintf(out, "\r\033[%dC", prompt);
    for (int i = 0; i < n; i++) {
        if (i == 0 || kinds[i] != kinds[i - 1])
            fputs(colours[kinds[i]], out);
        fputc(text[i], out);
    }
    fprintf(out, "\033[0m\r\033[%dC", prompt + cursor);
}

static void redisplay(void) {
    kind kinds[LONGEST];
    usual_redisplay();
    if (!*line || !*shown_prompt || !terminal_has_colours() || !is_paintable(*line, *end, *shown_prompt))
        return;
    for (int at = 0, stop = 0; at < *end; at = stop) {
        kind is = PLAIN;
        stop = word_end(*line, at, *end, &is);
        for (int i = at; i < stop; i++)
            kinds[i] = is;
    }
    mark_brackets(*line, *end, *point, kinds);
    paint(*line, *end, kinds, (int)strlen(*shown_prompt), *point);
}

/* Readline asks its terminal nothing where another draws for it, so it is told of us only when that is done: just before the
   first line is read. */
static void (**redisplay_function)(void);
static int (**startup_hook)(void);

static int begin(void) {
    *redisplay_function = redisplay;
    *startup_hook = NULL;
    return 0;
}

void program_adopt_colours(void *library) {
    *(void **)&usual_redisplay = dlsym(library, "rl_redisplay");
    *(void **)&screen_size = dlsym(library, "rl_get_screen_size");
    *(void **)&terminal_number = dlsym(library, "tgetnum");
    *(void **)&redisplay_function = dlsym(library, "rl_redisplay_function");
    *(void **)&startup_hook = dlsym(library, "rl_startup_hook");
    line = (char **)dlsym(library, "rl_line_buffer");
    shown_prompt = (char **)dlsym(library, "rl_display_prompt");
    point = (int *)dlsym(library, "rl_point");
    end = (int *)dlsym(library, "rl_end");
    output = (FILE **)dlsym(library, "rl_outstream");
    bool functions = usual_redisplay && screen_size && terminal_number && redisplay_function && startup_hook;
    if (functions && line && shown_prompt && point && end && output && !*startup_hook)
        *startup_hook = begin;
}
