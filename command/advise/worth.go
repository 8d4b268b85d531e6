package advise

// A worthRow says what families were worth in matches whose gain was at least Gain: from Low to High Elo.
type worthRow struct{ gain, low, high float64 }

// worths are measurements, the smallest gain first; docs/advise.md says how they were made.
var worths []worthRow

// worthOf returns what families of a gain were worth; nil: none of that gain was measured.
func worthOf(gain float64) (w *Worth) {
	for _, r := range worths {
		if gain >= r.gain {
			w = &Worth{r.low, r.high}
		}
	}
	return w
}
