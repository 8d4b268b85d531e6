package fit

import (
	"context"
	"fmt"

	"centipawn/matrix"
	"centipawn/note"
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

// balance weighs the training rows and packs them anew, if a mix is wanted.
func (t *texel) balance(ctx context.Context) (err error) {
	want := t.opt.Texel.Balance
	if want.IsZero() {
		return nil
	}
	l := &balancer{by: want.By, salt: mix(t.opt.Split.Seed ^ 0x6d6978)}
	for code := range l.bins {
		l.bins[code] = uint8(winprob.PhaseBin(t.design.factors.mg[code]))
	}
	rows, err := t.mixOf(ctx, l)
	if err != nil {
		return err
	}
	if l.factors = want.Factors(&rows); want.By == BalanceDrop {
		l.factors = want.Chances(&rows)
	}
	t.balancer, t.rows = l, nil
	if t.rows, err = t.pack(ctx, Train, t.divide(0, t.watched)); err != nil {
		return err
	}
	if t.rows.Rows() == 0 {
		return fmt.Errorf("%w: the balance %v leaves none", errNoRows, want)
	}
	t.balanced = &BalanceResult{Shares: want.Balance.String(), By: want.By, Rows: rows, Factors: l.factors, Kept: t.rows.Rows()}
	return nil
}

// naturalK fits K at the weights that were found to the natural mix: with fewer
// draws than in games, the search has made evaluations steeper than games are.
func (t *texel) naturalK(ctx context.Context) error {
	if t.balancer == nil {
		return nil
	}
	weigh := t.balancer
	t.balancer = nil
	rows, err := t.pack(ctx, Train, t.divide(0, t.watched))
	if t.balancer = weigh; err != nil {
		return err
	}
	k, err := t.kAt(ctx, rows, t.point)
	switch {
	case err == nil:
		t.k = k
	case t.opt.Texel.K > 0 && ctx.Err() == nil:
		t.unnatural = err
	default:
		return fmt.Errorf("fit: K at the fitted weights, in the natural mix (%s): %w", note.M01, err)
	}
	return nil
}

// mixOf counts the training rows as they are.
func (t *texel) mixOf(ctx context.Context, l *balancer) (all winprob.Mix, err error) {
	sel := newSelection(t.opt)
	sel.divider = t.divide(0, t.watched)
	fresh := func() *mixSum { return &mixSum{selection: sel, balancer: l} }
	err = fold(ctx, t.scan("the mix of results"), fresh, (*mixSum).add, func(s *mixSum) {
		for bin := range s.mix {
			for r, n := range s.mix[bin] {
				all[bin][r] += n
			}
		}
	})
	return all, err
}

// mixSum is the partial of mixOf.
type mixSum struct {
	selection
	*balancer
	mix winprob.Mix
}

func (s *mixSum) reset() { s.mix = winprob.Mix{} }

func (s *mixSum) add(b *matrix.Block) error {
	s.take(b, Train)
	for k, i := range s.index {
		s.mix[s.bins[b.MG[i]]][b.Result[i]] += s.w[k]
	}
	return nil
}
