// An evaluation that is not linear, with an engine's integers, or recorded under TRACE. Positions are
// drawn by chance: value N, and value N old traces what is not registered.
#include <cstdio>
#include <cstdlib>
#include <string>

#include "centipawn_value.hpp"

#ifdef TRACE
using Score = centipawn::Value;
using Pair = centipawn::Pair;
using Param = centipawn::PairWeight;
using Plain = centipawn::Weight;
#else
using Score = int;
struct Pair {
    int m, e;
    constexpr Pair(int mg, int eg) : m(mg), e(eg) {}
    int mg() const { return m; }
    int eg() const { return e; }
    Pair &operator+=(Pair o) { return m += o.m, e += o.e, *this; }
};
inline Pair operator+(Pair a, Pair b) { return Pair(a.m + b.m, a.e + b.e); }
inline Pair operator-(Pair a, Pair b) { return Pair(a.m - b.m, a.e - b.e); }
inline Pair operator*(Pair a, int n) { return Pair(a.m * n, a.e * n); }
using Param = Pair;
using Plain = int;
#endif

static const Param MATERIAL[5] = {{82, 94}, {337, 281}, {365, 297}, {477, 512}, {1025, 936}};
static const Param PST[2][8] = {{{0, 0}, {-8, 2}, {-3, 0}, {4, 6}, {11, 19}, {30, 55}, {70, 120}, {0, 0}},
                                {{-9, -20}, {-4, -3}, {0, 2}, {6, 9}, {8, 11}, {5, 2}, {1, -7}, {-13, -31}}};
static const Param ATTACK[5] = {{3, 1}, {9, 3}, {7, 2}, {12, 4}, {21, 11}};
static const Param SAFETY{310, 95}, SHIFT{-25, -6};
static const Plain BIAS = -60, PAWNS = 7, TEMPO = 14;

struct Position {
    int piece[64]; // 0 none, 1 to 5 White's pawn to queen, -1 to -5 Black's
    int king[2];
    int side;
};

static int distance(int a, int b) {
    int files = std::abs(a % 8 - b % 8), ranks = std::abs(a / 8 - b / 8);
    return files > ranks ? files : ranks;
}

static Pair placement(const Position &p, int color) {
    Pair sum(0, 0);
    for (int sq = 0; sq < 64; sq++) {
        int type = p.piece[sq] * color;
        if (type <= 0) continue;
        sum += MATERIAL[type - 1];
        sum += PST[type > 1][color > 0 ? sq / 8 : 7 - sq / 8];
    }
    return sum;
}

static Pair danger(const Position &p, int color) {
    Pair sum(0, 0);
    for (int sq = 0; sq < 64; sq++) {
        int type = p.piece[sq] * color, king = p.king[color > 0];
        if (type > 0 && distance(sq, king) < 4) sum += ATTACK[type - 1] * (4 - distance(sq, king));
    }
    return sum;
}

// Tables of the sigmoid are the engine's affair: here it is computed.
#ifdef TRACE
static Pair activate(Pair x) { return trunc(SAFETY * sigmoid((x + SHIFT) / 20.0)); }
#else
static int activate(int x, int shift, int height) { return int(height * centipawn::sigmoid((x + shift) / 20.0)); }
static Pair activate(Pair x) { return Pair(activate(x.m, SHIFT.m, SAFETY.m), activate(x.e, SHIFT.e, SAFETY.e)); }
#endif

static Score evaluate(const Position &p) {
    Pair sum = placement(p, 1) - placement(p, -1);
    sum = sum + activate(centipawn::name(danger(p, 1), "danger_white")) - activate(centipawn::name(danger(p, -1), "danger_black"));

    int pawns = 0, phase = 0;
    for (int sq = 0; sq < 64; sq++) {
        const int weight[] = {0, 0, 1, 1, 2, 4};
        pawns += std::abs(p.piece[sq]) == 1;
        phase += weight[std::abs(p.piece[sq])];
    }
    if (phase > 24) phase = 24;

    Score complexity = PAWNS * pawns + BIAS, eg = sum.eg();
    Score half = centipawn::max(complexity, -centipawn::abs(eg));
    eg = eg + centipawn::select(eg > 0, half, centipawn::select(eg < 0, Score(-half), Score(0)));
    int scale = pawns > 3 ? 64 : 40 + 8 * pawns;
    eg = eg * scale / 64;
    return (sum.mg() * phase + eg * (24 - phase)) / 24 + TEMPO * p.side;
}

static unsigned draw() {
    static unsigned long long state = 1;
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    return unsigned(state >> 33);
}

static Position random_position() {
    Position p{};
    int pieces = int(draw() % 24);
    for (int i = 0; i < pieces; i++) p.piece[draw() % 64] = int(draw() % 11) - 5;
    p.king[0] = int(draw() % 64), p.king[1] = int(draw() % 64);
    p.side = draw() % 2 ? 1 : -1;
    return p;
}

int main(int argc, char **argv) {
    (void)argc;
    CENTIPAWN_SET("value");
    CENTIPAWN_NAMES(PST, ATTACK, SAFETY, SHIFT, BIAS, PAWNS, TEMPO);
    CENTIPAWN_NAMED(MATERIAL, "material.{pawn,knight,bishop,rook,queen}");
    for (int n = std::atoi(argv[1]); n > 0; n--) {
        Position p = random_position();
#ifdef TRACE
        centipawn::row("1/2-1/2", std::to_string(n / 10).c_str(), [&] { return evaluate(p); });
#else
        std::printf("%d\n", evaluate(p));
#endif
    }
    return 0;
}
