// Counts the same as main.c and main.go.
#[macro_use]
#[path = "../../../../examples/trace/centipawn_trace.rs"]
mod centipawn_trace;

static MATERIAL: [[i32; 2]; 2] = [[90, 100], [310, 300]];
static SQUARES: [[i32; 64]; 2] = [[1; 64], [2; 64]];
static MOBILITY: [[i32; 4]; 2] = [[1, 2, 3, 4], [5, 6, 7, 8]];
static ODD: [i32; 2] = [1, 2];
static SHARED: [i32; 2] = [5, 6];
static TEMPO: i32 = 12;

mod other {
    pub fn count() {
        trace!(count super::SHARED[0], 1);
        trace!(count super::SHARED[1], -1);
        trace!(count super::TEMPO, -1);
        trace!(count_named "space", -2);
    }
}

fn main() {
    trace!(set "same");
    trace!(term MATERIAL, "material.{pawn,knight}");
    trace!(term SQUARES, "pst.{pawn,king}.{a8..h1}");
    trace!(from MOBILITY[1][0], "mobility.1.{0..3}");
    trace!(plain ODD, "odd.{0..3,x}");
    trace!(plain TEMPO, "tempo");
    trace!(named "pair");
    trace!(named_plain "space");
    trace!(term SHARED, "shared.{a,b}");

    trace!(count MATERIAL[0], 1);
    trace!(count MATERIAL[0], -1);
    trace!(count MATERIAL[1], 2);
    trace!(count SQUARES[1][63], -1);
    trace!(count MOBILITY[1][2], 0.5);
    trace!(count ODD[1], 1);
    trace!(count TEMPO, 1.0 / 3.0);
    trace!(count_named "pair", 1);
    trace!(factors 7.0 / 24.0, 17.0 / 48.0);
    trace!(offset 12.25);
    trace!(score -31);
    trace!(row "1-0", "g7", 34.5);

    trace!(row "?", "", 0);

    trace!(count SHARED[0], 1);
    other::count();
    trace!(factors 1.0, 0.0);
    trace!(row "0.5", "12", -123456.789);
}
