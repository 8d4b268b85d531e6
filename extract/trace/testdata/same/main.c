/* Counts the same as main.rs and main.go, from two files; C or C++. */
#include "centipawn_trace.h"
#include "shared.h"

static const int Material[2][2] = {{90, 100}, {310, 300}};
static const int Squares[2][64] = {{1}, {2}};
static const int Mobility[2][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}};
static const int Odd[2] = {1, 2};
static const int Danger[2] = {7, 8};
extern const int Tempo;
const int Tempo = 12;

#ifdef __cplusplus
extern "C" {
#endif
void declare_other(void);
void count_other(void);
#ifdef __cplusplus
}
#endif

int main(void) {
    TRACE_SET("same");
    TRACE_TERM(Material, "material.{pawn,knight}");
    TRACE_TERM(Squares, "pst.{pawn,king}.{a8..h1}");
    TRACE_FROM(Mobility[1][0], "mobility.1.{0..3}");
    TRACE_PLAIN(Odd, "odd.{0..3,x}");
    TRACE_PLAIN(Tempo, "tempo");
    TRACE_NAMED("pair");
    TRACE_NAMED_PLAIN("space");
    TRACE_TERM(Shared, "shared.{a,b}");
    declare_other();
    TRACE_FORMULA("danger = square(max(0, black)) - square(max(0, white));"
                  "limit = white + black - plain;\n"
                  "linear + danger / 720 * mg + min(scale, limit * stronger)");
    TRACE_SUMS("white black");
    TRACE_TERM(Danger, "danger.{0..1}");
    TRACE_NAMED("check");
    TRACE_SUMS("linear plain");
    TRACE_PLAIN(Odd[1], "odd.again");

    TRACE_COUNT(Material[0], 1);
    TRACE_COUNT(Material[0], -1);
    TRACE_COUNT(Material[1], 2);
    TRACE_COUNT(Squares[1][63], -1);
    TRACE_COUNT(Mobility[1][2], 0.5);
    TRACE_COUNT(Odd[1], 1);
    TRACE_COUNT(Tempo, 1 / 3.0);
    TRACE_COUNT_NAMED("pair", 1);
    TRACE_FACTORS(7 / 24.0, 17 / 48.0);
    TRACE_OFFSET(12.25);
    TRACE_SCORE(-31);
    TRACE_SUM(white);
    TRACE_COUNT(Danger[1], 3);
    TRACE_COUNT_NAMED("check", 1);
    TRACE_SUM_NAMED("black");
    TRACE_COUNT(Danger[1], 2);
    TRACE_FORGET("black");
    TRACE_COUNT(Danger[0], 2);
    TRACE_COUNT_IN("white", Danger[0], 0.5);
    TRACE_COUNT_NAMED("check", 4);
    TRACE_SUM(linear);
    TRACE_COUNT_NAMED("space", 1);
    TRACE_INPUT("scale", 37 / 64.0);
    TRACE_INPUT("stronger", -1);
    TRACE_SUM_VALUE("white", 24.5, -3);
    TRACE_SUM(black);
    TRACE_ROW("1-0", "g7", 34.5);

    TRACE_INPUT("stronger", 0);
    TRACE_INPUT("scale", 0);
    TRACE_ROW("?", "", 0);

    TRACE_COUNT(Shared[0], 1);
    count_other();
    TRACE_COUNT_IN("plain", Odd[1], 1);
    TRACE_INPUT("scale", 1);
    TRACE_INPUT("stronger", 1);
    TRACE_SUM_VALUE("plain", 2, 2);
    TRACE_SUM_VALUE("linear", 1e6, -1);
    TRACE_FACTORS(1, 0);
    TRACE_ROW("0.5", "12", -123456.789);
    return 0;
}
