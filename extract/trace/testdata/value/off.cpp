// What is left of the header in play: nothing. -DBARE is the source without it.
#ifdef BARE
#include <cmath>
static inline int least(int a, int b) { return b < a ? b : a; }
static inline int pick(bool condition, int yes, int no) { return condition ? yes : no; }
static inline int most(int a, int b) { return a < b ? b : a; }
#else
#include "centipawn_value.hpp"
#endif

static const int Attack[5] = {3, 9, 7, 12, 21};

int evaluate(const int *attackers, int mg, int eg, int phase, int open) {
    int danger = 0;
    for (int i = 0; i < 5; i++) danger += attackers[i] * Attack[i];
#ifdef BARE
    mg += most(danger, 0) * danger / 16;
    int complex = pick(eg > 0, most(open, -eg), least(-open, -eg));
#else
    danger = centipawn::name(danger, "danger");
    mg += centipawn::max(danger, 0) * danger / 16;
    int complex = centipawn::select(eg > 0, centipawn::max(open, -eg), centipawn::min(-open, -eg));
#endif
    return (mg * phase + (eg + complex) * (24 - phase)) / 24;
}
