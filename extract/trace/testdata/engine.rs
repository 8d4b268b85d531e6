// A tiny evaluation that dumps its trace. Input: lines of PLACEMENT SIDE RESULT GAME.
#[macro_use]
#[path = "../../../examples/trace/centipawn_trace.rs"]
mod centipawn_trace;

#[derive(Clone, Copy)]
struct S(i32, i32); // middlegame, endgame

trace_type!(S { 0, 1 });

trace_weights! {
static MATERIAL: [S; 5] = [S(82, 94), S(337, 281), S(365, 297), S(477, 512), S(1025, 936)];
static PAWN_RANK: [S; 8] = [S(0, 0), S(-8, 2), S(-3, 0), S(4, 6), S(11, 19), S(30, 55), S(70, 120), S(0, 0)];
static TEMPO: i32 = 14;
}
const BISHOP_PAIR: S = S(22, 61);

/// Returns centipawns from White's view.
fn evaluate(placement: &str, white_to_move: bool) -> i32 {
    let (mut mg, mut eg, mut phase, mut rank, mut bishops) = (0, 0, 0, 7usize, [0, 0]);
    let mut add = |s: S, n: i32| (mg += n * s.0, eg += n * s.1);
    for c in placement.chars() {
        if c == '/' {
            rank -= 1;
        }
        let Some(piece) = "pnbrq".find(c.to_ascii_lowercase()) else { continue };
        let white = c.is_uppercase();
        let sign = if white { 1 } else { -1 };
        add(MATERIAL[piece], sign);
        trace!(count MATERIAL[piece], sign);
        phase += [0, 1, 1, 2, 4][piece];
        if piece == 0 {
            let r = if white { rank } else { 7 - rank };
            add(PAWN_RANK[r], sign);
            trace!(count PAWN_RANK[r], sign);
        }
        bishops[white as usize] += (piece == 2) as i32;
    }
    let pairs = (bishops[1] > 1) as i32 - (bishops[0] > 1) as i32;
    add(BISHOP_PAIR, pairs);
    trace!(count_named "bishop_pair", pairs);
    phase = phase.min(24);
    let tempo = if white_to_move { 1 } else { -1 };
    trace!(count TEMPO, tempo);
    trace!(factors phase as f64 / 24.0, (24 - phase) as f64 / 24.0);
    (mg * phase + eg * (24 - phase)) / 24 + tempo * trace!(value TEMPO)
}

fn main() {
    trace!(set "tiny");
    trace!(term MATERIAL, "material.{pawn,knight,bishop,rook,queen}");
    trace!(term PAWN_RANK, "pawn_rank.{1..8}");
    trace!(named "bishop_pair");
    trace!(plain TEMPO, "tempo");
    trace!(live_start);
    for line in std::io::stdin().lines().map_while(Result::ok) {
        let f: Vec<&str> = line.split_whitespace().collect();
        let [placement, side, _result, _game] = f[..] else { continue };
        let _eval = evaluate(placement, side == "w");
        trace!(row _result, _game, _eval);
        #[cfg(not(feature = "trace"))]
        println!("{_eval}"); // as in play
    }
}
