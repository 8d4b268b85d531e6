package rows

import (
	"example.org/centipawn/internal/enum"
	"example.org/centipawn/internal/splitmix"
	"example.org/centipawn/matrix"
	"example.org/centipawn/winprob"
)

// BalanceBy says how training rows get a mix of results.
type BalanceBy uint8

const (
	BalanceWeights BalanceBy = iota // rows are weighted
	BalanceDrop                     // rows are left out at random
)

var balanceNames = []string{BalanceWeights: "weights", BalanceDrop: "drop"}

// String returns "weights" or "drop".
func (b BalanceBy) String() string { return enum.Name(balanceNames, b) }

// MarshalText writes the name.
func (b BalanceBy) MarshalText() ([]byte, error) { return []byte(b.String()), nil }

// UnmarshalText reads a name.
func (b *BalanceBy) UnmarshalText(text []byte) error { return enum.Parse(b, balanceNames, text) }

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

// A Balancer weighs training rows. Nil leaves them as they are.
type Balancer struct {
	Factors winprob.Mix
	By      BalanceBy
	Bins    [256]uint8 // of the phase, by the code of the middlegame's factor
	Salt    uint64
}

// Weight returns what the weight of row i of b is multiplied with.
func (l *Balancer) Weight(b *matrix.Block, i int) float64 {
	f := l.Factors[l.Bins[b.MG[i]]][b.Result[i]]
	switch {
	case l.By == BalanceWeights:
		return f
	case float64(splitmix.Mix(l.Salt^splitmix.Mix(b.Hash[i]^splitmix.Mix(uint64(b.Game[i]))))>>11)/(1<<53) < f:
		return 1
	}
	return 0
}

// NewBalancer returns a balancer without factors.
func NewBalancer(by BalanceBy, seed uint64, f *factors) *Balancer {
	l := &Balancer{By: by, Salt: splitmix.Mix(seed ^ 0x6d6978)}
	for code := range l.Bins {
		l.Bins[code] = uint8(winprob.PhaseBin(f.MG[code]))
	}
	return l
}

// FactorsOf returns the factors of rows that have a mix: of weights, or the chances to be kept.
func (b Balance) FactorsOf(m *winprob.Mix) winprob.Mix {
	if b.By == BalanceDrop {
		return b.Chances(m)
	}
	return b.Factors(m)
}
