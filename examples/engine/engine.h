// What evaluation and search share. No part of it is anybody else's; take what you like.
#ifndef ENGINE_H
#define ENGINE_H

#include <stdint.h>

enum { EMPTY, PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING };

// A board of 16 x 8 squares of which the left half counts: a1 is 0, h1 7, a2 16. A square is off
// the board if it has a bit of 0x88.
typedef struct {
    signed char board[128]; // PAWN to KING are White's, -PAWN to -KING Black's
    int side;               // to move: 1 White, -1 Black
    int castling;           // bits: 1 White short, 2 White long, 4 and 8 Black
    int ep;                 // square behind a pawn that has moved two, else -1
    int fifty;              // half-moves since a capture or a pawn's move
    int king[2];            // squares of the kings, White's first
    uint64_t key;           // of board and side, for repetitions
} Position;

// evaluate returns centipawns, White's view.
int evaluate(const Position *p);

#if defined TRACE || defined CENTIPAWN_LIVE
// trace_columns declares the weights, see docs/engine.md and docs/engine_live.md.
void trace_columns(void);
#endif

#ifdef TRACE
// trace_position prints a row of the trace; game and score may be NULL.
void trace_position(const Position *p, const char *result, const char *game, const int *score);
#endif

#endif
