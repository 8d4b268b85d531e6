/* The pawns of PeSTO as R. Friederich published them, rank 8 first. */
#define S(mg, eg) { mg, eg }
#define FLIP(sq) ((sq)^56)

const Score pawn_value = S(82, 94);

int mg_pawn_table[64] = {
    0, 0, 0, 0, 0, 0, 0, 0, // rank 8
    98, 134, 61, 95, 68, 126, 34, -11, // rank 7
    -6, 7, 26, 31, 65, 56, 25, -20, // rank 6
    -14, 13, 6, 21, 23, 12, 17, -23, // rank 5
    -27, -2, -5, 12, 17, 6, 10, -25, // rank 4
    -26, -4, -4, -10, 3, 3, 33, -12, // rank 3
    -35, -1, -20, -23, -15, 24, 38, -22, // rank 2
    0, 0, 0, 0, 0, 0, 0, 0, // rank 1
};

int eg_pawn_table[64] = {
    0, 0, 0, 0, 0, 0, 0, 0, // rank 8
    178, 173, 158, 134, 147, 132, 165, 187, // rank 7
    94, 100, 85, 67, 56, 53, 82, 84, // rank 6
    32, 24, 13, 5, -2, 4, 17, 17, // rank 5
    13, 9, -3, -7, -7, -8, 3, -1, // rank 4
    4, 7, -6, 1, 0, -5, -1, -8, // rank 3
    13, 8, 8, 10, 13, 0, 2, -7, // rank 2
    0, 0, 0, 0, 0, 0, 0, 0, // rank 1
};

static const int tempo = 15; // for the side to move
static int gamephase = tempo * 2;
