// Weights of all types. Arguments are lines of the protocol; "" prints the weights.
#[macro_use]
#[path = "../../../../examples/trace/centipawn_trace.rs"]
mod centipawn_trace;

#[derive(Clone, Copy, Debug)]
struct Pair {
    eg: i8,
    mg: i8,
}
trace_type!(Pair { mg, eg });

#[derive(Clone, Copy, Debug)]
struct Score(i32); // two halves in one number
trace_type!(Score = score);

#[derive(Clone, Copy, Debug)]
struct Map<T> {
    data: [T; 2],
}
trace_type!(Map<i16> { data });

const fn score(mg: i16, eg: i16) -> Score {
    Score(packed(mg, eg))
}
const fn packed(mg: i16, eg: i16) -> i32 {
    ((eg as i32) << 16) + mg as i32
}

trace_weights! {
    /// Two halves in one number.
    pub static PACKED: [i32; 2] = [packed(1, 2), packed(-3, -4)];
    const SCORES: [Score; 2] = [score(1, 2), score(3, 4)];
    pub(crate) static SWAPPED: [Pair; 2] = [Pair { mg: 1, eg: 2 }, Pair { mg: 3, eg: 4 }];
    #[rustfmt::skip]
    static HALVES: [[i16; 2]; 2] = [[1, 2], [3, 4]];
    static TUPLES: [(f64, f64); 1] = [(1.5, 2.5)];
    static MGS: [u8; 2] = [1, 2];
    static EGS: [u8; 2] = [3, 4];
    const SINGLE: f32 = 1.5;
    static WHOLE: i64 = 7;
    static MAP: Map<i16> = Map { data: [5, 6] };
    static SLOPE: i32 = 8;
}

fn main() {
    trace!(set "types");
    trace!(pack packed);
    trace!(term PACKED, "packed.{0..1}");
    trace!(term SCORES, "scores.{0..1}");
    trace!(term SWAPPED, "swapped.{0..1}");
    trace!(from HALVES[1], "halves.{b}");
    trace!(term TUPLES, "tuple");
    trace!(halves MGS, EGS, "tables.{a,b}");
    trace!(plain SINGLE, "single");
    trace!(plain WHOLE, "whole");
    trace!(term MAP, "map");
    trace!(parameter SLOPE, "slope");
    trace!(named "fixed");
    trace!(live_hook || println!("hook"));
    trace!(live_start);
    for line in std::env::args().skip(1) {
        if line.is_empty() {
            println!("{:?} {:?} {:?} {:?}", trace!(value PACKED), [SCORES[0].0, SCORES[1].0], [SWAPPED[0].mg, SWAPPED[0].eg, SWAPPED[1].mg, SWAPPED[1].eg], trace!(value HALVES));
            println!("{:?} {:?} {:?} {:?} {:?} {:?} {:?}", trace!(value TUPLES), trace!(value MGS), trace!(value EGS), trace!(value SINGLE), trace!(value WHOLE), MAP.data, trace!(value SLOPE));
        } else if !trace!(live_line &line) {
            println!("?");
        }
    }
    trace!(live_option);
}
