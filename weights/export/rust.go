package export

var rustDialect = dialect{
	language:   "Rust",
	comment:    "//",
	begin:      func(string) string { return "\n#![allow(dead_code)]\n\n" },
	identifier: upperWords,
	float:      shortest,
	pairs: `/// A tapered weight in centipawns: mg with all pieces on the board, eg with none.
/// At phase φ it is worth mg·φ + eg·(1−φ), the second part times the set's
/// endgame scale, if it has one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    pub mg: i16,
    pub eg: i16,
}

const fn s(mg: i16, eg: i16) -> Score {
    Score { mg, eg }
}

`,
	packed: `/// A tapered weight in centipawns, mg with all pieces on the board, eg with none,
/// packed into one number: a sum of scores is the score of the sums, within
/// ±32767. At phase φ it is worth mg·φ + eg·(1−φ), the second part times the set's
/// endgame scale, if it has one.
pub type Score = i32;

const fn s(mg: i32, eg: i32) -> Score {
    mg * 65536 + eg
}

/// The middle-game part. A negative endgame part has borrowed one from it.
pub const fn mg_value(s: Score) -> i32 {
    (s + 0x8000) >> 16
}

/// The endgame part.
pub const fn eg_value(s: Score) -> i32 {
    s as i16 as i32
}

`,
	block: `pub fn block_value(white: f64, black: f64, phase: f64) -> f64 {
    let (white, black) = (white.max(0.0), black.max(0.0));
    (white * white - black * black) / 100.0 * phase
}

`,
	value:    "s(%d, %d)",
	plain:    "pub const %[1]s: f64 = %[2]s;",
	tapered:  "pub const %[1]s: Score = %[2]s;",
	close:    "\n",
	board:    [2]string{"pub static %s: [f64; 64] = [\n", "pub static %s: [Score; 64] = [\n"},
	endBoard: "];\n\n",
}
