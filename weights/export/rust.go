package export

import (
	"fmt"

	"example.org/centipawn/internal/formula/source"
)

var rustDialect = dialect{
	language:   source.Rust,
	comment:    "//",
	begin:      "\n#![allow(dead_code)]\n\n",
	identifier: upperWords,
	valid:      plainName,
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
/// packed into one number, $high above $low: a sum of scores is the score of the sums,
/// within ±32767. At phase φ it is worth mg·φ + eg·(1−φ), the second part times the
/// set's endgame scale, if it has one.
pub type Score = i32;

const fn s(mg: i32, eg: i32) -> Score {
    $high * 65536 + $low
}

/// The upper half. A negative lower one has borrowed one from it.
pub const fn $high_value(s: Score) -> i32 {
    (s + 0x8000) >> 16
}

/// The lower half.
pub const fn $low_value(s: Score) -> i32 {
    s as i16 as i32
}

`,
	function:   "evaluate",
	pairOf:     "s(%d, %d)",
	packedOf:   "s(%d, %d)",
	score:      "Score",
	integer:    "i32",
	decimal:    "f64",
	constant:   "pub const %[1]s: %[2]s = %[3]s;",
	variable:   "pub const %[1]s: %[2]s = %[3]s;",
	close:      "\n",
	array:      rustArray,
	brackets:   [2]string{"[", "]"},
	terminator: ";",
}

// rustArray declares an array, whose type is nested: [[Score; 28]; 4].
func rustArray(name, elem string, sizes []int) string {
	for level := len(sizes) - 1; level >= 0; level-- {
		elem = fmt.Sprintf("[%s; %d]", elem, sizes[level])
	}
	return "pub static " + name + ": " + elem + " = "
}
