// A first evaluation of one phase, and a main that prints it for each FEN of the standard input, in
// centipawns, White's view.
//
//     cc evaluate.c -o evaluate && echo 'FEN' | ./evaluate
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "tables.h"

static const char pieces[] = "pnbrqk";
static const int *const table[6] = {pawn_table, knight_table, bishop_table, rook_table, queen_table, king_table};

// evaluate adds up the pieces of a board: board[0] is a8, 0 an empty square, capitals are White's.
static int evaluate(const char board[64]) {
    int sum = 0, officers = 0;
    for (int sq = 0; sq < 64; sq++)
        officers += board[sq] && strchr("NBRQnbrq", board[sq]) != NULL;
    for (int sq = 0; sq < 64; sq++) {
        if (!board[sq]) continue;
        int piece = (int)(strchr(pieces, tolower(board[sq])) - pieces), white = isupper(board[sq]) != 0;
        const int *squares = piece == 5 && officers <= 4 ? king_endgame_table : table[piece];
        int value = piece_value[piece] + squares[white ? sq : sq ^ 56];
        sum += white ? value : -value;
    }
    return sum;
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
