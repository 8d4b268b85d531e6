// A tiny evaluation that dumps its trace. Input: lines of PLACEMENT SIDE RESULT GAME.
// rustc -O --cfg 'feature="trace"' engine.rs && ./engine < positions.txt > engine.trace
#[derive(Clone, Copy)]
struct S(i32, i32); // middlegame, endgame

const MATERIAL: [S; 5] = [S(82, 94), S(337, 281), S(365, 297), S(477, 512), S(1025, 936)];
const PAWN_RANK: [S; 8] = [S(0, 0), S(-8, 2), S(-3, 0), S(4, 6), S(11, 19), S(30, 55), S(70, 120), S(0, 0)];
const BISHOP_PAIR: S = S(22, 61);
const TEMPO: i32 = 14;

// ---------------------------------------------------------------------------- the trace
#[derive(Default)]
struct Trace(#[cfg(feature = "trace")] String);

#[cfg(feature = "trace")]
impl Trace {
    fn count(&mut self, name: std::fmt::Arguments, n: i32) {
        self.0 += &format!(" {name}:{n}"); // a name that comes again adds up
    }
    fn print(&self, result: &str, game: &str, phase: i32, eval: i32) {
        println!("{result} qid:{game} mg:{:.6} eval:{eval}{}", phase as f64 / 24.0, self.0);
    }
}
macro_rules! count {
    ($trace:expr, $n:expr, $($name:tt)*) => {{ #[cfg(feature = "trace")] $trace.count(format_args!($($name)*), $n); }};
}
// ---------------------------------------------------------------------------------------

/// Returns centipawns from White's view, and the phase.
#[allow(unused_variables)]
fn evaluate(placement: &str, white_to_move: bool, trace: &mut Trace) -> (i32, i32) {
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
        count!(trace, sign, "material.{}", ["pawn", "knight", "bishop", "rook", "queen"][piece]);
        phase += [0, 1, 1, 2, 4][piece];
        if piece == 0 {
            let r = if white { rank } else { 7 - rank };
            add(PAWN_RANK[r], sign);
            count!(trace, sign, "pawn_rank.{}", r + 1);
        }
        bishops[white as usize] += (piece == 2) as i32;
    }
    let pairs = (bishops[1] > 1) as i32 - (bishops[0] > 1) as i32;
    add(BISHOP_PAIR, pairs);
    count!(trace, pairs, "bishop_pair");
    phase = phase.min(24);
    let tempo = if white_to_move { 1 } else { -1 };
    count!(trace, tempo, "tempo");
    ((mg * phase + eg * (24 - phase)) / 24 + tempo * TEMPO, phase)
}

fn main() {
    #[cfg(feature = "trace")]
    println!("# set tiny\n# columns engine.columns");
    for line in std::io::stdin().lines().map_while(Result::ok) {
        let f: Vec<&str> = line.split_whitespace().collect();
        let [placement, side, _result, _game] = f[..] else { continue };
        let mut trace = Trace::default();
        let (eval, _phase) = evaluate(placement, side == "w", &mut trace);
        #[cfg(feature = "trace")]
        trace.print(_result, _game, _phase, eval);
        #[cfg(not(feature = "trace"))]
        println!("{eval}"); // as in play
    }
}
