#define MAKE(a, b) make_score(a, b)
#define S(a, b) MAKE(a, b)
#define PAWN_MG 82
#define PAWN_EG (94)
#define ROOK   S( 477, 512 )
#define KING_TABLE { S(1, 2), \
                     S(-3, 4) }
enum { KnightMg = 337, KnightEg = 281, BISHOP = -3 };
Score passed[2][3] = { ROW(S(1, 2), S(3, 4), S(5, 6)),
                       ROW(S(7, 8), S(9, 10), S(11, 12)) };
