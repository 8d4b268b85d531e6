package export

import "example.org/centipawn/internal/formula/source"

// pythonDialect is Python 3.
var pythonDialect = dialect{
	language:     source.Python,
	comment:      "#",
	begin:        "\n$imports",
	afterImports: "\n",
	identifier:   upperWords,
	valid:        plainName,
	taken:        []string{"S"},
	float:        shortest,
	pairs: `from collections import namedtuple

# A tapered weight in centipawns: mg with all pieces on the board, eg with none. At
# phase φ it is worth mg·φ + eg·(1−φ), the second part times the set's endgame
# scale, if it has one.
Score = S = namedtuple("Score", "mg eg")

`,
	packed: `
def S(mg, eg):
    """A tapered weight in centipawns, mg with all pieces on the board, eg with none,
    packed into one number, $high above $low: a sum of scores is the score of the sums,
    within ±32767. At phase φ it is worth mg·φ + eg·(1−φ), the second part times the
    set's endgame scale, if it has one."""
    return $high * 65536 + $low


def $high_value(score):
    """The upper half. A negative lower one has borrowed one from it."""
    return (score + 0x8000) >> 16


def $low_value(score):
    """The lower half."""
    return (score + 0x8000) % 65536 - 0x8000


`,
	function: "evaluate",
	pairOf:   "S(%d, %d)",
	packedOf: "S(%d, %d)",
	constant: "%[1]s = %[3]s ",
	variable: "%[1]s = %[3]s ",
	close:    "\n",
	array:    func(name, _ string, _ []int) string { return name + " = " },
	brackets: [2]string{"(", ")"},
}
