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
 */
#ifndef CENTIPAWN_TRACE_H
#define CENTIPAWN_TRACE_H

#if !defined TRACE || !(TRACE + 0)

#define TRACE_SET(name) ((void)0)
#define TRACE_TERM(weights, names) ((void)0)
#define TRACE_PLAIN(weights, names) ((void)0)
#define TRACE_FROM(first, names) ((void)0)
#define TRACE_NAMED(name) ((void)0)
#define TRACE_NAMED_PLAIN(name) ((void)0)
#define TRACE_COUNT(weight, n) ((void)0)
#define TRACE_COUNT_NAMED(name, n) ((void)0)
#define TRACE_FACTORS(mg, eg) ((void)0)
#define TRACE_OFFSET(centipawns) ((void)0)
#define TRACE_SCORE(centipawns) ((void)0)
#define TRACE_ROW(result, game, eval) ((void)0)

#else

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TRACE_SET(name) (void)printf("# set %s\n", name)
#define TRACE_TERM(weights, names) centipawn_term(&(weights), sizeof(weights), names, " tapered")
#define TRACE_PLAIN(weights, names) centipawn_term(&(weights), sizeof(weights), names, "")
#define TRACE_FROM(first, names) centipawn_term(&(first), sizeof(first) * (size_t)centipawn_all(names), names, " tapered")
#define TRACE_NAMED(name) centipawn_term(NULL, 0, name, " tapered")
#define TRACE_NAMED_PLAIN(name) centipawn_term(NULL, 0, name, "")
#define TRACE_COUNT(weight, n) centipawn_count(&(weight), sizeof(weight), #weight, n)
#define TRACE_COUNT_NAMED(name, n) centipawn_count_named(name, n)
#define TRACE_FACTORS(mg, eg) (centipawn.factor[0] = (mg), centipawn.factor[1] = (eg))
#define TRACE_OFFSET(centipawns) (centipawn.offset = (centipawns))
#define TRACE_SCORE(centipawns) (centipawn.score = (centipawns), centipawn.scored = 1)
#define TRACE_ROW(result, game, eval) centipawn_row(result, game, eval)

enum { CENTIPAWN_TERMS = 1000, CENTIPAWN_COLUMNS = 65535 };

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
        int column;              /* of the first */
    } term[CENTIPAWN_TERMS];
    int terms, columns, scored;
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
    fprintf(stderr, "centipawn_trace.h: %s: %s\n", name, what);
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

/* centipawn_columns prints the declarations of n columns. */
static inline void centipawn_columns(const char *names, const char *kind, int n) {
    for (int i = 0; i < n; i++) {
        int rest = i, below = n;
        printf("# column %d ", ++centipawn.columns);
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

/* centipawn_known returns the term that has these names already. It is another file's, and what
 * stands there is the same: a table of a header, of which each file has a copy. */
static inline int centipawn_known(const void *weights, size_t bytes, const char *names, const char *kind) {
    int known = -1;
    for (int k = 0; k < centipawn.terms; k++) {
        const char *begin = centipawn.term[k].begin;
        if (strcmp(centipawn.term[k].names, names)) continue;
        if (centipawn.term[k].file == centipawn_file()) centipawn_fail("it is declared twice", names);
        if (strcmp(centipawn.term[k].kind, kind) || !begin != !weights ||
            (weights && ((size_t)(centipawn.term[k].end - begin) != bytes || memcmp(begin, weights, bytes))))
            centipawn_fail("another file declares other weights by this name", names);
        known = k;
    }
    return known;
}

/* centipawn_term declares the columns of a weight, or of an array of them. */
static inline void centipawn_term(const void *weights, size_t bytes, const char *names, const char *kind) {
    int n = centipawn_all(names), known = centipawn_known(weights, bytes, names, kind), k = centipawn.terms++;
    if (!weights && strchr(names, '{')) centipawn_fail("TRACE_NAMED declares one weight: write a line for each name of the braces", names);
    if (n < 1) centipawn_fail("braces without a name", names);
    if (k == CENTIPAWN_TERMS || centipawn.columns + n > CENTIPAWN_COLUMNS) centipawn_fail("too many weights", names);
    centipawn.term[k].names = names;
    centipawn.term[k].kind = kind;
    centipawn.term[k].begin = (const char *)weights;
    centipawn.term[k].end = weights ? (const char *)weights + bytes : NULL;
    centipawn.term[k].file = centipawn_file();
    centipawn.term[k].size = bytes / (size_t)n;
    centipawn.term[k].column = known < 0 ? centipawn.columns + 1 : centipawn.term[known].column;
    if (known < 0) centipawn_columns(names, kind, n);
}

/* centipawn_count counts a weight, which its address tells from others. */
static inline void centipawn_count(const void *weight, size_t bytes, const char *name, double n) {
    const char *at = (const char *)weight;
    int k = 0;
    while (k < centipawn.terms && !(at >= centipawn.term[k].begin && at < centipawn.term[k].end)) k++;
    if (k == centipawn.terms) centipawn_fail("no TRACE_TERM declares it", name);
    if (bytes != centipawn.term[k].size) centipawn_fail("its TRACE_TERM has not as many names as weights", name);
    centipawn.counts[centipawn.term[k].column + (int)((size_t)(at - centipawn.term[k].begin) / bytes)] += n;
}

/* centipawn_count_named counts a weight that has no address. */
static inline void centipawn_count_named(const char *name, double n) {
    int k = 0;
    while (k < centipawn.terms && (centipawn.term[k].begin || strcmp(centipawn.term[k].names, name))) k++;
    if (k == centipawn.terms) centipawn_fail("no TRACE_NAMED declares it", name);
    centipawn.counts[centipawn.term[k].column] += n;
}

/* centipawn_row prints what was counted, and forgets it. */
static inline void centipawn_row(const char *result, const char *game, double eval) {
    printf("%s", result);
    if (game && *game) printf(" qid:%s", game);
    printf(" mg:%.6f eg:%.6f", centipawn.factor[0], centipawn.factor[1]);
    if (centipawn.offset != 0) printf(" offset:%.9g", centipawn.offset);
    if (centipawn.scored) printf(" score:%.9g", centipawn.score);
    printf(" eval:%.9g", eval);
    for (int i = 1; i <= centipawn.columns; i++)
        if (centipawn.counts[i] != 0) {
            printf(" %d:%.9g", i, centipawn.counts[i]);
            centipawn.counts[i] = 0;
        }
    printf("\n");
    centipawn.offset = centipawn.scored = 0;
}

#endif /* TRACE */
#endif /* CENTIPAWN_TRACE_H */
