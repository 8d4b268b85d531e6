/* The second file of main.c. */
#include "centipawn_trace.h"
#include "shared.h"

extern const int Tempo;

#ifdef __cplusplus
extern "C" {
#endif
void declare_other(void);
void count_other(void);

void declare_other(void) {
    TRACE_TERM(Shared, "shared.{a,b}");
}

void count_other(void) {
    TRACE_COUNT(Shared[0], 1);
    TRACE_COUNT(Shared[1], -1);
    TRACE_COUNT(Tempo, -1);
    TRACE_COUNT_NAMED("space", -2);
}
#ifdef __cplusplus
}
#endif
