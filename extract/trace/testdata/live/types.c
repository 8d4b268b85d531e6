// Weights of all types that can be taken from a file; it prints them with the file of the environment, and once more
// with those that were compiled. TestLiveTypes compiles it as C and as C++.
#include <stdio.h>

#define S(mg, eg) ((int)((unsigned)(eg) << 16) + (mg))
#define CENTIPAWN_PACK(mg, eg) S(mg, eg)
#include "centipawn_trace.h"

static TRACE_CONST int Packed[2][3] = {{S(1, 2), S(3, -4), S(-5, 6)}, {S(7, 8), S(-9, -10), S(11, 12)}};
static TRACE_CONST int Whole[2] = {13, -14}, One = 15;
static TRACE_CONST short Short[2][2] = {{16, 17}, {18, 19}}; // halves in an array
static TRACE_CONST signed char Tiny = 20;
static TRACE_CONST unsigned char Byte = 21;
static TRACE_CONST float Single[2] = {22.5f, 23};
static TRACE_CONST double Double = 24.25;
static TRACE_CONST long long Long = 25;
static TRACE_CONST int Mg[2][2] = {{26, 27}, {28, 29}}, Eg[2][2] = {{30, 31}, {32, 33}};
static TRACE_CONST int Part[4] = {S(34, 35), S(36, 37), S(38, 39), S(40, 41)};
static TRACE_CONST float Pairs[2][2] = {{42, 43}, {44, 45}};
static int hooked;

static void hook(void) { hooked++; }

static int mg(int packed) { return (short)(unsigned short)(unsigned)packed; }
static int eg(int packed) { return (packed - mg(packed)) / 65536; }

static void show(void) {
    for (int i = 0; i < 6; i++) printf("%d,%d ", mg(Packed[i / 3][i % 3]), eg(Packed[i / 3][i % 3]));
    printf("%d %d %d ", Whole[0], Whole[1], One);
    for (int i = 0; i < 2; i++) printf("%d,%d ", Short[i][0], Short[i][1]);
    printf("%d %d %g %g %g %lld ", Tiny, Byte, (double)Single[0], (double)Single[1], Double, Long);
    for (int i = 0; i < 4; i++) printf("%d,%d ", Mg[i / 2][i % 2], Eg[i / 2][i % 2]);
    for (int i = 0; i < 4; i++) printf("%d,%d ", mg(Part[i]), eg(Part[i]));
    for (int i = 0; i < 2; i++) printf("%g,%g ", (double)Pairs[i][0], (double)Pairs[i][1]);
    printf("%d\n", hooked);
}

int main(void) {
    TRACE_SET("types");
    TRACE_TERM(Packed, "Packed.{a,ab}.{-1..1}");
    TRACE_PLAIN(Whole, "Whole.{a,b}");
    TRACE_PLAIN(One, "One");
    TRACE_TERM(Short, "Short.{0..1}");
    TRACE_PLAIN(Tiny, "Tiny");
    TRACE_PLAIN(Byte, "Byte");
    TRACE_PLAIN(Single, "Single.{0..1}");
    TRACE_PLAIN(Double, "Double");
    TRACE_PARAMETER(Long, "Long");
    TRACE_HALVES(Mg, Eg, "Halves.{0..1}.{x,y}");
    TRACE_FROM(Part[1], "Part.{b,c}");
    TRACE_TERM(Pairs, "Pairs.{0..1}");
    TRACE_NAMED("Named");
    TRACE_LIVE_HOOK(hook);
    TRACE_LIVE_START();
    show();
    if (TRACE_LIVE_LINE("setoption name Hash value 16\n") || !TRACE_LIVE_LINE(" setoption  NAME centipawnweights\tvalue \r\n")) printf("wrong line\n");
    show();
    return 0;
}
