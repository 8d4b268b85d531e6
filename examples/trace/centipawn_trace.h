/* centipawn_trace.h: prints what an evaluation counts, for centipawn's fit. C99 or C++11.
 *
 * Copyright 2026 the centipawn authors
 *
 * Permission is hereby granted, free of charge, to any person obtaining a copy of this software
 * and associated documentation files (the "Software"), to deal in the Software without
 * restriction, including without limitation the rights to use, copy, modify, merge, publish,
 * distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the
 * Software is furnished to do so, subject to the following conditions:
 *
 * The above copyright notice and this permission notice shall be included in all copies or
 * substantial portions of the Software.
 *
 * THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING
 * BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND
 * NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM,
 * DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
 * OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
 *
 * Include it in every file that counts, outside of namespaces; C and C++ may be mixed. Without
 * -DTRACE it is nothing. Once, before the first position:
 *
 *     TRACE_SET("myengine");
 *     TRACE_TERM(Material, "material.{pawn,knight,bishop,rook,queen}");  two weights, S(mg, eg)
 *     TRACE_TERM(PieceSquare, "pst.{pawn,knight,bishop,rook,queen,king}.{a8..h1}");
 *     TRACE_TERM(Mobility, "mobility.{0..3}.{0..27}");
 *     TRACE_PLAIN(Tempo, "tempo");                                       one weight
 *     TRACE_FROM(Material[1], "material.{pawn,knight}");                 a part: from this one on
 *     TRACE_NAMED("BishopPair"); TRACE_NAMED_PLAIN("tempo");             of an enum, or a #define
 *
 * Braces hold the names of a dimension, in the order of the array: a list, a range of numbers, or
 * the squares a8..h1 or a1..h8. Beside every weight that is added, White's with +1, Black's with
 * -1, with the weight itself, of which the address tells the column:
 *
 *     TRACE_COUNT(PieceSquare[type][sq], color);
 *     TRACE_COUNT_NAMED("tempo", side);            what has no address
 *
 * Tables that are static in a header are others in every file: each file that counts them declares
 * them, by the same names.
 *
 * In every evaluation the factors of the two weights; what is added and not tuned, and a score, if
 * there are any. Then the row; result as "1-0", game an id or NULL, eval White's view:
 *
 *     TRACE_FACTORS(phase / 24.0, (24 - phase) / 24.0);
 *     TRACE_OFFSET(centipawns);
 *     TRACE_SCORE(centipawns);     a label beside the result: another engine's score, White's view
 *     TRACE_ROW(result, game, eval);
 *
 * An evaluation that is more than one sum of counts times weights, such as a square of king danger,
 * is a formula over sums (docs/engine_formula.md). The formula is declared once, and the sums in front
 * of the weights that are counted in them; those in front of all TRACE_SUMS are counted in linear:
 *
 *     TRACE_FORMULA("danger = square(max(0, danger_black)) - square(max(0, danger_white));"
 *                   "linear + danger / 720 * mg");
 *     TRACE_SUMS("danger_white danger_black");
 *     TRACE_TERM(Attackers, "Attackers.{0..3}");
 *
 * Counts go to the sum that was chosen last, until another one is or the row ends:
 *
 *     TRACE_SUM(danger_white);                     TRACE_SUM(linear) goes back
 *     TRACE_SUM_NAMED(us == WHITE ? "danger_white" : "danger_black");
 *     TRACE_COUNT_IN(us == WHITE ? "danger_white" : "danger_black", Attackers[1], n);    this one alone
 *     TRACE_FORGET("danger_white");                what it counted: danger of one attacker is not added
 *
 * Before the row the numbers of the position that the formula reads, in every evaluation; and, so that
 * a check tells which sum is off, what the engine has for a sum:
 *
 *     TRACE_INPUT("scale", factor / 128.0);
 *     TRACE_SUM_VALUE("danger_white", mg, eg);
 *
 * Under -DCENTIPAWN_LIVE, which needs centipawn_live.h beside this file, nothing is counted, and the
 * engine takes its weights from a file while it runs (docs/engine_live.md). The declarations are the
 * same; weights are variables, and constants in other builds:
 *
 *     static TRACE_CONST Score Material[5] = ..;   in place of const; TRACE_CONSTEXPR of constexpr
 *     TRACE_HALVES(MgTable, EgTable, "pst.pawn.{a8..h1}");   TRACE_TERM of halves in two arrays
 *     TRACE_PARAMETER(Slope, "danger.slope");      a weight that the formula reads: weight(danger.slope)
 *
 * What makes a weight of two halves in one number is said in front of the #include; so is the type of
 * the halves of a class, unless they are two int; and that the endgame's half is the first:
 *
 *     #define CENTIPAWN_PACK(mg, eg) S(mg, eg)
 *     #define CENTIPAWN_HALF short
 *     #define CENTIPAWN_EG_FIRST
 *
 * The engine's protocol gets four lines, the first two once, when all weights are declared:
 *
 *     TRACE_LIVE_HOOK(rebuild_tables);             void (*)(void), after weights were taken
 *     TRACE_LIVE_START();                          takes the file that CENTIPAWN_WEIGHTS names
 *     TRACE_LIVE_OPTION();                         in the answer to uci
 *     if (TRACE_LIVE_LINE(line)) continue;         setoption name CentipawnWeights value FILE
 *
 * An engine that has taken the line apart calls TRACE_LIVE_LOAD(value) for this option.
 */
#ifndef CENTIPAWN_TRACE_H
#define CENTIPAWN_TRACE_H

#if defined CENTIPAWN_LIVE

#if defined TRACE && TRACE + 0
#error "TRACE counts, CENTIPAWN_LIVE plays: define one of them"
#endif
#include "centipawn_live.h"

#define TRACE_SET(name) ((void)(centipawn_live.set = (name), centipawn_live.formula ? NULL : (centipawn_live.formula = "")))
#define TRACE_TERM(weights, names) CENTIPAWN_DECLARE(weights, sizeof(weights), NULL, names, 2)
#define TRACE_HALVES(mg, eg, names) CENTIPAWN_DECLARE_BOTH(mg, eg, names)
#define TRACE_PLAIN(weights, names) CENTIPAWN_DECLARE(weights, sizeof(weights), NULL, names, 1)
#define TRACE_PARAMETER(weights, names) TRACE_PLAIN(weights, names)
#define TRACE_FROM(first, names) CENTIPAWN_DECLARE(first, sizeof(first) * (size_t)centipawn_live_all(names), NULL, names, 2)
#define TRACE_NAMED(name) CENTIPAWN_LIVE_AT(centipawn_live_named(name, 2))
#define TRACE_NAMED_PLAIN(name) CENTIPAWN_LIVE_AT(centipawn_live_named(name, 1))
#define TRACE_FORMULA(text) ((void)(centipawn_live.formula = (text)))
#define TRACE_CONST
#define TRACE_CONSTEXPR
#define TRACE_LIVE_HOOK(function) CENTIPAWN_LIVE_AT(centipawn_live_hook(function))
#define TRACE_LIVE_START() centipawn_live_start()
#define TRACE_LIVE_OPTION() centipawn_live_option()
#define TRACE_LIVE_LINE(line) centipawn_live_line(line)
#define TRACE_LIVE_LOAD(path) centipawn_live_load(path, 1)

#else

#define TRACE_CONST const
#define TRACE_CONSTEXPR constexpr
#define TRACE_HALVES(mg, eg, names) TRACE_TERM(mg, names)
#define TRACE_PARAMETER(weights, names) ((void)0)
#define TRACE_LIVE_HOOK(function) ((void)0)
#define TRACE_LIVE_START() ((void)0)
#define TRACE_LIVE_OPTION() ((void)0)
#define TRACE_LIVE_LINE(line) 0
#define TRACE_LIVE_LOAD(path) 0

#endif

#if !defined TRACE || !(TRACE + 0)

#ifndef CENTIPAWN_LIVE
#define TRACE_SET(name) ((void)0)
#define TRACE_TERM(weights, names) ((void)0)
#define TRACE_PLAIN(weights, names) ((void)0)
#define TRACE_FROM(first, names) ((void)0)
#define TRACE_NAMED(name) ((void)0)
#define TRACE_NAMED_PLAIN(name) ((void)0)
#define TRACE_FORMULA(text) ((void)0)
#endif

#define TRACE_COUNT(weight, n) ((void)0)
#define TRACE_COUNT_NAMED(name, n) ((void)0)
#define TRACE_SUMS(names) ((void)0)
#define TRACE_SUM(name) ((void)0)
#define TRACE_SUM_NAMED(name) ((void)0)
#define TRACE_COUNT_IN(sum, weight, n) ((void)0)
#define TRACE_FORGET(sum) ((void)0)
#define TRACE_INPUT(name, value) ((void)0)
#define TRACE_SUM_VALUE(sum, mg, eg) ((void)0)
#define TRACE_FACTORS(mg, eg) ((void)0)
#define TRACE_OFFSET(centipawns) ((void)0)
#define TRACE_SCORE(centipawns) ((void)0)
#define TRACE_ROW(result, game, eval) ((void)0)

#else

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TRACE_SET(name) (void)printf("# set %s\n", name)
#define TRACE_TERM(weights, names) CENTIPAWN_AT(centipawn_term(&(weights), sizeof(weights), names, " tapered"))
#define TRACE_PLAIN(weights, names) CENTIPAWN_AT(centipawn_term(&(weights), sizeof(weights), names, ""))
#define TRACE_FROM(first, names) CENTIPAWN_AT(centipawn_term(&(first), sizeof(first) * (size_t)centipawn_all(names), names, " tapered"))
#define TRACE_NAMED(name) CENTIPAWN_AT(centipawn_term(NULL, 0, name, " tapered"))
#define TRACE_NAMED_PLAIN(name) CENTIPAWN_AT(centipawn_term(NULL, 0, name, ""))
#define TRACE_COUNT(weight, n) CENTIPAWN_AT(centipawn_count(centipawn.sum, &(weight), sizeof(weight), #weight, n))
#define TRACE_COUNT_NAMED(name, n) CENTIPAWN_AT(centipawn_count(centipawn.sum, NULL, 0, name, n))
#define TRACE_FORMULA(text) CENTIPAWN_AT(centipawn_formula(text))
#define TRACE_SUMS(names) CENTIPAWN_AT(centipawn_sums(names))
#define TRACE_SUM(name) TRACE_SUM_NAMED(#name)
#define TRACE_SUM_NAMED(name) CENTIPAWN_AT(centipawn.sum = centipawn_sum(name, strlen(name)))
#define TRACE_COUNT_IN(sum, weight, n) CENTIPAWN_AT(centipawn_count(centipawn_sum(sum, strlen(sum)), &(weight), sizeof(weight), #weight, n))
#define TRACE_FORGET(sum) CENTIPAWN_AT(centipawn_forget(centipawn_sum(sum, strlen(sum))))
#define TRACE_INPUT(name, value) CENTIPAWN_AT(centipawn_input(name, value))
#define TRACE_SUM_VALUE(sum, mg, eg) CENTIPAWN_AT(centipawn_sum_value(centipawn_sum(sum, strlen(sum)), mg, eg))
#define TRACE_FACTORS(mg, eg) (centipawn.factor[0] = (mg), centipawn.factor[1] = (eg))
#define TRACE_OFFSET(centipawns) (centipawn.offset = (centipawns))
#define TRACE_SCORE(centipawns) (centipawn.score = (centipawns), centipawn.scored = 1)
#define TRACE_ROW(result, game, eval) CENTIPAWN_AT(centipawn_row(result, game, eval))

/* What goes wrong is told with the place of the macro. */
#define CENTIPAWN_AT(call) (centipawn.file = __FILE__, centipawn.line = __LINE__, (void)(call))

enum { CENTIPAWN_TERMS = 1000, CENTIPAWN_COLUMNS = 65535, CENTIPAWN_SUMS = 64, CENTIPAWN_INPUTS = 64, CENTIPAWN_NAME = 64 };

/* The state of all files: where each defines it, the linker keeps one. */
#ifdef _WIN32
#define CENTIPAWN_ONE __declspec(selectany)
#else
#define CENTIPAWN_ONE __attribute__((weak))
#endif

#ifdef __cplusplus
extern "C" {
#endif
CENTIPAWN_ONE struct centipawn_state {
    struct {
        const char *names, *kind;
        const char *begin, *end; /* of the weights in memory; NULL: they have none */
        const void *file;        /* that declares them */
        size_t size;             /* of one */
        int column, sum;         /* column of the first */
    } term[CENTIPAWN_TERMS];
    struct {
        char name[CENTIPAWN_NAME]; /* of sum 0: "", which is linear */
        double value[2];           /* the engine's */
        int declares, given;       /* it gets the weights that are declared; it has a value */
    } sums[CENTIPAWN_SUMS];
    struct {
        char name[CENTIPAWN_NAME];
        double value;
        int given;
    } input[CENTIPAWN_INPUTS];
    const char *file;
    int line, terms, columns, named, sum, inputs, rows, formula, scored; /* named: sums beside linear */
    double counts[CENTIPAWN_COLUMNS + 1], factor[2], offset, score;
} centipawn
#ifdef _WIN32
    = {{{0}}}
#endif
;
#ifdef __cplusplus
}
#endif

static inline void centipawn_fail(const char *what, const char *name) {
    fprintf(stderr, "%s:%d: %s: %s\n", centipawn.file, centipawn.line, name, what);
    exit(1);
}

/* centipawn_file is another address in every file. */
static inline const void *centipawn_file(void) {
    static char here;
    return &here;
}

/* centipawn_range reads the braces FIRST..LAST whose inside begins at p. */
static inline int centipawn_range(const char *p, int *first, int *last) {
    int end = -1;
    return sscanf(p, "%d..%d}%n", first, last, &end) == 2 && end >= 0;
}

/* centipawn_names returns how many names the braces hold whose inside begins at p. */
static inline int centipawn_names(const char *p) {
    int first, last, n = 1;
    if (!strncmp(p, "a8..h1}", 7) || !strncmp(p, "a1..h8}", 7)) return 64;
    if (centipawn_range(p, &first, &last)) return first <= last ? last - first + 1 : 0;
    for (; *p && *p != '}'; p++) n += *p == ',';
    return n;
}

static inline int centipawn_all(const char *names) {
    int n = 1;
    for (const char *p = names; *p; p++) {
        if (*p != '{') continue;
        if (!strchr(p, '}')) centipawn_fail("a brace that is not closed", names);
        n *= centipawn_names(p + 1);
    }
    return n;
}

/* centipawn_part prints name number i of the braces whose inside begins at p. */
static inline void centipawn_part(const char *p, int i) {
    int first, last;
    if (!strncmp(p, "a8..h1}", 7))
        printf("%c%d", 'a' + i % 8, 8 - i / 8);
    else if (!strncmp(p, "a1..h8}", 7))
        printf("%c%d", 'a' + i % 8, 1 + i / 8);
    else if (centipawn_range(p, &first, &last))
        printf("%d", first + i);
    else {
        for (; i > 0; p++) i -= *p == ',';
        printf("%.*s", (int)strcspn(p, ",}"), p);
    }
}

/* centipawn_columns prints the declarations of n columns in a sum; that of linear has no name here. */
static inline void centipawn_columns(const char *sum, const char *names, const char *kind, int n) {
    for (int i = 0; i < n; i++) {
        int rest = i, below = n;
        printf("# column %d %s%s", ++centipawn.columns, sum, *sum ? "/" : "");
        for (const char *p = names; *p; p++) {
            if (*p != '{') {
                putchar(*p);
                continue;
            }
            below /= centipawn_names(p + 1);
            centipawn_part(p + 1, rest / below);
            rest %= below;
            p += strcspn(p, "}");
        }
        printf("%s\n", kind);
    }
}

/* centipawn_early refuses declarations below the first row: a reader knows all columns by then. */
static inline void centipawn_early(const char *name) {
    if (centipawn.rows) centipawn_fail("declare it before the first TRACE_ROW", name);
}

/* centipawn_formula prints the formula, a line for each of its definitions. */
static inline void centipawn_formula(const char *text) {
    centipawn_early("TRACE_FORMULA");
    if (centipawn.formula++) centipawn_fail("there is a formula already: an evaluation has one", "TRACE_FORMULA");
    while (*(text += strspn(text, " \t\r\n"))) {
        size_t n = strcspn(text, ";\n");
        printf("# formula %.*s%s\n", (int)n, text, text[n] == ';' ? ";" : "");
        text += n + (text[n] != 0);
    }
}

static inline const char *centipawn_sum_name(int sum) {
    return sum ? centipawn.sums[sum].name : "linear";
}

/* centipawn_find returns the number of a sum that is declared, or -1; the name has n bytes. */
static inline int centipawn_find(const char *name, size_t n) {
    for (int i = 0; i <= centipawn.named; i++)
        if (strlen(centipawn_sum_name(i)) == n && !strncmp(centipawn_sum_name(i), name, n)) return i;
    return -1;
}

static inline int centipawn_sum(const char *name, size_t n) {
    int sum = centipawn_find(name, n);
    if (sum < 0) centipawn_fail("no TRACE_SUMS declares this sum", name);
    return sum;
}

/* centipawn_sums declares sums and gives them the weights that are declared from now on. */
static inline void centipawn_sums(const char *names) {
    centipawn_early(names);
    if (!names[strspn(names, " ")]) centipawn_fail("name the sums, or linear", "TRACE_SUMS");
    for (int i = 0; i < CENTIPAWN_SUMS; i++) centipawn.sums[i].declares = -1;
    while (*(names += strspn(names, " "))) {
        size_t n = strcspn(names, " ");
        int sum = centipawn_find(names, n);
        if (sum < 0) {
            if (n >= CENTIPAWN_NAME || centipawn.named + 1 == CENTIPAWN_SUMS) centipawn_fail("63 sums at most, of 63 letters each", names);
            memcpy(centipawn.sums[sum = ++centipawn.named].name, names, n);
        }
        centipawn.sums[sum].declares = 1;
        names += n;
    }
}

/* centipawn_declares says whether the weights that are declared now go to a sum: without any
 * TRACE_SUMS to linear. */
static inline int centipawn_declares(int sum) {
    return centipawn.sums[sum].declares > 0 || (sum == 0 && centipawn.sums[0].declares == 0);
}

/* centipawn_known returns the term that has these names in this sum already. It is another file's, and
 * what stands there is the same: a table of a header, of which each file has a copy. */
static inline int centipawn_known(const void *weights, size_t bytes, const char *names, const char *kind, int sum) {
    int known = -1;
    for (int k = 0; k < centipawn.terms; k++) {
        const char *begin = centipawn.term[k].begin;
        int here = centipawn.term[k].file == centipawn_file(), same = centipawn.term[k].sum == sum;
        if (strcmp(centipawn.term[k].names, names)) continue;
        if (here && same) centipawn_fail("it is declared twice", names);
        if (strcmp(centipawn.term[k].kind, kind) || !begin != !weights ||
            (weights && ((size_t)(centipawn.term[k].end - begin) != bytes || memcmp(begin, weights, bytes))))
            centipawn_fail(here ? "another sum has other weights by this name" : "another file declares other weights by this name", names);
        if (same) known = k;
    }
    return known;
}

/* centipawn_add declares the columns of a weight, or of an array of them, in a sum. */
static inline void centipawn_add(const void *weights, size_t bytes, const char *names, const char *kind, int sum) {
    int n = centipawn_all(names), known = centipawn_known(weights, bytes, names, kind, sum), k = centipawn.terms++;
    if (k == CENTIPAWN_TERMS || centipawn.columns + n > CENTIPAWN_COLUMNS) centipawn_fail("too many weights", names);
    centipawn.term[k].names = names;
    centipawn.term[k].kind = kind;
    centipawn.term[k].begin = (const char *)weights;
    centipawn.term[k].end = weights ? (const char *)weights + bytes : NULL;
    centipawn.term[k].file = centipawn_file();
    centipawn.term[k].size = bytes / (size_t)n;
    centipawn.term[k].column = known < 0 ? centipawn.columns + 1 : centipawn.term[known].column;
    centipawn.term[k].sum = sum;
    if (known < 0) centipawn_columns(centipawn.sums[sum].name, names, kind, n);
}

/* centipawn_term declares a weight, or an array of them, in all sums that it may be counted in. */
static inline void centipawn_term(const void *weights, size_t bytes, const char *names, const char *kind) {
    centipawn_early(names);
    if (!weights && strchr(names, '{')) centipawn_fail("TRACE_NAMED declares one weight: write a line for each name of the braces", names);
    if (centipawn_all(names) < 1) centipawn_fail("braces without a name", names);
    for (int sum = 0; sum <= centipawn.named; sum++)
        if (centipawn_declares(sum)) centipawn_add(weights, bytes, names, kind, sum);
}

/* centipawn_is says whether a term is that of a weight, which its address tells from others; of one
 * that has no address its name. */
static inline int centipawn_is(int k, const void *weight, const char *name) {
    const char *begin = centipawn.term[k].begin, *at = (const char *)weight;
    return weight ? at >= begin && at < centipawn.term[k].end : !begin && !strcmp(centipawn.term[k].names, name);
}

/* centipawn_lost ends the program: a weight is not declared in the sum. */
static inline void centipawn_lost(int sum, const void *weight, const char *name) {
    for (int k = 0; k < centipawn.terms; k++) {
        if (!centipawn_is(k, weight, name)) continue;
        fprintf(stderr, "%s:%d: %s: it is counted in the sum %s and declared in %s: put TRACE_SUMS(\"%s\") in front of its declaration, or choose the sum before you count\n",
                centipawn.file, centipawn.line, name, centipawn_sum_name(sum), centipawn_sum_name(centipawn.term[k].sum), centipawn_sum_name(sum));
        exit(1);
    }
    centipawn_fail(weight ? "no TRACE_TERM declares it" : "no TRACE_NAMED declares it", name);
}

/* centipawn_count counts a weight in a sum. */
static inline void centipawn_count(int sum, const void *weight, size_t bytes, const char *name, double n) {
    int k = 0;
    while (k < centipawn.terms && !(centipawn.term[k].sum == sum && centipawn_is(k, weight, name))) k++;
    if (k == centipawn.terms) centipawn_lost(sum, weight, name);
    if (bytes != centipawn.term[k].size) centipawn_fail("its TRACE_TERM has not as many names as weights", name);
    if (weight)
        centipawn.counts[centipawn.term[k].column + (int)((size_t)((const char *)weight - centipawn.term[k].begin) / bytes)] += n;
    else
        centipawn.counts[centipawn.term[k].column] += n;
}

/* centipawn_forget takes back what was counted in a sum. */
static inline void centipawn_forget(int sum) {
    for (int k = 0; k < centipawn.terms; k++) {
        if (centipawn.term[k].sum != sum) continue;
        for (int i = 0, n = centipawn_all(centipawn.term[k].names); i < n; i++) centipawn.counts[centipawn.term[k].column + i] = 0;
    }
}

/* centipawn_input gives a number of the row. The first row has all that there are. */
static inline void centipawn_input(const char *name, double value) {
    int i = 0;
    while (i < centipawn.inputs && strcmp(centipawn.input[i].name, name)) i++;
    if (i == centipawn.inputs) {
        if (centipawn.rows) centipawn_fail("the first row had no such input: give all inputs in every evaluation, before an early return, too", name);
        if (i == CENTIPAWN_INPUTS || !*name || strlen(name) >= CENTIPAWN_NAME) centipawn_fail("64 inputs at most, of 1 to 63 letters each", name);
        strcpy(centipawn.input[centipawn.inputs++].name, name);
    }
    centipawn.input[i].value = value;
    centipawn.input[i].given = 1;
}

/* centipawn_sum_value gives what the engine has for a sum, to check against. */
static inline void centipawn_sum_value(int sum, double mg, double eg) {
    centipawn.sums[sum].value[0] = mg;
    centipawn.sums[sum].value[1] = eg;
    centipawn.sums[sum].given = 1;
}

/* centipawn_inputs declares the inputs in front of the first row, and prints those of a row. */
static inline void centipawn_inputs(int declare) {
    for (int i = 0; i < centipawn.inputs; i++) {
        if (!centipawn.input[i].given) centipawn_fail("the row has no such input: give all inputs in every evaluation, before an early return, too", centipawn.input[i].name);
        if (declare)
            printf("# input %s\n", centipawn.input[i].name);
        else {
            printf(" %s:%.9g", centipawn.input[i].name, centipawn.input[i].value);
            centipawn.input[i].given = 0;
        }
    }
}

/* centipawn_row prints what was counted, and forgets it. */
static inline void centipawn_row(const char *result, const char *game, double eval) {
    if (!centipawn.rows) centipawn_inputs(1);
    centipawn.rows = 1;
    printf("%s", result);
    if (game && *game) printf(" qid:%s", game);
    printf(" mg:%.6f eg:%.6f", centipawn.factor[0], centipawn.factor[1]);
    centipawn_inputs(0);
    if (centipawn.offset != 0) printf(" offset:%.9g", centipawn.offset);
    if (centipawn.scored) printf(" score:%.9g", centipawn.score);
    printf(" eval:%.9g", eval);
    for (int i = 0; i <= centipawn.named; i++)
        if (centipawn.sums[i].given) {
            printf(" sum.%s:%.9g,%.9g", centipawn_sum_name(i), centipawn.sums[i].value[0], centipawn.sums[i].value[1]);
            centipawn.sums[i].given = 0;
        }
    for (int i = 1; i <= centipawn.columns; i++)
        if (centipawn.counts[i] != 0) {
            printf(" %d:%.9g", i, centipawn.counts[i]);
            centipawn.counts[i] = 0;
        }
    printf("\n");
    centipawn.offset = centipawn.scored = centipawn.sum = 0;
}

#endif /* TRACE */
#endif /* CENTIPAWN_TRACE_H */
