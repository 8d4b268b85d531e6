/* centipawn_live.h: an engine takes its weights from a file while it runs. C99 by gcc or clang, C++11.
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
 * centipawn_trace.h includes it under -DCENTIPAWN_LIVE and says how to use it.
 * A file is of format "centipawn weights", version 1 or 2. It is taken as a whole or refused as a
 * whole, with a line "info string CentipawnWeights refused: ..": then all weights are as before.
 */
#ifndef CENTIPAWN_LIVE_H
#define CENTIPAWN_LIVE_H

#include <ctype.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#ifndef S_ISREG
#define S_ISREG(mode) (((mode) & S_IFMT) == S_IFREG)
#endif

#define CENTIPAWN_LIVE_OPTION "CentipawnWeights"

enum {
    CENTIPAWN_LIVE_TERMS = 1000,
    CENTIPAWN_LIVE_COLUMNS = 65535,
    CENTIPAWN_LIVE_HOOKS = 16,
    CENTIPAWN_LIVE_BYTES = 1 << 25, /* of a file, at most */
    CENTIPAWN_LIVE_DEPTH = 64       /* of objects and arrays in it */
};

/* How a number is stored; a class of two numbers; two halves in one number. */
enum { CENTIPAWN_SIGNED = 1, CENTIPAWN_UNSIGNED, CENTIPAWN_FLOATING, CENTIPAWN_CLASS, CENTIPAWN_PACKED };

/* CENTIPAWN_INNER names the innermost type of an array, which is that of no array itself. */
#ifdef __cplusplus

#include <type_traits>
#include <utility>

template<class> struct centipawn_valid { typedef void type; };
template<class T, class = void> struct centipawn_inner { typedef T type; };
template<class T> struct centipawn_inner<T, typename centipawn_valid<decltype(std::declval<T &>()[0])>::type> {
    static_assert(!std::is_pointer<T>::value, "a pointer to weights: declare the array");
    typedef typename centipawn_inner<typename std::remove_reference<decltype(std::declval<T &>()[0])>::type>::type type;
};
template<class T> constexpr int centipawn_kind() {
    static_assert(!std::is_const<T>::value, "a weight is const: write TRACE_CONST in place of const, TRACE_CONSTEXPR in place of constexpr");
    return std::is_floating_point<T>::value                     ? CENTIPAWN_FLOATING
           : std::is_enum<T>::value || std::is_signed<T>::value ? CENTIPAWN_SIGNED
           : std::is_arithmetic<T>::value                       ? CENTIPAWN_UNSIGNED
                                                                : CENTIPAWN_CLASS;
}
#define CENTIPAWN_KIND(type) centipawn_kind<type>()
#define CENTIPAWN_INNER(weights, named) typedef centipawn_inner<std::remove_reference<decltype((weights))>::type>::type named

#elif defined __GNUC__

#define CENTIPAWN_ONE_OF(type) (*(type *)0)
#define CENTIPAWN_ELEMENT(w) (*__builtin_choose_expr(__builtin_classify_type(w) == 5, (w), &(w)))
#define CENTIPAWN_SAME(a, b) __builtin_types_compatible_p(a, b)
#define CENTIPAWN_KIND(type)                                                                                         \
    (__builtin_classify_type(CENTIPAWN_ONE_OF(type)) == 8   ? CENTIPAWN_FLOATING                                     \
     : __builtin_classify_type(CENTIPAWN_ONE_OF(type)) != 1 ? CENTIPAWN_CLASS                                        \
     : CENTIPAWN_SAME(type, unsigned char) || CENTIPAWN_SAME(type, unsigned short) || CENTIPAWN_SAME(type, unsigned) || \
             CENTIPAWN_SAME(type, unsigned long) || CENTIPAWN_SAME(type, unsigned long long) ||                      \
             (CENTIPAWN_SAME(type, char) && (char)-1 > (char)1)                                                      \
         ? CENTIPAWN_UNSIGNED                                                                                        \
         : CENTIPAWN_SIGNED)
#define CENTIPAWN_INNER(weights, type)                                               \
    typedef __typeof__(CENTIPAWN_ELEMENT(weights)) type##1;                          \
    typedef __typeof__(CENTIPAWN_ELEMENT(CENTIPAWN_ONE_OF(type##1))) type##2;        \
    typedef __typeof__(CENTIPAWN_ELEMENT(CENTIPAWN_ONE_OF(type##2))) type##3;        \
    typedef __typeof__(CENTIPAWN_ELEMENT(CENTIPAWN_ONE_OF(type##3))) type##4;        \
    typedef __typeof__(CENTIPAWN_ELEMENT(CENTIPAWN_ONE_OF(type##4))) type##5;        \
    typedef __typeof__(CENTIPAWN_ELEMENT(CENTIPAWN_ONE_OF(type##5))) type;           \
    __extension__ _Static_assert(!CENTIPAWN_SAME(type *, const type *), "a weight is const: write TRACE_CONST in place of const")

#else
#error "-DCENTIPAWN_LIVE: compile C by gcc or clang, or as C++"
#endif

/* CENTIPAWN_DECLARE declares weights, of which the second halves may have an array of their own. */
#define CENTIPAWN_DECLARE(weights, bytes, others, names, halves)                                                 \
    do {                                                                                                         \
        CENTIPAWN_INNER(weights, centipawn_type);                                                                \
        centipawn_live.file = __FILE__, centipawn_live.line = __LINE__;                                          \
        centipawn_live_term((void *)&(weights), bytes, others, CENTIPAWN_KIND(centipawn_type), sizeof(centipawn_type), names, halves); \
    } while (0)

#define CENTIPAWN_DECLARE_BOTH(mg, eg, names)                                                                    \
    do {                                                                                                         \
        CENTIPAWN_INNER(eg, centipawn_second);                                                                   \
        if (sizeof(mg) != sizeof(eg) || !sizeof(centipawn_second)) centipawn_live_fail("the two arrays differ in size", names); \
        CENTIPAWN_DECLARE(mg, sizeof(mg), (void *)&(eg), names, 2);                                              \
    } while (0)
#define CENTIPAWN_LIVE_AT(call) (centipawn_live.file = __FILE__, centipawn_live.line = __LINE__, (void)(call))

/* What makes a weight of two halves; NULL: nothing does. It returns the weight's size. */
typedef size_t (*centipawn_packer)(void *at, int mg, int eg);
#ifdef CENTIPAWN_PACK
static inline size_t centipawn_live_pack(void *at, int mg, int eg) {
#ifdef __cplusplus
    auto weight = CENTIPAWN_PACK(mg, eg);
#else
    __typeof__(CENTIPAWN_PACK(mg, eg)) weight = CENTIPAWN_PACK(mg, eg);
#endif
    if (at) memcpy(at, (const void *)&weight, sizeof weight);
    return sizeof weight;
}
#else
#define centipawn_live_pack NULL
#endif

/* How a number, or each half of one, is stored. */
struct centipawn_storage {
    int kind;
    size_t size;
};

/* The state of all files: where each defines it, the linker keeps one. */
#ifdef _WIN32
#define CENTIPAWN_LIVE_ONE __declspec(selectany)
#else
#define CENTIPAWN_LIVE_ONE __attribute__((weak))
#endif

#ifdef __cplusplus
extern "C" {
#endif
CENTIPAWN_LIVE_ONE struct centipawn_live_state {
    struct {
        const char *names;
        const void *source;     /* file that declares them */
        char *begin[2], *old[2]; /* weights in memory, and as they were compiled; of the second halves if they are apart */
        size_t bytes, size;     /* of all, and of one */
        size_t at[2];           /* where the halves are in one */
        struct centipawn_storage storage; /* of each half */
        centipawn_packer pack;
        int halves, n, column;  /* column of the first */
    } term[CENTIPAWN_LIVE_TERMS];
    const char *file, *set, *formula;
    void (*hook[CENTIPAWN_LIVE_HOOKS])(void);
    int line, terms, columns, hooks;
} centipawn_live
#ifdef _WIN32
    = {{{0}}}
#endif
;
#ifdef __cplusplus
}
#endif

static inline void centipawn_live_fail(const char *what, const char *name) {
    fprintf(stderr, "%s:%d: %s: %s\n", centipawn_live.file, centipawn_live.line, name, what);
    exit(1);
}

/* centipawn_live_source is another address in every file. */
static inline const void *centipawn_live_source(void) {
    static char here;
    return &here;
}

/* ---- names: a pattern whose braces hold those of a dimension ---- */

/* centipawn_live_range reads the braces FIRST..LAST whose inside begins at p. */
static inline int centipawn_live_range(const char *p, int *first, int *last) {
    int end = -1;
    return sscanf(p, "%d..%d}%n", first, last, &end) == 2 && end >= 0;
}

static inline int centipawn_live_squares(const char *p) {
    return strncmp(p, "a8..h1}", 7) ? strncmp(p, "a1..h8}", 7) ? 0 : 1 : 8;
}

/* centipawn_live_all returns how many names a pattern stands for. */
static inline long centipawn_live_all(const char *names) {
    long all = 1;
    for (const char *p = names; *p; p++) {
        int first, last;
        long n = 1;
        if (*p != '{') continue;
        if (!strchr(p, '}')) centipawn_live_fail("a brace that is not closed", names);
        if (centipawn_live_squares(p + 1))
            n = 64;
        else if (centipawn_live_range(p + 1, &first, &last))
            n = first <= last ? (long long)last - first > CENTIPAWN_LIVE_COLUMNS ? CENTIPAWN_LIVE_COLUMNS + 1L : (long)last - first + 1 : 0;
        else
            for (p++; *p != '}'; p++) n += *p == ',';
        if (n > CENTIPAWN_LIVE_COLUMNS || (all *= n) > CENTIPAWN_LIVE_COLUMNS) centipawn_live_fail("too many weights", names);
    }
    return all;
}

static inline long centipawn_live_match(const char *p, const char *name, size_t n);

/* centipawn_live_tail returns the number of a name of which the i-th part of the braces is behind; rest
 * is the pattern that follows. */
static inline long centipawn_live_tail(const char *rest, long i, const char *name, size_t n) {
    long tail = centipawn_live_match(rest, name, n);
    return tail < 0 ? -1 : i * centipawn_live_all(rest) + tail;
}

/* centipawn_live_number does so of braces that are a range. */
static inline long centipawn_live_number(const char *rest, int first, int last, const char *name, size_t n) {
    long found = -1, v = 0;
    size_t minus = n > 0 && *name == '-';
    for (size_t k = minus; k < n && k < minus + 9 && isdigit((unsigned char)name[k]); k++) {
        v = 10 * v + name[k] - '0';
        long is = minus ? -v : v;
        if (is >= first && is <= last && found < 0 && !(minus && !v)) found = centipawn_live_tail(rest, is - first, name + k + 1, n - k - 1);
        if (v == 0) break;
    }
    return found;
}

/* centipawn_live_match returns the number of a name of n bytes among those of a pattern, or -1. */
static inline long centipawn_live_match(const char *p, const char *name, size_t n) {
    int first, last, squares;
    for (; *p && *p != '{'; p++, name++, n--)
        if (!n || *p != *name) return -1;
    if (!*p++) return n ? -1 : 0;
    const char *rest = strchr(p, '}') + 1;
    if ((squares = centipawn_live_squares(p)) != 0) {
        if (n < 2 || name[0] < 'a' || name[0] > 'h' || name[1] < '1' || name[1] > '8') return -1;
        int rank = squares == 8 ? '8' - name[1] : name[1] - '1';
        return centipawn_live_tail(rest, 8 * rank + name[0] - 'a', name + 2, n - 2);
    }
    if (centipawn_live_range(p, &first, &last)) return centipawn_live_number(rest, first, last, name, n);
    for (long i = 0; p < rest; i++) {
        size_t part = strcspn(p, ",}");
        if (part <= n && !strncmp(p, name, part)) {
            long found = centipawn_live_tail(rest, i, name + part, n - part);
            if (found >= 0) return found;
        }
        p += part + 1;
    }
    return -1;
}

/* ---- declarations ---- */

/* centipawn_live_read returns a number as it is stored. */
static inline double centipawn_live_read(struct centipawn_storage s, const char *at) {
    signed char b; short h; int i; long long l; float f; double d;
    if (s.kind == CENTIPAWN_FLOATING) return s.size == sizeof f ? (memcpy(&f, at, sizeof f), (double)f) : (memcpy(&d, at, sizeof d), d);
    if (s.size == 1) return memcpy(&b, at, 1), s.kind == CENTIPAWN_UNSIGNED ? (double)(unsigned char)b : (double)b;
    if (s.size == 2) return memcpy(&h, at, 2), s.kind == CENTIPAWN_UNSIGNED ? (double)(unsigned short)h : (double)h;
    if (s.size == 4) return memcpy(&i, at, 4), s.kind == CENTIPAWN_UNSIGNED ? (double)(unsigned)i : (double)i;
    return memcpy(&l, at, 8), (double)l;
}

/* centipawn_live_holds says whether a number, which is whole unless the type has decimals, fits. */
static inline int centipawn_live_holds(struct centipawn_storage s, double v) {
    double most = s.size >= 8 ? 9e15 : s.size == 4 ? 2147483647.0 : s.size == 2 ? 32767.0 : 127.0;
    if (s.kind == CENTIPAWN_FLOATING) return 1;
    if (s.kind == CENTIPAWN_PACKED && s.size >= 4) most = 2147483647.0; /* CENTIPAWN_PACK gets int */
    if (s.kind == CENTIPAWN_PACKED) return v >= -most && v <= most;
    return s.kind == CENTIPAWN_UNSIGNED ? v >= 0 && v <= 2 * most + 1 : v >= -most - 1 && v <= most;
}

static inline void centipawn_live_write(struct centipawn_storage s, char *at, double v) {
    float f = (float)v;
    long long l = s.kind == CENTIPAWN_FLOATING ? 0 : (long long)v;
    int i = (int)(unsigned)(unsigned long long)l;
    short h = (short)i;
    signed char b = (signed char)i;
    if (s.kind == CENTIPAWN_FLOATING && s.size == sizeof f) memcpy(at, &f, sizeof f);
    else if (s.kind == CENTIPAWN_FLOATING) memcpy(at, &v, sizeof v);
    else if (s.size == 1) memcpy(at, &b, 1);
    else if (s.size == 2) memcpy(at, &h, 2);
    else if (s.size == 4) memcpy(at, &i, 4);
    else memcpy(at, &l, 8);
}

/* centipawn_live_whole rounds half away from zero, as numbers are written into a source. */
static inline double centipawn_live_whole(double v) {
    long long whole = (long long)v; /* |v| is at most 1e15 */
    double rest = v - (double)whole;
    return (double)(whole + (rest >= 0.5) - (rest <= -0.5));
}

/* centipawn_live_storage finds out how each half is stored, and where in one weight. */
static inline void centipawn_live_storage(int k, int kind, size_t scalar, int apart) {
    size_t size = centipawn_live.term[k].size, half = size / (size_t)(apart ? 1 : centipawn_live.term[k].halves);
    const char *names = centipawn_live.term[k].names;
    struct centipawn_storage s = {kind, half};
    int guessed = kind == CENTIPAWN_CLASS;
    if (guessed) {
        s.kind = half == 8 && !apart ? CENTIPAWN_FLOATING : CENTIPAWN_SIGNED;
#ifdef CENTIPAWN_HALF
        s.kind = CENTIPAWN_KIND(CENTIPAWN_HALF);
        guessed = 0;
        if (half != sizeof(CENTIPAWN_HALF)) centipawn_live_fail("CENTIPAWN_HALF is not of the size of a half of this weight", names);
#endif
    } else if (half != scalar)
        centipawn_live_fail(size == scalar && centipawn_live.term[k].halves == 2 ? "two halves in one number: define CENTIPAWN_PACK(mg, eg) in front of the #include, or declare two arrays by TRACE_HALVES" : "it has not as many names as weights", names);
    if (guessed && half < 4 && centipawn_live.term[k].halves == 2)
        centipawn_live_fail("two numbers of a class, or one that holds both? In front of the #include define CENTIPAWN_HALF, such as short, or CENTIPAWN_PACK(mg, eg)", names);
    if ((s.size != 1 && s.size != 2 && s.size != 4 && s.size != 8) || (s.kind == CENTIPAWN_FLOATING && s.size < 4))
        centipawn_live_fail("weights of a type that has another size than 1, 2, 4 or 8 bytes", names);
    for (size_t at = 0; guessed && at < centipawn_live.term[k].bytes; at += half) {
        double v = centipawn_live_read(s, centipawn_live.term[k].begin[0] + at);
        if (s.kind == CENTIPAWN_FLOATING ? v != 0 && v < 1e-100 && v > -1e-100 : v > 16777216 || v < -16777216)
            centipawn_live_fail("the numbers of its class are of a type that cannot be told: define CENTIPAWN_HALF, such as float, in front of the #include", names);
    }
    centipawn_live.term[k].storage = s;
    centipawn_live.term[k].at[0] = centipawn_live.term[k].at[1] = 0;
    if (!apart && centipawn_live.term[k].halves == 2)
#ifdef CENTIPAWN_EG_FIRST
        centipawn_live.term[k].at[0] = half;
#else
        centipawn_live.term[k].at[1] = half;
#endif
}

/* centipawn_live_alike says whether two declarations are of as many numbers, stored in the same way. */
static inline int centipawn_live_alike(int j, int k) {
    struct centipawn_storage a = centipawn_live.term[j].storage, b = centipawn_live.term[k].storage;
    return centipawn_live.term[j].halves == centipawn_live.term[k].halves && centipawn_live.term[j].bytes == centipawn_live.term[k].bytes && a.kind == b.kind && a.size == b.size;
}

/* centipawn_live_known returns the column of names that another file declares, for a copy; 0: they are new, -1:
 * these weights are declared already, for another sum or once more. */
static inline int centipawn_live_known(int k) {
    int column = 0;
    for (int j = 0; j < k; j++) {
        int here = centipawn_live.term[j].source == centipawn_live.term[k].source;
        int same = centipawn_live.term[j].begin[0] == centipawn_live.term[k].begin[0] && centipawn_live.term[j].begin[1] == centipawn_live.term[k].begin[1];
        if (strcmp(centipawn_live.term[j].names, centipawn_live.term[k].names)) continue;
        if (!centipawn_live_alike(j, k) || (here && !same))
            centipawn_live_fail(here ? "there are other weights by this name" : "another file declares other weights by this name", centipawn_live.term[k].names);
        if (same) return -1;
        column = centipawn_live.term[j].column;
    }
    return column;
}

static inline char *centipawn_live_copy(const void *weights, size_t bytes) {
    char *copy = (char *)malloc(bytes);
    if (!copy) centipawn_live_fail("no memory", "the weights");
    return (char *)memcpy(copy, weights, bytes);
}

/* centipawn_live_term declares a weight, or an array of them, with one value or two halves. Without an
 * address it is one that cannot be changed. */
static inline void centipawn_live_term(void *weights, size_t bytes, void *others, int kind, size_t scalar, const char *names, int halves) {
    long n = centipawn_live_all(names);
    int k = centipawn_live.terms, packed;
    centipawn_packer pack = centipawn_live_pack;
    if (n < 1) centipawn_live_fail("braces without a name", names);
    if (k == CENTIPAWN_LIVE_TERMS) centipawn_live_fail("too many weights", names);
    if (bytes % (size_t)n || (weights && !bytes)) centipawn_live_fail("it has not as many names as weights", names);
    centipawn_live.term[k].names = names;
    centipawn_live.term[k].source = centipawn_live_source();
    centipawn_live.term[k].begin[0] = (char *)weights;
    centipawn_live.term[k].begin[1] = (char *)others;
    centipawn_live.term[k].bytes = bytes;
    centipawn_live.term[k].size = bytes / (size_t)n;
    centipawn_live.term[k].halves = halves;
    centipawn_live.term[k].n = (int)n;
    centipawn_live.term[k].pack = NULL;
    memset(&centipawn_live.term[k].storage, 0, sizeof centipawn_live.term[k].storage);
    if (weights) {
        size_t size = centipawn_live.term[k].size;
        packed = halves == 2 && !others && pack && (kind == CENTIPAWN_CLASS || (size == scalar && kind != CENTIPAWN_FLOATING));
        if (packed) {
            struct centipawn_storage s = {CENTIPAWN_PACKED, size / 2};
            centipawn_live.term[k].storage = s;
            centipawn_live.term[k].pack = pack;
            if (pack(NULL, 0, 0) != size) centipawn_live_fail("CENTIPAWN_PACK makes a weight of another size, or it has not as many names as weights", names);
        } else
            centipawn_live_storage(k, kind, scalar, others != NULL);
    }
    int known = centipawn_live_known(k);
    if (known < 0) return; /* the compiled values are those from before a file was taken */
    if (!known && centipawn_live.columns + n > CENTIPAWN_LIVE_COLUMNS) centipawn_live_fail("too many weights", names);
    centipawn_live.term[k].old[0] = weights ? centipawn_live_copy(weights, bytes) : NULL;
    centipawn_live.term[k].old[1] = others ? centipawn_live_copy(others, bytes) : NULL;
    centipawn_live.term[k].column = known ? known : centipawn_live.columns + 1;
    if (!known) centipawn_live.columns += (int)n;
    centipawn_live.terms++;
}

static inline void centipawn_live_named(const char *name, int halves) {
    if (strchr(name, '{')) centipawn_live_fail("TRACE_NAMED declares one weight: write a line for each name of the braces", name);
    centipawn_live_term(NULL, 0, NULL, CENTIPAWN_SIGNED, 0, name, halves);
}

static inline void centipawn_live_hook(void (*hook)(void)) {
    if (centipawn_live.hooks == CENTIPAWN_LIVE_HOOKS) centipawn_live_fail("too many", "TRACE_LIVE_HOOK");
    centipawn_live.hook[centipawn_live.hooks++] = hook;
}

/* ---- the file ---- */

/* A text of the file, without its quotes and escapes. */
struct centipawn_text {
    char *at;
    size_t n;
};

/* A reader of a file, and what it has found. */
struct centipawn_reader {
    char *p, *end;
    int line;
    char why[256];         /* it is refused; "": it is not */
    double (*value)[2];    /* by column: what the file says */
    unsigned char *halves; /* by column: 1 or 2, 0: nothing */
    struct centipawn_text set, formula;
};

/* centipawn_live_clean makes a text fit for a line of the protocol. */
static inline void centipawn_live_clean(char *text) {
    for (; *text; text++)
        if ((unsigned char)*text < ' ' || *text == 127) *text = '?';
}

/* centipawn_live_refuse notes the first thing that is wrong, and returns 0. */
static inline int centipawn_live_refuse(struct centipawn_reader *r, const char *name, size_t n, const char *why) {
    int most = n > 80 ? 80 : (int)n;
    if (!*r->why) snprintf(r->why, sizeof r->why, ":%d: %.*s%s%s", r->line, most, name, most ? ": " : "", why);
    return 0;
}

static inline int centipawn_live_wrong(struct centipawn_reader *r, const char *why) { return centipawn_live_refuse(r, "", 0, why); }

static inline void centipawn_live_space(struct centipawn_reader *r) {
    for (; r->p < r->end && (*r->p == ' ' || *r->p == '\t' || *r->p == '\r' || *r->p == '\n'); r->p++) r->line += *r->p == '\n';
}

/* centipawn_live_next skips spaces and returns the next character, 0 at the end. */
static inline char centipawn_live_next(struct centipawn_reader *r) {
    centipawn_live_space(r);
    return r->p < r->end ? *r->p : 0;
}

static inline int centipawn_live_take(struct centipawn_reader *r, char c) {
    if (centipawn_live_next(r) != c || r->p == r->end) return 0;
    r->p++;
    return 1;
}

/* centipawn_live_hex reads the four digits of \u. */
static inline int centipawn_live_hex(struct centipawn_reader *r, unsigned *code) {
    *code = 0;
    if (r->end - r->p < 4) return centipawn_live_wrong(r, "the text has no end");
    for (int i = 0; i < 4; i++, r->p++) {
        if (!isxdigit((unsigned char)*r->p)) return centipawn_live_wrong(r, "\\u without four hexadecimal digits");
        *code = 16 * *code + (unsigned)(isdigit((unsigned char)*r->p) ? *r->p - '0' : (*r->p | 32) - 'a' + 10);
    }
    return 1;
}

/* centipawn_live_utf8 writes a character; it has not more bytes than its escape. */
static inline char *centipawn_live_utf8(char *to, unsigned code) {
    if (code < 0x80) return *to++ = (char)code, to;
    if (code < 0x800)
        *to++ = (char)(0xc0 | code >> 6);
    else {
        if (code < 0x10000)
            *to++ = (char)(0xe0 | code >> 12);
        else {
            *to++ = (char)(0xf0 | code >> 18);
            *to++ = (char)(0x80 | (code >> 12 & 63));
        }
        *to++ = (char)(0x80 | (code >> 6 & 63));
    }
    *to++ = (char)(0x80 | (code & 63));
    return to;
}

/* centipawn_live_escape reads what follows a backslash. */
static inline int centipawn_live_escape(struct centipawn_reader *r, char **to) {
    static const char letters[] = "\"\\/bfnrt", means[] = "\"\\/\b\f\n\r\t";
    unsigned code, low;
    const char *letter = r->p < r->end && *r->p ? strchr(letters, *r->p) : NULL;
    if (letter) {
        r->p++;
        *(*to)++ = means[letter - letters];
        return 1;
    }
    if (r->p == r->end || *r->p++ != 'u') return centipawn_live_wrong(r, "an unknown escape in a text");
    if (!centipawn_live_hex(r, &code)) return 0;
    if (code >= 0xd800 && code < 0xdc00) {
        if (r->end - r->p < 2 || r->p[0] != '\\' || r->p[1] != 'u') return centipawn_live_wrong(r, "half of a character in a text");
        r->p += 2;
        if (!centipawn_live_hex(r, &low)) return 0;
        if (low < 0xdc00 || low > 0xdfff) return centipawn_live_wrong(r, "half of a character in a text");
        code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
    } else if (code >= 0xdc00 && code < 0xe000)
        return centipawn_live_wrong(r, "half of a character in a text");
    *to = centipawn_live_utf8(*to, code);
    return 1;
}

/* centipawn_live_string reads a text; its escapes are replaced where they stand. */
static inline int centipawn_live_string(struct centipawn_reader *r, struct centipawn_text *text) {
    if (!centipawn_live_take(r, '"')) return centipawn_live_wrong(r, "want a text in quotes");
    char *to = text->at = r->p;
    while (r->p < r->end && *r->p != '"') {
        if ((unsigned char)*r->p < ' ') return centipawn_live_wrong(r, "a text goes over the end of its line");
        if (*r->p != '\\')
            *to++ = *r->p++;
        else if (r->p++, !centipawn_live_escape(r, &to))
            return 0;
    }
    if (r->p == r->end) return centipawn_live_wrong(r, "the text has no end");
    r->p++;
    text->n = (size_t)(to - text->at);
    return 1;
}

static inline int centipawn_live_is(struct centipawn_text t, const char *word) { return t.n == strlen(word) && !memcmp(t.at, word, t.n); }

static inline size_t centipawn_live_digits(struct centipawn_reader *r) {
    char *from = r->p;
    while (r->p < r->end && isdigit((unsigned char)*r->p)) r->p++;
    return (size_t)(r->p - from);
}

/* centipawn_live_value reads a number, with a point whatever the locale. */
static inline int centipawn_live_value(struct centipawn_reader *r, double *v) {
    char text[96], *point, *end;
    const char *mark = localeconv()->decimal_point;
    centipawn_live_space(r);
    char *from = r->p;
    if (r->p < r->end && *r->p == '-') r->p++;
    int zero = r->p < r->end && *r->p == '0';
    size_t whole = centipawn_live_digits(r);
    if (!whole || (zero && whole > 1)) return centipawn_live_wrong(r, "want a number");
    if (r->p < r->end && *r->p == '.' && (r->p++, !centipawn_live_digits(r))) return centipawn_live_wrong(r, "no digit behind the point of a number");
    if (r->p < r->end && (*r->p == 'e' || *r->p == 'E')) {
        r->p++;
        if (r->p < r->end && (*r->p == '+' || *r->p == '-')) r->p++;
        if (!centipawn_live_digits(r)) return centipawn_live_wrong(r, "no digit in the exponent of a number");
    }
    size_t n = (size_t)(r->p - from), m = strlen(mark);
    if (n >= 64) return centipawn_live_wrong(r, "a number of more than 63 characters");
    memcpy(text, from, n);
    text[n] = 0;
    if ((point = strchr(text, '.')) != NULL && n + m < sizeof text) {
        memmove(point + m, point + 1, n - (size_t)(point - text));
        memcpy(point, mark, m);
    }
    *v = strtod(text, &end);
    if (*end) return centipawn_live_wrong(r, "a number that the program's locale does not read");
    return *v < 1e15 && *v > -1e15 ? 1 : centipawn_live_wrong(r, "a number beyond 1e15");
}

/* centipawn_live_skip reads a value that is not needed. */
static inline int centipawn_live_skip(struct centipawn_reader *r, int depth) {
    static const char *const words[] = {"true", "false", "null"};
    struct centipawn_text text;
    double v;
    char c = centipawn_live_next(r);
    if (depth > CENTIPAWN_LIVE_DEPTH) return centipawn_live_wrong(r, "objects and arrays within one another, more than 64");
    if (c == '"') return centipawn_live_string(r, &text);
    if (c == '-' || isdigit((unsigned char)c)) return centipawn_live_value(r, &v);
    for (int i = 0; i < 3; i++) {
        size_t n = strlen(words[i]);
        if ((size_t)(r->end - r->p) < n || memcmp(r->p, words[i], n)) continue;
        r->p += n;
        return 1;
    }
    if (c != '{' && c != '[') return centipawn_live_wrong(r, c || r->p < r->end ? "want a value" : "the file ends too early");
    r->p++;
    if (centipawn_live_take(r, c == '{' ? '}' : ']')) return 1;
    do {
        if (c == '{' && (!centipawn_live_string(r, &text) || (!centipawn_live_take(r, ':') && !centipawn_live_wrong(r, "want a colon")))) return 0;
        if (!centipawn_live_skip(r, depth + 1)) return 0;
    } while (centipawn_live_take(r, ','));
    return centipawn_live_take(r, c == '{' ? '}' : ']') ? 1 : centipawn_live_wrong(r, "want a comma or the closing bracket");
}

/* centipawn_live_key reads the name of a field and returns its number among those that are known, of
 * which seen has the bits; -1 on an error. */
static inline int centipawn_live_key(struct centipawn_reader *r, const char *const *known, unsigned *seen) {
    struct centipawn_text key;
    if (!centipawn_live_string(r, &key)) return -1;
    for (int i = 0; known[i]; i++) {
        if (!centipawn_live_is(key, known[i])) continue;
        if (*seen >> i & 1) return centipawn_live_refuse(r, key.at, key.n, "the field occurs twice") - 1;
        *seen |= 1u << i;
        return centipawn_live_take(r, ':') ? i : centipawn_live_wrong(r, "want a colon") - 1;
    }
    return centipawn_live_refuse(r, key.at, key.n, "unknown field") - 1;
}

/* centipawn_live_find returns the term of a name and its number in it; -1: no term has it, -2: different ones
 * have. */
static inline int centipawn_live_find(struct centipawn_text name, long *i) {
    int found = -1;
    for (int k = 0; k < centipawn_live.terms; k++) {
        long at = centipawn_live_match(centipawn_live.term[k].names, name.at, name.n);
        if (at < 0) continue;
        if (found >= 0 && centipawn_live.term[k].column + at != centipawn_live.term[found].column + *i) return -2;
        found = k;
        *i = at;
    }
    return found;
}

/* centipawn_live_note notes the values of a term, if they fit. */
static inline int centipawn_live_note(struct centipawn_reader *r, struct centipawn_text name, int halves, const double *value, int parameter) {
    long i = 0;
    int k = centipawn_live_find(name, &i);
    if (k == -2) return centipawn_live_refuse(r, name.at, name.n, "two declarations have this name");
    if (k < 0) return centipawn_live_refuse(r, name.at, name.n, "the engine has no such weight");
    if (!centipawn_live.term[k].begin[0]) return centipawn_live_refuse(r, name.at, name.n, "it is declared by TRACE_NAMED, without an address: make it a variable, TRACE_CONST int, and declare that");
    if (centipawn_live.term[k].halves != halves) return centipawn_live_refuse(r, name.at, name.n, halves == 2 ? "it has one value, not mg and eg" : "it has mg and eg, not one value");
    int column = centipawn_live.term[k].column + (int)i;
    if (r->halves[column]) return centipawn_live_refuse(r, name.at, name.n, "it occurs twice");
    r->halves[column] = (unsigned char)halves;
    for (int h = 0; h < halves; h++) {
        double v = value[h];
        struct centipawn_storage s = centipawn_live.term[k].storage;
        if (s.kind != CENTIPAWN_FLOATING) v = centipawn_live_whole(v);
        if (parameter && v == 0 && value[h] != 0) return centipawn_live_refuse(r, name.at, name.n, "a parameter that rounds to 0");
        if (!centipawn_live_holds(s, v)) return centipawn_live_refuse(r, name.at, name.n, "the value does not fit the type");
        r->value[column][h] = v;
    }
    return 1;
}

/* centipawn_live_entry reads a term. */
static inline int centipawn_live_entry(struct centipawn_reader *r) {
    static const char *const fields[] = {"name", "parameter", "value", "mg", "eg", "sums", "stderr", "df", "bound", "mg_stderr", "eg_stderr", "mg_df", "eg_df", "mg_bound", "eg_bound", NULL};
    struct centipawn_text name = {NULL, 0};
    double value = 0, half[2] = {0, 0};
    unsigned seen = 0;
    int parameter = 0;
    if (!centipawn_live_take(r, '{')) return centipawn_live_wrong(r, "want a term");
    do {
        int ok, field = centipawn_live_key(r, fields, &seen);
        if (field < 0) return 0;
        if (field == 1) parameter = centipawn_live_next(r) == 't';
        ok = field == 0   ? centipawn_live_string(r, &name)
             : field == 2 ? centipawn_live_value(r, &value)
             : field == 3 ? centipawn_live_value(r, &half[0])
             : field == 4 ? centipawn_live_value(r, &half[1])
                          : centipawn_live_skip(r, 3);
        if (!ok) return 0;
    } while (centipawn_live_take(r, ','));
    if (!centipawn_live_take(r, '}')) return centipawn_live_wrong(r, "want a comma or the closing brace of a term");
    if (!(seen & 1)) return centipawn_live_wrong(r, "a term without a name");
    if ((seen & 0x1c) == 4) return centipawn_live_note(r, name, 1, &value, parameter);
    if ((seen & 0x1c) == 0x18) return centipawn_live_note(r, name, 2, half, parameter);
    return centipawn_live_refuse(r, name.at, name.n, "want value, or mg and eg");
}

static inline int centipawn_live_entries(struct centipawn_reader *r) {
    if (!centipawn_live_take(r, '[')) return centipawn_live_wrong(r, "want the array of terms");
    if (centipawn_live_take(r, ']')) return 1;
    do
        if (!centipawn_live_entry(r)) return 0;
    while (centipawn_live_take(r, ','));
    return centipawn_live_take(r, ']') ? 1 : centipawn_live_wrong(r, "want a comma or the closing bracket of the terms");
}

/* centipawn_live_wanted reads a text that must be one. */
static inline int centipawn_live_wanted(struct centipawn_reader *r, const char *field, const char *want) {
    struct centipawn_text text;
    if (!centipawn_live_string(r, &text)) return 0;
    return centipawn_live_is(text, want) ? 1 : centipawn_live_refuse(r, field, strlen(field), "not that of weights of an evaluation");
}

static inline int centipawn_live_version(struct centipawn_reader *r) {
    double v;
    if (!centipawn_live_value(r, &v)) return 0;
    return v == 1 || v == 2 ? 1 : centipawn_live_wrong(r, "version: this engine reads versions 1 and 2");
}

/* centipawn_live_formulas says whether the file's formula is the engine's, but for spaces. */
static inline int centipawn_live_formulas(struct centipawn_text file) {
    const char *own = centipawn_live.formula;
    for (size_t i = 0;; own++, i++) {
        while (*own && strchr(" \t\r\n", *own)) own++;
        while (i < file.n && file.at[i] && strchr(" \t\r\n", file.at[i])) i++;
        if (i == file.n || !*own) return i == file.n && !*own;
        if (file.at[i] != *own) return 0;
    }
}

/* centipawn_live_parse reads the file. */
static inline int centipawn_live_parse(struct centipawn_reader *r) {
    static const char *const fields[] = {"format", "version", "unit", "set", "terms", "formula", "kind", "set_hash", "phase", "endgame_scale", "inputs", "provenance", NULL};
    unsigned seen = 0;
    if (!centipawn_live_take(r, '{')) return centipawn_live_wrong(r, "not a weights file: it does not begin with {");
    do {
        int field = centipawn_live_key(r, fields, &seen);
        int ok = field < 0    ? 0
                 : field == 0 ? centipawn_live_wanted(r, fields[0], "centipawn weights")
                 : field == 1 ? centipawn_live_version(r)
                 : field == 2 ? centipawn_live_wanted(r, fields[2], "centipawns, White-relative")
                 : field == 3 ? centipawn_live_string(r, &r->set)
                 : field == 4 ? centipawn_live_entries(r)
                 : field == 5 ? centipawn_live_string(r, &r->formula)
                 : field == 6 ? centipawn_live_wanted(r, fields[6], "")
                              : centipawn_live_skip(r, 1);
        if (!ok) return 0;
    } while (centipawn_live_take(r, ','));
    if (!centipawn_live_take(r, '}')) return centipawn_live_wrong(r, "want a comma or the closing brace of the file");
    centipawn_live_space(r);
    if (r->p < r->end) return centipawn_live_wrong(r, "more than one value in the file");
    if ((seen & 0x1f) != 0x1f) return centipawn_live_wrong(r, "not a weights file: want format, version, unit, set and terms");
    if (!centipawn_live.set || !centipawn_live_is(r->set, centipawn_live.set)) return centipawn_live_refuse(r, r->set.at, r->set.n, "weights of another set than the engine's");
    if (centipawn_live.formula && r->formula.n && !centipawn_live_formulas(r->formula)) return centipawn_live_wrong(r, "its formula is not the engine's");
    return 1;
}

/* centipawn_live_restore writes the compiled weights. */
static inline void centipawn_live_restore(void) {
    for (int k = 0; k < centipawn_live.terms; k++)
        for (int h = 0; h < 2; h++)
            if (centipawn_live.term[k].begin[h] && centipawn_live.term[k].old[h]) memcpy(centipawn_live.term[k].begin[h], centipawn_live.term[k].old[h], centipawn_live.term[k].bytes);
}

static inline void centipawn_live_loaded(void) {
    for (int i = 0; i < centipawn_live.hooks; i++) centipawn_live.hook[i]();
}

/* centipawn_live_apply writes what the reader has found; other weights become those that were compiled. */
static inline void centipawn_live_apply(const struct centipawn_reader *r) {
    centipawn_live_restore();
    for (int k = 0; k < centipawn_live.terms; k++)
        for (int i = 0; i < centipawn_live.term[k].n; i++) {
            const double *value = r->value[centipawn_live.term[k].column + i];
            size_t at = (size_t)i * centipawn_live.term[k].size;
            char *begin = centipawn_live.term[k].begin[0], *other = centipawn_live.term[k].begin[1];
            if (!begin || !r->halves[centipawn_live.term[k].column + i]) continue;
            if (centipawn_live.term[k].pack) {
                centipawn_live.term[k].pack(begin + at, (int)value[0], (int)value[1]);
                continue;
            }
            centipawn_live_write(centipawn_live.term[k].storage, begin + at + centipawn_live.term[k].at[0], value[0]);
            if (centipawn_live.term[k].halves == 2) centipawn_live_write(centipawn_live.term[k].storage, (other ? other : begin) + at + centipawn_live.term[k].at[1], value[1]);
        }
    centipawn_live_loaded();
}

/* centipawn_live_file returns a file's bytes, which the caller frees; NULL, with the reason, if it cannot be read. */
static inline char *centipawn_live_file(const char *path, size_t *n, const char **why) {
    struct stat about;
    char *text = NULL;
    FILE *f = NULL;
    *why = "no such file";
    if (stat(path, &about)) return NULL;
    *why = "not a file"; /* a folder, or a pipe, which may never end */
    if (!S_ISREG(about.st_mode)) return NULL;
    *why = "a file of more than 32 MiB";
    if (about.st_size > CENTIPAWN_LIVE_BYTES) return NULL;
    *why = "it cannot be read";
    size_t size = (size_t)about.st_size;
    if ((f = fopen(path, "rb")) != NULL && (text = (char *)malloc(size + 1)) != NULL) {
        *n = fread(text, 1, size + 1, f);
        if (ferror(f) || *n != size) {
            free(text);
            text = NULL;
        }
    }
    if (f) fclose(f);
    return text;
}

/* centipawn_live_load takes the weights of a file, or those that were compiled if there is no path, and
 * returns whether it did. It says nothing unless it refuses. */
static inline int centipawn_live_load(const char *path) {
    struct centipawn_reader r;
    const char *why = "no memory";
    size_t n = 0, columns = (size_t)centipawn_live.columns + 1;
    int ok = 0;
    memset(&r, 0, sizeof r);
    if (!path || !*path || !strcmp(path, "<empty>")) {
        centipawn_live_restore();
        centipawn_live_loaded();
        return 1;
    }
    char *text = centipawn_live_file(path, &n, &why), *shown = (char *)malloc(strlen(path) + 1);
    r.value = (double(*)[2])calloc(columns, sizeof *r.value);
    r.halves = (unsigned char *)calloc(columns, 1);
    r.line = 1;
    if (text && r.value && r.halves) {
        r.p = text;
        r.end = text + n;
        ok = centipawn_live_parse(&r);
        why = r.why;
    } else if (text)
        why = "no memory";
    if (ok) centipawn_live_apply(&r);
    if (shown) centipawn_live_clean(strcpy(shown, path));
    centipawn_live_clean(r.why);
    if (!ok) printf("info string " CENTIPAWN_LIVE_OPTION " refused: %s%s%s\n", shown ? shown : "", *r.why ? "" : ": ", why);
    fflush(stdout);
    free(text), free(shown), free(r.value), free(r.halves);
    return ok;
}

/* centipawn_live_word takes a word, in any case, off the front of a line. */
static inline int centipawn_live_word(const char **line, const char *word) {
    const char *p = *line + strspn(*line, " \t");
    for (; *word; p++, word++)
        if (tolower((unsigned char)*p) != tolower((unsigned char)*word)) return 0;
    if (*p && !strchr(" \t\r\n", *p)) return 0;
    *line = p + strspn(p, " \t\r\n");
    return 1;
}

/* centipawn_live_line does what a line of the protocol asks for, and returns whether it was for the weights. */
static inline int centipawn_live_line(const char *line) {
    if (!centipawn_live_word(&line, "setoption") || !centipawn_live_word(&line, "name") || !centipawn_live_word(&line, CENTIPAWN_LIVE_OPTION)) return 0;
    if (!centipawn_live_word(&line, "value")) line += strlen(line);
    size_t n = strlen(line);
    while (n && strchr(" \t\r\n", line[n - 1])) n--;
    char *path = (char *)malloc(n + 1);
    if (!path) return 1;
    memcpy(path, line, n);
    path[n] = 0;
    centipawn_live_load(path);
    free(path);
    return 1;
}

/* centipawn_live_start takes the file that the environment names. */
static inline void centipawn_live_start(void) {
    const char *path = getenv("CENTIPAWN_WEIGHTS");
    if (path && *path) centipawn_live_load(path);
}

static inline void centipawn_live_option(void) {
    printf("option name " CENTIPAWN_LIVE_OPTION " type string default <empty>\n");
    fflush(stdout); /* in front of uciok, which may be written otherwise */
}

#endif /* CENTIPAWN_LIVE_H */
