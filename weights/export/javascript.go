package export

import "example.org/centipawn/internal/formula/source"

// javascriptDialect is a module of ECMAScript 2015.
var javascriptDialect = dialect{
	language:   source.JavaScript,
	comment:    "//",
	begin:      "\n",
	identifier: upperWords,
	valid:      plainName,
	taken:      []string{"S"},
	float:      shortest,
	pairs: `// A tapered weight in centipawns: mg with all pieces on the board, eg with none. At
// phase φ it is worth mg·φ + eg·(1−φ), the second part times the set's endgame
// scale, if it has one.
const S = (mg, eg) => ({ mg, eg });

`,
	packed: `// A tapered weight in centipawns, mg with all pieces on the board, eg with none,
// packed into one number, $high above $low: a sum of scores is the score of the sums,
// within ±32767. At phase φ it is worth mg·φ + eg·(1−φ), the second part times
// the set's endgame scale, if it has one.
const S = (mg, eg) => $high * 65536 + $low;

// The upper half. A negative lower one has borrowed one from it.
export const $highValue = (s) => (s + 0x8000) >> 16;

// The lower half.
export const $lowValue = (s) => (s << 16) >> 16;

`,
	function:   "evaluate",
	pairOf:     "S(%d, %d)",
	packedOf:   "S(%d, %d)",
	constant:   "export const %[1]s = %[3]s;",
	variable:   "export const %[1]s = %[3]s;",
	close:      "\n",
	array:      func(name, _ string, _ []int) string { return "export const " + name + " = " },
	brackets:   [2]string{"[", "]"},
	terminator: ";",
}
