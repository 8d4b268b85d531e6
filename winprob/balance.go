package winprob

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// PhaseBins is the number of equal bins of the phase in which a [Balance] holds.
const PhaseBins = 4

// PhaseBin returns the bin of a phase φ in [0, 1], 1 being all pieces on the
// board: 0 is the last quarter of a game, PhaseBins−1 its beginning.
func PhaseBin(phase float64) int {
	return min(max(int(phase*PhaseBins), 0), PhaseBins-1)
}

// A Mix counts rows by bin of the phase and by result: 1 for Black's wins, 2 for
// draws, 3 for White's wins, and 0 for rows without a result, which no balance
// touches.
type Mix [PhaseBins][4]float64

// A Balance is the mix that rows are to have. The zero value is any.
type Balance struct {
	// Results are the shares of White's wins, draws and Black's wins within each
	// bin of the phase. All zero leaves the results as they are.
	Results [3]float64

	// Phases are the shares of the bins, endings first. All zero leaves the phases
	// as they are.
	Phases [PhaseBins]float64
}

// ParseResults reads shares of White's wins, draws and Black's wins, such as
// 30/40/30. They need not sum to 100.
func (b *Balance) ParseResults(text string) error { return parseShares(text, b.Results[:]) }

// ParsePhases reads shares of the bins, endings first, such as 25/25/25/25.
func (b *Balance) ParsePhases(text string) error { return parseShares(text, b.Phases[:]) }

// parseShares reads as many shares as dst holds.
func parseShares(text string, dst []float64) error {
	parts, sum := strings.Split(text, "/"), 0.0
	ok := len(parts) == len(dst)
	for i := 0; ok && i < len(dst); i++ {
		v, err := strconv.ParseFloat(parts[i], 64)
		ok = err == nil && v >= 0 && v <= 1e9
		dst[i], sum = v, sum+v
	}
	if !ok || sum == 0 {
		return fmt.Errorf("%q: want %d shares, such as %s", text, len(dst), exampleShares(len(dst)))
	}
	return nil
}

func exampleShares(n int) string {
	if n == 3 {
		return "30/40/30"
	}
	return "25" + strings.Repeat("/25", n-1)
}

// IsZero reports whether any mix will do.
func (b Balance) IsZero() bool { return b == Balance{} }

// String returns the shares as they are written, as in "30/40/30".
func (b Balance) String() string {
	var parts []string
	if b.Results != [3]float64{} {
		parts = append(parts, joinShares(b.Results[:]))
	}
	if b.Phases != [PhaseBins]float64{} {
		parts = append(parts, "phases "+joinShares(b.Phases[:]))
	}
	return strings.Join(parts, ", ")
}

func joinShares(shares []float64) string {
	text := make([]string, len(shares))
	for i, v := range shares {
		text[i] = strconv.FormatFloat(v, 'g', -1, 64)
	}
	return strings.Join(text, "/")
}

// Factors returns what rows must be weighted with, by bin and result, so that
// rows of the mix n have the balance. The rows with a result weigh on average 1.
// What does not occur cannot be weighted up: the others share what it should
// have had.
func (b Balance) Factors(n *Mix) (factors Mix) {
	bins, total := n.bins()
	phases := shares(b.Phases[:], bins[:])
	for bin := range n {
		factors[bin][0] = 1
		black, draws, white := n[bin][1], n[bin][2], n[bin][3]
		results := shares([]float64{b.Results[2], b.Results[1], b.Results[0]}, []float64{black, draws, white})
		for i, share := range results {
			if rows := n[bin][1+i]; rows > 0 {
				factors[bin][1+i] = phases[bin] * total * share / rows
			}
		}
	}
	return factors
}

// Chances returns with which chance to keep rows, by bin and result, so that what
// is kept of rows of the mix n has the balance and is as much as can be. Without a
// balance of phases each bin keeps as much as it can.
func (b Balance) Chances(n *Mix) (chances Mix) {
	chances = b.Factors(n)
	var largest [PhaseBins]float64
	for bin := range chances {
		largest[bin] = slices.Max(chances[bin][1:])
	}
	for bin := range chances {
		most := largest[bin]
		if b.Phases != [PhaseBins]float64{} {
			most = slices.Max(largest[:])
		}
		for i := 1; i < len(chances[bin]) && most > 0; i++ {
			chances[bin][i] /= most
		}
	}
	return chances
}

// bins returns the rows with a result, by bin and in all.
func (m *Mix) bins() (bins [PhaseBins]float64, total float64) {
	for bin := range m {
		for _, n := range m[bin][1:] {
			bins[bin] += n
		}
		total += bins[bin]
	}
	return bins, total
}

// shares returns the wanted shares of what occurs, summing to 1; those that there
// are if none are wanted.
func shares(want, have []float64) []float64 {
	sum, is := 0.0, make([]float64, len(want))
	for i, n := range have {
		if n > 0 {
			sum += want[i]
		}
	}
	from := want
	if sum == 0 {
		from = have
		for _, n := range have {
			sum += n
		}
	}
	for i, n := range have {
		if n > 0 {
			is[i] = from[i] / sum
		}
	}
	return is
}
