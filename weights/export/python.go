package export

// pythonDialect is Python 3.
var pythonDialect = dialect{
	language:   "Python",
	comment:    "#",
	begin:      func(string) string { return "\n" },
	identifier: upperWords,
	taken:      []string{"S"},
	float:      shortest,
	pairs: `from collections import namedtuple

# A tapered weight in centipawns: mg with all pieces on the board, eg with none. At
# phase φ it is worth mg·φ + eg·(1−φ), the second part times the set's endgame
# scale, if it has one.
Score = S = namedtuple("Score", "mg eg")

`,
	packed: `
def S(mg, eg):
    """A tapered weight in centipawns, mg with all pieces on the board, eg with none,
    packed into one number: a sum of scores is the score of the sums, within ±32767.
    At phase φ it is worth mg·φ + eg·(1−φ), the second part times the set's endgame
    scale, if it has one."""
    return mg * 65536 + eg


def mg_value(score):
    """The middle-game part. A negative endgame part has borrowed one from it."""
    return (score + 0x8000) >> 16


def eg_value(score):
    """The endgame part."""
    return (score + 0x8000) % 65536 - 0x8000


`,
	block: `def block_value(white, black, phase):
    white, black = max(0.0, white), max(0.0, black)
    return (white * white - black * black) / 100 * phase


`,
	value:    "S(%d, %d)",
	plain:    "%[1]s = %[2]s ",
	tapered:  "%[1]s = %[2]s ",
	close:    "\n",
	board:    [2]string{"%s = (\n", "%s = (\n"},
	endBoard: ")\n\n",
}
