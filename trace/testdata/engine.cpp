// A tiny evaluation that dumps its trace. Input: lines of PLACEMENT SIDE RESULT GAME.
// g++ -DTRACE engine.cpp -o engine && ./engine < positions.txt > engine.trace
#include <algorithm>
#include <cstdio>
#include <iostream>
#include <string>

struct Score { int mg, eg; };
#define S(mg, eg) Score{mg, eg}

const Score Material[5] = {S(82, 94), S(337, 281), S(365, 297), S(477, 512), S(1025, 936)};
const Score PawnRank[8] = {S(0, 0), S(-8, 2), S(-3, 0), S(4, 6), S(11, 19), S(30, 55), S(70, 120), S(0, 0)};
const Score BishopPair = S(22, 61);
const int Tempo = 14;

#ifdef TRACE // ------------------------------------------------------------ the trace
enum { MATERIAL = 1, PAWN_RANK = 6, BISHOP_PAIR = 14, TEMPO = 15, END = 16 }; // first columns
int counts[END];
#define COUNT(column, n) (counts[column] += (n))

void printColumns() {
    const char* pieces[] = {"pawn", "knight", "bishop", "rook", "queen"};
    printf("# set tiny\n");
    for (int i = 0; i < 5; i++) printf("# column %d material.%s tapered\n", MATERIAL + i, pieces[i]);
    for (int i = 0; i < 8; i++) printf("# column %d pawn_rank.%d tapered\n", PAWN_RANK + i, i + 1);
    printf("# column %d bishop_pair tapered\n# column %d tempo\n", BISHOP_PAIR, TEMPO);
}

void printRow(const std::string& result, const std::string& game, int phase, int eval) {
    printf("%s qid:%s mg:%.6f eval:%d", result.c_str(), game.c_str(), phase / 24.0, eval);
    for (int i = 1; i < END; i++)
        if (counts[i]) printf(" %d:%d", i, counts[i]);
    printf("\n");
    std::fill(counts, counts + END, 0);
}
#else
#define COUNT(column, n) ((void)0)
#endif // -----------------------------------------------------------------------------

struct Eval { int value, phase; };

// evaluate returns centipawns from White's view.
Eval evaluate(const std::string& placement, bool whiteToMove) {
    const int weight[5] = {0, 1, 1, 2, 4};
    Score sum = S(0, 0);
    int phase = 0, bishops[2] = {0, 0}, rank = 7;
    auto add = [&](Score s, int sign) { sum.mg += sign * s.mg; sum.eg += sign * s.eg; };
    for (char c : placement) {
        if (c == '/') rank--;
        size_t piece = std::string("pnbrq").find(char(c | 0x20));
        if (piece == std::string::npos) continue;
        bool white = c < 'a';
        int sign = white ? 1 : -1;
        add(Material[piece], sign), COUNT(MATERIAL + piece, sign);
        phase += weight[piece];
        if (piece == 0) {
            int r = white ? rank : 7 - rank;
            add(PawnRank[r], sign), COUNT(PAWN_RANK + r, sign);
        }
        if (piece == 2) bishops[white]++;
    }
    int pairs = (bishops[1] > 1) - (bishops[0] > 1);
    add(BishopPair, pairs), COUNT(BISHOP_PAIR, pairs);
    phase = std::min(phase, 24);
    int value = (sum.mg * phase + sum.eg * (24 - phase)) / 24;
    value += whiteToMove ? Tempo : -Tempo, COUNT(TEMPO, whiteToMove ? 1 : -1);
    return {value, phase};
}

int main() {
    std::string placement, side, result, game;
#ifdef TRACE
    printColumns();
#endif
    while (std::cin >> placement >> side >> result >> game) {
        Eval e = evaluate(placement, side == "w");
#ifdef TRACE
        printRow(result, game, e.phase, e.value);
#else
        printf("%d\n", e.value); // as in play
#endif
    }
}
