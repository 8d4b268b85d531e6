// The evaluation: every weight is added by ADD, which in a trace counts it, too.
#include "engine.h"
#include "centipawn_trace.h"
#include "weights.h"

#define ADD(sum, weight, n)              \
    do {                                 \
        (sum)->mg += (n) * (weight).mg;  \
        (sum)->eg += (n) * (weight).eg;  \
        TRACE_COUNT(weight, n);          \
    } while (0)

enum { FULL_PHASE = 24, FULL_SCALE = 64, FULL_DANGER = 64 };
static const int phaseOf[7] = {0, 0, 1, 1, 2, 4, 0};

static const int knightSteps[8] = {-33, -31, -18, -14, 14, 18, 31, 33};
static const int sliderSteps[8] = {-17, -15, 15, 17, -16, -1, 1, 16}; // a bishop's four, a rook's four

// What attacks a king; the kings stand as in Position, White's first.
typedef struct {
    int danger, attackers;
} Attack;

static int rankFor(int sq, int color) { return color > 0 ? sq >> 4 : 7 - (sq >> 4); }

static int isNear(int a, int b) {
    int dx = (a & 7) - (b & 7), dy = (a >> 4) - (b >> 4);
    return dx >= -1 && dx <= 1 && dy >= -1 && dy <= 1;
}

// mobility returns how many squares a piece attacks that no piece of its own holds. It adds to near
// those beside the other king.
static int mobility(const Position *p, int sq, int color, int piece, int *near) {
    const int *steps = piece == KNIGHT ? knightSteps : sliderSteps;
    int n = 0;
    for (int i = piece == ROOK ? 4 : 0; i < (piece == BISHOP ? 4 : 8); i++)
        for (int to = sq + steps[i]; !(to & 0x88); to += steps[i]) {
            n += p->board[to] * color <= 0;
            *near += isNear(to, p->king[color > 0]);
            if (piece == KNIGHT || p->board[to]) break;
        }
    return n;
}

// pawnOn reports whether a pawn of the color stands on a square, which may be off the board.
static int pawnOn(const Position *p, int sq, int color) { return !(sq & 0x88) && p->board[sq] == color * PAWN; }

static int pawnsOnFile(const Position *p, int file, int color) {
    int n = 0;
    for (int sq = file; file >= 0 && file < 8 && sq < 128; sq += 16) n += p->board[sq] == color * PAWN;
    return n;
}

static int passed(const Position *p, int sq, int color) {
    for (int to = sq + 16 * color; !(to & 0x88); to += 16 * color)
        if (pawnOn(p, to - 1, -color) || pawnOn(p, to, -color) || pawnOn(p, to + 1, -color)) return 0;
    return 1;
}

static void pawn(const Position *p, Score *sum, int sq, int color) {
    int file = sq & 7;
    if (passed(p, sq, color)) ADD(sum, Passed[rankFor(sq, color)], color);
    if (pawnOn(p, sq + 16 * color, color)) ADD(sum, Doubled, color);
    if (!pawnsOnFile(p, file - 1, color) && !pawnsOnFile(p, file + 1, color)) ADD(sum, Isolated, color);
    if (pawnOn(p, sq + 1, color)) ADD(sum, Phalanx, color);
    for (int side = -1; side <= 1; side += 2) {
        int to = sq + 16 * color + side, enemy = to & 0x88 ? EMPTY : -color * p->board[to];
        if (enemy >= PAWN && enemy <= QUEEN) ADD(sum, PawnThreat[enemy - PAWN], color);
    }
}

static void piece(const Position *p, Score *sum, Attack *kings, int sq, int color, int type) {
    int square64 = 8 * (7 - rankFor(sq, color)) + (sq & 7);
    ADD(sum, PieceSquare[type - PAWN][square64], color);
    if (type != KING) ADD(sum, Material[type - PAWN], color);
    if (type >= KNIGHT && type <= QUEEN) {
        int near = 0, n = mobility(p, sq, color, type, &near);
        ADD(sum, Mobility[type - KNIGHT][n], color);
        Attack *king = &kings[color > 0];
        king->attackers += near > 0;
        king->danger += near * KingAttack[type - KNIGHT];
        TRACE_COUNT_IN(color > 0 ? "danger_black" : "danger_white", KingAttack[type - KNIGHT], near);
    }
    if (type == PAWN) pawn(p, sum, sq, color);
    if (type == ROOK && !pawnsOnFile(p, sq & 7, color)) ADD(sum, RookFile[!pawnsOnFile(p, sq & 7, -color)], color);
    if (type == KING) {
        int front = sq + 16 * color;
        ADD(sum, Shield[pawnOn(p, front - 1, color) + pawnOn(p, front, color) + pawnOn(p, front + 1, color)], color);
    }
}

// mopUp drives a bare king to the edge, in a way that is no sum of weights: the fit leaves it as
// it is, the trace gives it as an offset.
static int mopUp(const Position *p, int winner) {
    int loser = p->king[winner > 0], own = p->king[winner < 0];
    int file = loser & 7, rank = loser >> 4;
    int edge = (file < 4 ? 3 - file : file - 4) + (rank < 4 ? 3 - rank : rank - 4);
    int dx = file - (own & 7), dy = rank - (own >> 4);
    return winner * (200 + 10 * edge - 5 * ((dx < 0 ? -dx : dx) + (dy < 0 ? -dy : dy)));
}

// kingDanger returns what the attack on a king costs its side in the middlegame. One attacker alone
// does no harm.
static int kingDanger(Attack *kings, int side) {
    Attack *king = &kings[side];
    if (king->attackers < 2) {
        king->danger = 0;
        TRACE_FORGET(side ? "danger_black" : "danger_white");
    }
    TRACE_SUM_VALUE(side ? "danger_black" : "danger_white", king->danger, king->danger);
    return king->danger > 0 ? king->danger * king->danger / FULL_DANGER : 0;
}

int evaluate(const Position *p) {
    Score sum = {0, 0};
    Attack kings[2] = {{0, 0}, {0, 0}};
    int phase = 0, scale = FULL_SCALE, offset = 0, pieces[2][7] = {{0}}, bishopOn[2] = {0, 0};
    for (int sq = 0; sq < 120; sq++) {
        if (sq & 0x88 || !p->board[sq]) continue;
        int color = p->board[sq] > 0 ? 1 : -1, type = color * p->board[sq], side = color < 0;
        piece(p, &sum, kings, sq, color, type);
        phase += phaseOf[type];
        pieces[side][type]++;
        pieces[side][EMPTY]++; // all of them
        if (type == BISHOP) bishopOn[side] = ((sq >> 4) + sq) & 1;
    }
    int pairs = (pieces[0][BISHOP] > 1) - (pieces[1][BISHOP] > 1);
    if (pairs) ADD(&sum, BishopPair, pairs);
    if (pieces[0][BISHOP] == 1 && pieces[1][BISHOP] == 1 && bishopOn[0] != bishopOn[1]) scale = FULL_SCALE / 2;
    for (int side = 0; side < 2; side++)
        if (pieces[side][EMPTY] == 1 && pieces[!side][ROOK] + pieces[!side][QUEEN]) offset = mopUp(p, side ? 1 : -1);
    if (phase > FULL_PHASE) phase = FULL_PHASE;
    sum.mg += kingDanger(kings, 1) - kingDanger(kings, 0);

    int total = FULL_PHASE * FULL_SCALE;
    int mg = phase * FULL_SCALE, eg = (FULL_PHASE - phase) * scale;
    TRACE_FACTORS((double)mg / total, (double)eg / total);
    TRACE_OFFSET(offset);
    TRACE_COUNT(Tempo, p->side);
    return (sum.mg * mg + sum.eg * eg) / total + offset + p->side * Tempo;
}

#if defined TRACE || defined CENTIPAWN_LIVE
void trace_columns(void) {
    TRACE_SET("carried");
    TRACE_TERM(Material, "material.{pawn,knight,bishop,rook,queen}");
    TRACE_TERM(BishopPair, "BishopPair");
    TRACE_TERM(Doubled, "Doubled");
    TRACE_TERM(Isolated, "Isolated");
    TRACE_TERM(Phalanx, "Phalanx");
    TRACE_TERM(Passed, "Passed.{0..7}");
    TRACE_TERM(RookFile, "RookFile.{0..1}");
    TRACE_TERM(Shield, "Shield.{0..3}");
    TRACE_TERM(PawnThreat, "PawnThreat.{0..4}");
    TRACE_PLAIN(Tempo, "Tempo");
    TRACE_TERM(Mobility, "Mobility.{0..3}.{0..27}");
    TRACE_TERM(PieceSquare, "pst.{pawn,knight,bishop,rook,queen,king}.{a8..h1}");
    TRACE_FORMULA("danger = trunc(square(max(0, danger_black)) / 64) - trunc(square(max(0, danger_white)) / 64);"
                  "linear + danger * mg");
    TRACE_SUMS("danger_white danger_black");
    TRACE_PLAIN(KingAttack, "KingAttack.{0..3}");
}
#endif

#ifdef TRACE
void trace_position(const Position *p, const char *result, const char *game, const int *score) {
    int eval = evaluate(p);
    if (score) TRACE_SCORE(*score);
    TRACE_ROW(result, game, eval);
}
#endif
