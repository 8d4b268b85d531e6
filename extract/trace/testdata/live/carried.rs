// An engine with the names of the carried one, whose score tells its weights.
#[macro_use]
#[path = "../../../../examples/trace/centipawn_trace.rs"]
mod centipawn_trace;

trace_type!(S { 0, 1 });
#[derive(Clone, Copy)]
struct S(i32, i32);

trace_weights! {
    static MATERIAL: [S; 5] = [S(90, 100), S(310, 300), S(330, 320), S(500, 520), S(950, 980)];
    static MOBILITY: [[S; 28]; 4] = [[S(1, 2); 28]; 4];
    static PIECE_SQUARE: [[S; 64]; 6] = [[S(3, 4); 64]; 6];
    static KING_ATTACK: [i32; 5] = [0, 5, 10, 15, 20];
    static TEMPO: i32 = 10;
}

fn all() -> i64 {
    let pairs = MATERIAL.iter().chain(MOBILITY.iter().flatten()).chain(PIECE_SQUARE.iter().flatten()).flat_map(|s| [s.0, s.1]);
    let numbers = pairs.chain(KING_ATTACK.iter().copied()).chain([trace!(value TEMPO)]);
    numbers.fold(0, |sum: i64, n| sum.wrapping_mul(31).wrapping_add(n as i64)) % 9973
}

fn main() {
    trace!(set "carried");
    trace!(formula "linear + square(danger)");
    trace!(term MATERIAL, "material.{pawn,knight,bishop,rook,queen}");
    trace!(term MOBILITY, "Mobility.{0..3}.{0..27}");
    trace!(term PIECE_SQUARE, "pst.{pawn,knight,bishop,rook,queen,king}.{a8..h1}");
    trace!(plain KING_ATTACK, "KingAttack.{0..4}");
    trace!(plain TEMPO, "Tempo");
    trace!(live_start);
    for line in std::io::stdin().lines().map_while(Result::ok) {
        if trace!(live_line &line) {
            continue;
        }
        match line.split_whitespace().next() {
            Some("uci") => {
                println!("id name carried in Rust");
                trace!(live_option);
                println!("uciok");
            }
            Some("isready") => println!("readyok"),
            Some("go") => println!("info depth 1 score cp {} nodes 1\nbestmove e2e4", all()),
            Some("quit") => return,
            _ => {}
        }
    }
}
