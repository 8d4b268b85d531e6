// The evaluation of evaluate.c with two phases, and the weights that weights export wrote; the main is the
// same.
//
//     weights export -lang c -rank8 -o weights.h new.json
//     cc tapered.c -o tapered && echo 'FEN' | ./tapered
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "weights.h"

static const char pieces[] = "pnbrqk";
static const evaluation_score *const table[6] = {pst_pawn, pst_knight, pst_bishop, pst_rook, pst_queen, pst_king};
static const int phase_weight[6] = {0, 1, 1, 2, 4, 0};

// evaluate adds up the pieces of a board: board[0] is a8, 0 an empty square, capitals are White's.
static int evaluate(const char board[64]) {
    int mg = 0, eg = 0, n = 0;
    for (int sq = 0; sq < 64; sq++) {
        if (!board[sq]) continue;
        int piece = (int)(strchr(pieces, tolower(board[sq])) - pieces), white = isupper(board[sq]) != 0;
        evaluation_score value = table[piece][white ? sq : sq ^ 56];
        mg += white ? value.mg : -value.mg;
        eg += white ? value.eg : -value.eg;
        n += phase_weight[piece];
    }
    if (n > 24) n = 24;
    return (mg * n + eg * (24 - n)) / 24;
}

// read_board fills a board from a FEN; what follows the pieces does not count here.
static int read_board(const char *fen, char board[64]) {
    int sq = 0;
    memset(board, 0, 64);
    for (; *fen && *fen != ' '; fen++) {
        if (*fen == '/') continue;
        if (isdigit((unsigned char)*fen)) sq += *fen - '0';
        else if (sq < 64 && strchr(pieces, tolower((unsigned char)*fen))) board[sq++] = *fen;
        else return 0;
    }
    return sq == 64;
}

int main(void) {
    char line[256], board[64];
    while (fgets(line, sizeof line, stdin))
        if (read_board(line, board)) printf("%d\n", evaluate(board));
        else printf("no FEN: %s", line);
    return 0;
}
