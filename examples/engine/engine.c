// A small engine that carries its evaluation through docs/engine.md: legal moves, alpha-beta with
// quiescence, and as much of UCI as a match needs. "bench" prints the nodes of a fixed search,
// "eval" evaluates the FENs of the standard input, and compiled with -DTRACE "trace" prints the
// trace of an EPD file with results.
#include "engine.h"
#include "centipawn_trace.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct {
    int from, to, promotion; // a piece, or EMPTY
} Move;

enum { MAX_MOVES = 256, MAX_PLY = 64, MAX_GAME = 2048, MATE = 30000 };

static const char startFEN[] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
static const int steps[8] = {-17, -15, 15, 17, -16, -1, 1, 16}; // a bishop's four, a rook's four
static const int jumps[8] = {-33, -31, -18, -14, 14, 18, 31, 33};

// ------------------------------------------------------------------------------------ positions

// keyOf returns a random number for a piece on a square (splitmix64).
static uint64_t keyOf(int piece, int sq) {
    uint64_t z = (uint64_t)((piece + 6) * 128 + sq + 1) * 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static void put(Position *p, int sq, int piece) {
    if (p->board[sq]) p->key ^= keyOf(p->board[sq], sq);
    if (piece) p->key ^= keyOf(piece, sq);
    p->board[sq] = (signed char)piece;
    if (piece == KING || piece == -KING) p->king[piece < 0] = sq;
}

static int squareOf(const char *s) {
    return s[0] >= 'a' && s[0] <= 'h' && s[1] >= '1' && s[1] <= '8' ? (s[1] - '1') * 16 + s[0] - 'a' : -1;
}

// parse reads a FEN, or the four fields of an EPD, and returns what follows them; NULL if there
// is no position.
static const char *parse(Position *p, const char *fen) {
    static const char letters[] = ".pnbrqk", castles[] = "KQkq";
    char placement[100], side, castling[10], ep[10];
    int n = 0, kings = 0, sq = 7 * 16;
    if (sscanf(fen, "%99s %c %9s %9s%n", placement, &side, castling, ep, &n) < 4) return NULL;
    memset(p, 0, sizeof *p);
    for (const char *c = placement; *c; c++) {
        const char *piece = strchr(letters, tolower((unsigned char)*c));
        if (*c == '/')
            sq = (sq & 0x70) - 16;
        else if (isdigit((unsigned char)*c))
            sq += *c - '0';
        else if (!piece || sq < 0 || sq & 0x88 || (*piece == 'p' && (sq < 16 || sq >= 7 * 16)))
            return NULL;
        else
            put(p, sq++, (int)(piece - letters) * (isupper((unsigned char)*c) ? 1 : -1)), kings += *piece == 'k';
    }
    p->side = side == 'w' ? 1 : -1;
    for (int i = 0; i < 4; i++) p->castling |= strchr(castling, castles[i]) ? 1 << i : 0;
    p->ep = squareOf(ep);
    return kings == 2 ? fen + n : NULL;
}

static int attacked(const Position *p, int sq, int by) {
    for (int side = -1; side <= 1; side += 2) {
        int from = sq - 16 * by + side;
        if (!(from & 0x88) && p->board[from] == by * PAWN) return 1;
    }
    for (int i = 0; i < 8; i++) {
        int to = sq + jumps[i];
        if (!(to & 0x88) && p->board[to] == by * KNIGHT) return 1;
        to = sq + steps[i];
        if (!(to & 0x88) && p->board[to] == by * KING) return 1;
        while (!(to & 0x88) && !p->board[to]) to += steps[i];
        if (!(to & 0x88) && (p->board[to] == by * QUEEN || p->board[to] == by * (i < 4 ? BISHOP : ROOK))) return 1;
    }
    return 0;
}

static int inCheck(const Position *p, int side) { return attacked(p, p->king[side < 0], -side); }

// ---------------------------------------------------------------------------------------- moves

// The moves of a list of MAX_MOVES. A legal game has 218 at most; what a position of many queens
// has more is left out.
typedef struct {
    Move *list;
    int n;
} Moves;

static void add(Moves *moves, int from, int to, int promotion) {
    Move m = {from, to, promotion};
    if (moves->n < MAX_MOVES) moves->list[moves->n++] = m;
}

static void addPawn(Moves *moves, int from, int to) {
    if (to >> 4 != 0 && to >> 4 != 7) {
        add(moves, from, to, EMPTY);
        return;
    }
    for (int piece = QUEEN; piece >= KNIGHT; piece--) add(moves, from, to, piece);
}

static void pawnMoves(const Position *p, Moves *moves, int from, int captures) {
    int ahead = from + 16 * p->side, home = p->side > 0 ? 1 : 6;
    for (int to = ahead - 1; to <= ahead + 1; to += 2)
        if (!(to & 0x88) && (p->board[to] * p->side < 0 || to == p->ep)) addPawn(moves, from, to);
    if (p->board[ahead] || (captures && ahead >> 4 != 0 && ahead >> 4 != 7)) return;
    addPawn(moves, from, ahead);
    if (from >> 4 == home && !captures && !p->board[ahead + 16 * p->side]) add(moves, from, ahead + 16 * p->side, EMPTY);
}

static void castle(const Position *p, Moves *moves, int from) {
    int rights = p->side > 0 ? p->castling : p->castling >> 2;
    if (!(rights & 3) || inCheck(p, p->side)) return;
    if (rights & 1 && !p->board[from + 1] && !p->board[from + 2] && !attacked(p, from + 1, -p->side))
        add(moves, from, from + 2, EMPTY);
    if (rights & 2 && !p->board[from - 1] && !p->board[from - 2] && !p->board[from - 3] && !attacked(p, from - 1, -p->side))
        add(moves, from, from - 2, EMPTY);
}

// generate lists the moves, of which some may leave the king in check; captures: and promotions,
// nothing else.
static int generate(const Position *p, Move *list, int captures) {
    Moves moves = {list, 0};
    for (int from = 0; from < 120; from++) {
        if (from & 0x88 || p->board[from] * p->side <= 0) continue;
        int type = p->board[from] * p->side;
        if (type == PAWN) {
            pawnMoves(p, &moves, from, captures);
            continue;
        }
        const int *way = type == KNIGHT ? jumps : steps;
        for (int i = type == ROOK ? 4 : 0; i < (type == BISHOP ? 4 : 8); i++)
            for (int to = from + way[i]; !(to & 0x88) && p->board[to] * p->side <= 0; to += way[i]) {
                if (!captures || p->board[to]) add(&moves, from, to, EMPTY);
                if (p->board[to] || type == KNIGHT || type == KING) break;
            }
        if (type == KING && !captures) castle(p, &moves, from);
    }
    return moves.n;
}

// rightsOf returns the rights that end when something moves from or to a square.
static int rightsOf(int sq) {
    switch (sq) {
    case 0x00: return 2;
    case 0x04: return 3;
    case 0x07: return 1;
    case 0x70: return 8;
    case 0x74: return 12;
    case 0x77: return 4;
    }
    return 0;
}

// make plays a move on a copy and reports whether it is legal.
static int make(const Position *p, Position *next, Move m) {
    *next = *p;
    int piece = p->board[m.from], type = piece * p->side;
    next->fifty = type == PAWN || p->board[m.to] ? 0 : p->fifty + 1;
    put(next, m.from, EMPTY);
    put(next, m.to, m.promotion ? m.promotion * p->side : piece);
    if (type == PAWN && m.to == p->ep) put(next, m.to - 16 * p->side, EMPTY);
    if (type == KING && (m.to - m.from == 2 || m.from - m.to == 2)) {
        put(next, (m.from + m.to) / 2, ROOK * p->side);
        put(next, m.to > m.from ? m.from + 3 : m.from - 4, EMPTY);
    }
    next->castling &= ~(rightsOf(m.from) | rightsOf(m.to));
    next->ep = type == PAWN && (m.to - m.from) % 32 == 0 ? (m.from + m.to) / 2 : -1;
    next->side = -p->side;
    next->key ^= 1;
    return !inCheck(next, p->side);
}

static const char *moveText(Move m) {
    static char text[6];
    sprintf(text, "%c%c%c%c%c", 'a' + (m.from & 7), '1' + (m.from >> 4), 'a' + (m.to & 7), '1' + (m.to >> 4), "\0\0nbrq"[m.promotion]);
    return text;
}

// --------------------------------------------------------------------------------------- search

static uint64_t nodes, nodeLimit;
static clock_t start, timeLimit; // 0: none
static int stopped;
static uint64_t game[MAX_GAME]; // keys of the positions up to the one that is searched
static int length;
static Move best;               // at the root
static int history[13][128];    // how often a quiet move was the best, by piece and square

static int outOfTime(void) {
    if (nodes % 1024 == 0 && timeLimit && clock() - start >= timeLimit) stopped = 1;
    if (nodeLimit && nodes >= nodeLimit) stopped = 1;
    return stopped;
}

static int repeated(const Position *p) {
    for (int i = 2; i <= p->fifty && i <= length; i++)
        if (game[length - i] == p->key) return 1;
    return 0;
}

// rank says how early a move is tried: captures of the most valuable by the least valuable, then
// quiet moves by what they did elsewhere.
static int rank(const Position *p, Move m) {
    int piece = p->board[m.from], victim = p->board[m.to];
    if (victim || m.promotion) return (1 << 24) + 16 * abs(victim) - abs(piece) + 16 * m.promotion;
    return history[piece + 6][m.to];
}

// next puts the best of the moves from i on in front and returns it.
static Move next(Move *list, int *ranks, int i, int n) {
    int first = i;
    for (int j = i + 1; j < n; j++)
        if (ranks[j] > ranks[first]) first = j;
    Move m = list[first];
    int r = ranks[first];
    list[first] = list[i], ranks[first] = ranks[i];
    list[i] = m, ranks[i] = r;
    return m;
}

// ranked generates the moves with their ranks, at the root the best of the last iteration first.
static int ranked(const Position *p, Move *list, int *ranks, int captures, int root) {
    int n = generate(p, list, captures);
    for (int i = 0; i < n; i++)
        ranks[i] = root && !memcmp(&list[i], &best, sizeof best) ? 1 << 30 : rank(p, list[i]);
    return n;
}

// search returns the score for the side to move; with depth 0 and below of captures alone.
static int search(const Position *p, int alpha, int beta, int depth, int ply) {
    Move list[MAX_MOVES];
    int ranks[MAX_MOVES], value = -MATE + ply, legal = 0, check = inCheck(p, p->side);
    if (ply && (p->fifty >= 100 || repeated(p))) return 0;
    depth += check && ply < MAX_PLY / 2;
    nodes++;
    if (outOfTime()) return 0;
    if (depth <= 0 || ply == MAX_PLY) {
        value = p->side * evaluate(p);
        if (value >= beta || ply == MAX_PLY) return value;
        if (value > alpha) alpha = value;
    }
    int n = ranked(p, list, ranks, depth <= 0, !ply);
    game[length++] = p->key;
    for (int i = 0; i < n && value < beta && !stopped; i++) {
        Position after;
        Move m = next(list, ranks, i, n);
        int quiet = !p->board[m.to] && !m.promotion;
        if (!make(p, &after, m)) continue;
        int late = legal++ > 3 && depth > 2 && quiet && !check;
        int score = late ? -search(&after, -alpha - 1, -alpha, depth - 2, ply + 1) : alpha + 1;
        if (score > alpha) score = -search(&after, -beta, -alpha, depth - 1, ply + 1);
        if (stopped || score <= value) continue;
        value = score;
        if (score <= alpha) continue;
        alpha = score;
        if (!ply) best = m;
        if (quiet && depth > 0) history[p->board[m.from] + 6][m.to] += depth * depth;
    }
    length--;
    return legal || depth <= 0 || check ? value : 0;
}

// think searches deeper and deeper and prints what it finds.
static Move think(const Position *p, int depth) {
    Move list[MAX_MOVES];
    Position after;
    start = clock();
    nodes = 0;
    stopped = 0;
    memset(history, 0, sizeof history);
    for (int i = generate(p, list, 0); i-- > 0;)
        if (make(p, &after, list[i])) best = list[i]; // whatever happens, a legal one
    for (int d = 1; d <= depth && !stopped; d++) {
        int score = search(p, -MATE, MATE, d, 0);
        if (!stopped)
            printf("info depth %d score cp %d nodes %llu time %ld pv %s\n", d, score, (unsigned long long)nodes,
                   (long)((clock() - start) * 1000 / CLOCKS_PER_SEC), moveText(best));
    }
    return best;
}

// ------------------------------------------------------------------------------------------ UCI

static void position(Position *p, char *text) {
    char *moves = strstr(text, "moves");
    char *fen = strstr(text, "fen");
    parse(p, fen ? fen + 3 : startFEN);
    length = 0;
    for (char *word = moves ? strtok(moves + 5, " \n") : NULL; word; word = strtok(NULL, " \n")) {
        Move list[MAX_MOVES];
        Position after;
        for (int i = generate(p, list, 0); i-- > 0;)
            if (!strcmp(moveText(list[i]), word) && make(p, &after, list[i])) {
                if (length < MAX_GAME - 2 * MAX_PLY) game[length++] = p->key;
                *p = after;
                break;
            }
    }
}

// number returns what stands behind a word, or another number if the word is missing.
static long number(const char *text, const char *word, long otherwise) {
    const char *at = strstr(text, word);
    return at ? atol(at + strlen(word)) : otherwise;
}

static void go(const Position *p, const char *text) {
    long left = number(text, p->side > 0 ? "wtime" : "btime", 0), time = number(text, "movetime", 0);
    if (left) time = left / 30 + number(text, p->side > 0 ? "winc" : "binc", 0) / 2;
    if (left && time > left / 2) time = left / 2;
    nodeLimit = (uint64_t)number(text, "nodes", 0);
    timeLimit = (clock_t)(time * (CLOCKS_PER_SEC / 1000));
    int endless = !time && !nodeLimit && !strstr(text, "depth"); // nobody could stop it
    Move m = think(p, (int)number(text, "depth", endless ? 6 : MAX_PLY));
    printf("bestmove %s\n", moveText(m));
}

static void uci(void) {
    static char text[1 << 16];
    Position p;
    parse(&p, startFEN);
    while (fgets(text, sizeof text, stdin) && strncmp(text, "quit", 4)) {
        if (TRACE_LIVE_LINE(text)) continue;
        if (!strncmp(text, "uci\n", 4)) {
            printf("id name carried\nid author the centipawn authors\n");
            TRACE_LIVE_OPTION();
            printf("uciok\n");
        }
        if (!strncmp(text, "isready", 7)) printf("readyok\n");
        if (!strncmp(text, "position", 8)) position(&p, text);
        if (!strncmp(text, "go", 2)) go(&p, text);
        fflush(stdout);
    }
}

static void bench(void) {
    static const char *const positions[] = {
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -",
        "6k1/5ppp/4b3/8/3B4/8/5PPP/6K1 b - -",
    };
    uint64_t sum = 0;
    for (size_t i = 0; i < sizeof positions / sizeof *positions; i++) {
        Position p;
        parse(&p, positions[i]);
        length = 0;
        think(&p, 6);
        sum += nodes;
    }
    printf("%llu nodes\n", (unsigned long long)sum);
}

static void evaluateLines(void) {
    char text[4096];
    Position p;
    while (fgets(text, sizeof text, stdin))
        if (parse(&p, text)) printf("%d\n", evaluate(&p));
}

#ifdef TRACE
// behind reads what stands in the quotes of an EPD operation, and reports whether it is there.
static int behind(const char *rest, const char *opcode, char *value) {
    const char *at = strstr(rest, opcode);
    return at && sscanf(at + strlen(opcode), " \"%99[^\"]\"", value) == 1;
}

// traceLines reads EPD: result, game and score as extract writes them, c9 "1-0"; id "g7"; eval "31".
static void traceLines(void) {
    char text[4096], result[100], id[100], eval[100];
    Position p;
    trace_columns();
    while (fgets(text, sizeof text, stdin)) {
        const char *rest = parse(&p, text);
        if (!rest || !behind(rest, " c9", result)) continue;
        int score = behind(rest, " eval", eval) ? atoi(eval) : 0;
        trace_position(&p, result, behind(rest, " id", id) ? id : NULL, strstr(rest, " eval") ? &score : NULL);
    }
}
#endif

int main(int argc, char **argv) {
    const char *verb = argc > 1 ? argv[1] : "uci";
#ifdef TRACE
    if (!strcmp(verb, "trace")) traceLines();
#elif defined CENTIPAWN_LIVE
    trace_columns();
#endif
    TRACE_LIVE_START();
    if (!strcmp(verb, "bench")) bench();
    if (!strcmp(verb, "eval")) evaluateLines();
    if (!strcmp(verb, "uci")) uci();
    return 0;
}
