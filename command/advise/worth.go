package advise

// A worthRow says what families were worth in matches whose gain was at least Gain: from Low to High Elo.
type worthRow struct{ gain, low, high float64 }

// worths are what the families of standard were worth to this engine at 2,000 nodes a move, 1,000 games each, the
// smallest gain first. Source: docs/measured/advise.md.
var worths = []worthRow{
	{0, 2, 9},        // space, candidate passed pawns, king guards, king shelter
	{0.003, 12, 32},  // pawn structure, pieces, mobility tables
	{0.013, 47, 132}, // piece-square tables, passed pawns, tempo, king assault, threats, imbalance
}

// worthOf returns what families of a gain were worth; nil: none of that gain was measured.
func worthOf(gain float64) (w *Worth) {
	for _, r := range worths {
		if gain >= r.gain {
			w = &Worth{r.low, r.high}
		}
	}
	return w
}
