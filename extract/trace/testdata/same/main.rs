// Counts the same as main.c and main.go.
#[macro_use]
#[path = "../../../../examples/trace/centipawn_trace.rs"]
mod centipawn_trace;

static MATERIAL: [[i32; 2]; 2] = [[90, 100], [310, 300]];
static SQUARES: [[i32; 64]; 2] = [[1; 64], [2; 64]];
static MOBILITY: [[i32; 4]; 2] = [[1, 2, 3, 4], [5, 6, 7, 8]];
static ODD: [i32; 2] = [1, 2];
static SHARED: [i32; 2] = [5, 6];
static DANGER: [i32; 2] = [7, 8];
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
    trace!(formula "danger = square(max(0, black)) - square(max(0, white));
                    limit = white + black - plain;
                    linear + danger / 720 * mg + min(scale, limit * stronger)");
    trace!(sums "white black");
    trace!(term DANGER, "danger.{0..1}");
    trace!(named "check");
    trace!(sums "linear plain");
    trace!(plain ODD[1], "odd.again");

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
    trace!(sum white);
    trace!(count DANGER[1], 3);
    trace!(count_named "check", 1);
    trace!(sum_named "black");
    trace!(count DANGER[1], 2);
    trace!(forget "black");
    trace!(count DANGER[0], 2);
    trace!(count_in "white", DANGER[0], 0.5);
    trace!(count_named "check", 4);
    trace!(sum linear);
    trace!(count_named "space", 1);
    trace!(input "scale", 37.0 / 64.0);
    trace!(input "stronger", -1);
    trace!(sum_value "white", 24.5, -3);
    trace!(sum black);
    trace!(row "1-0", "g7", 34.5);

    trace!(input "stronger", 0);
    trace!(input "scale", 0);
    trace!(row "?", "", 0);

    trace!(count SHARED[0], 1);
    other::count();
    trace!(count_in "plain", ODD[1], 1);
    trace!(input "scale", 1);
    trace!(input "stronger", 1);
    trace!(sum_value "plain", 2, 2);
    trace!(sum_value "linear", 1e6, -1);
    trace!(factors 1.0, 0.0);
    trace!(row "0.5", "12", -123456.789);
}
