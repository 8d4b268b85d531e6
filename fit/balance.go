package fit

import (
	"context"

	"centipawn/matrix"
	"centipawn/winprob"
)

// BalanceBy says how training rows get a mix of results.
type BalanceBy uint8

const (
	BalanceWeights BalanceBy = iota // rows are weighted
	BalanceDrop                     // rows are left out at random
)

var balanceNames = []string{BalanceWeights: "weights", BalanceDrop: "drop"}

// String returns "weights" or "drop".
func (b BalanceBy) String() string { return nameOf(balanceNames, b) }

// MarshalText writes the name.
func (b BalanceBy) MarshalText() ([]byte, error) { return []byte(b.String()), nil }

// UnmarshalText reads a name.
func (b *BalanceBy) UnmarshalText(text []byte) error { return parseName(b, balanceNames, text) }

// A Balance is the mix that training rows are given, by result within each quarter
// of the phase and by quarter. The zero value leaves the natural mix.
//
// It is only the rows of the search that change. All measures and the test are
// those of the natural mix, and so is K: the search takes that of the start
// weights, or the given one, and the result has the one at which the weights that
// were found predict the natural mix. Rows whose label is a probability are left as
// they are.
type Balance struct {
	winprob.Balance
	By BalanceBy
}

// String returns the shares and how they are reached.
func (b Balance) String() string { return b.Balance.String() + " by " + b.By.String() }

// BalanceResult says what a balance did.
type BalanceResult struct {
	Shares  string      `json:"shares"`
	By      BalanceBy   `json:"by"`
	Rows    winprob.Mix `json:"rows"`    // training rows as they were, weighted, by quarter of the phase and result
	Factors winprob.Mix `json:"factors"` // of their weights, or the chances to be kept
	Kept    int         `json:"kept"`    // training rows that are searched on
}

// A balancer weighs training rows. Nil leaves them as they are.
type balancer struct {
	factors winprob.Mix
	by      BalanceBy
	bins    [256]uint8 // of the phase, by the code of the middlegame's factor
	salt    uint64
}

// weight returns what the weight of row i of b is multiplied with.
func (l *balancer) weight(b *matrix.Block, i int) float64 {
	f := l.factors[l.bins[b.MG[i]]][b.Result[i]]
	switch {
	case l.by == BalanceWeights:
		return f
	case float64(mix(l.salt^mix(b.Hash[i]^mix(uint64(b.Game[i]))))>>11)/(1<<53) < f:
		return 1
	}
	return 0
}

// newBalancer returns a balancer without factors.
func newBalancer(by BalanceBy, seed uint64, f *factors) *balancer {
	l := &balancer{by: by, salt: mix(seed ^ 0x6d6978)}
	for code := range l.bins {
		l.bins[code] = uint8(winprob.PhaseBin(f.mg[code]))
	}
	return l
}

// factorsOf returns the factors of rows that have a mix: of weights, or the chances to be kept.
func (b Balance) factorsOf(m *winprob.Mix) winprob.Mix {
	if b.By == BalanceDrop {
		return b.Chances(m)
	}
	return b.Factors(m)
}

// mixOf counts rows as they are, by quarter of the phase and result.
func (l *balancer) mixOf(ctx context.Context, p pass) (all winprob.Mix, err error) {
	results := len(all[0])
	counts, err := tally(ctx, p, len(all)*results, func(b *matrix.Block, rows *selection, sums []float64) {
		for k, i := range rows.index {
			sums[int(l.bins[b.MG[i]])*results+int(b.Result[i])] += rows.w[k]
		}
	})
	for i, n := range counts {
		all[i/results][i%results] = n
	}
	return all, err
}
