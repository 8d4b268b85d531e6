package fit

import (
	"context"
	"fmt"
	"slices"

	"centipawn/fit/sparse"
	"centipawn/note"
	"centipawn/winprob"
)

// KResult is the scale of the expected score, see winprob.Expected.
type KResult struct {
	Value  float64 `json:"value"`
	Fitted bool    `json:"fitted"` // at the start weights; else it was given

	// Searched is the K of the search, fitted or given: Value is this divided by the factor of
	// the scale policy. 0 if no factor has changed it.
	Searched float64 `json:"searched,omitempty"`

	StdErr float64 `json:"stderr,omitempty"` // clustered by game
	Low    float64 `json:"low,omitempty"`    // 95 %
	High   float64 `json:"high,omitempty"`

	// ByPhase is K fitted within quarters of the phase, endings first: an
	// evaluation whose scale does not depend on the phase has them equal.
	ByPhase []winprob.PhaseK `json:"by_phase,omitempty"`
}

// kPoints bounds the rows that K is fitted to.
const kPoints = 1 << 22

// phaseEdges cut the phase into quarters.
var phaseEdges = []float64{0, 0.25, 0.5, 0.75, 1}

// scaled is packed rows with the K of the search.
type scaled struct {
	*prepared
	*packed            // the training rows
	k       KResult    // of the search
	startK  float64    // at which the start weights are measured
	mean    float64    // target of the training rows, in their natural mix
	start   []float64  // weights, then intercepts
	balance *balanceOf // nil: rows are searched on as they are
}

// balanceOf is a balance with what it did.
type balanceOf struct {
	*balancer
	result BalanceResult
}

// weigh returns the balancer, nil without one.
func (b *balanceOf) weigh() *balancer {
	if b == nil {
		return nil
	}
	return b.balancer
}

// scale packs the training rows and finds K.
func (t *prepared) scale(ctx context.Context) (*scaled, error) {
	w, err := t.named(t.opt.Start)
	if err != nil {
		return nil, fmt.Errorf("%w: the start weights are of another set or order (%s)", err, note.F11)
	}
	s := &scaled{prepared: t, start: append(w, make([]float64, len(t.sources))...)}
	if s.packed, err = t.pack(ctx, t.fold(Train, 0, t.watched()), 0); err != nil {
		return nil, err
	}
	if s.Rows() == 0 {
		return nil, fmt.Errorf("%w: %s", errNoRows, t.lacks())
	}
	if s.k, err = s.searchK(ctx); err != nil {
		return nil, err
	}
	s.Scale, s.mean = winprob.Logit(s.k.Value), s.MeanTarget()
	if s.startK, err = s.kOfStart(ctx); err != nil {
		return nil, err
	}
	if !t.opt.Balance.IsZero() {
		if err := s.balanced(ctx); err != nil {
			return nil, err
		}
	}
	s.start = s.leaveZero()
	return s, nil
}

// lacks says what rows need.
func (t *prepared) lacks() string {
	if t.target.ScoreShare == 1 {
		return "their labels are made of scores"
	}
	return "their labels are made of results: pass data with a result, such as EPD with c9 \"1-0\", or another -loss"
}

// searchK returns the K of the search: the given one, or that of the start weights.
func (t *scaled) searchK(ctx context.Context) (KResult, error) {
	if t.opt.K > 0 {
		return KResult{Value: t.opt.K}, nil
	}
	if t.design.fixed == nil && !slices.ContainsFunc(t.start, func(v float64) bool { return v != 0 }) {
		return KResult{}, fmt.Errorf("fit: %w", note.Refuse(note.M02, "K and all weights are free together: only their product is known; give start weights, or K"))
	}
	k, err := t.kAt(ctx, t.Design, t.start)
	if err != nil {
		return k, fmt.Errorf("fit: K at the start weights (%s): %w", note.M01, err)
	}
	return k, nil
}

// kOfStart returns the K at which the start weights are measured. With a balance it is fitted
// to the natural mix, as is that of the weights that will be found, even if the search
// was given another: else the two would be told apart by their K.
func (t *scaled) kOfStart(ctx context.Context) (float64, error) {
	if t.opt.Balance.IsZero() || t.k.Fitted || t.opt.Quick {
		return t.k.Value, nil
	}
	k, err := t.kAt(ctx, t.Design, t.start)
	if err != nil { // without one, as for weights of 0, the given one will do
		return t.k.Value, ctx.Err()
	}
	return k.Value, nil
}

// kAt fits K at a point to some rows.
func (t *prepared) kAt(ctx context.Context, rows *sparse.Design, point []float64) (KResult, error) {
	points, err := rows.Points(ctx, point, kPoints, !t.opt.Quick)
	if err != nil {
		return KResult{}, err
	}
	opt := winprob.KOptions{Loss: t.loss.k, Threads: t.threads}
	k, err := winprob.FitK(points, opt)
	if err != nil {
		return KResult{}, err
	}
	t.meter.passes += k.Passes
	found := KResult{Value: k.K, Fitted: true, StdErr: k.StdErr, Low: k.Low, High: k.High}
	if !t.opt.Quick {
		found.ByPhase, err = winprob.KByPhase(points, phaseEdges, opt)
	}
	return found, err
}

// balanced weighs the training rows and packs them anew.
func (t *scaled) balanced(ctx context.Context) (err error) {
	want := t.opt.Balance
	l := newBalancer(want.By, t.split.Seed, t.design.factors)
	train := t.fold(Train, 0, t.watched())
	p := t.training("the mix of results")
	p.selection.divider = train.divider
	mix, err := l.mixOf(ctx, p)
	if err != nil {
		return err
	}
	l.factors, train.balancer = want.factorsOf(&mix), l
	offsets := t.offsets
	t.packed = nil // makes room for the new ones
	if t.packed, err = t.pack(ctx, train, t.k.Value); err != nil {
		return err
	}
	if t.Rows() == 0 {
		return fmt.Errorf("%w: the balance %v leaves none", errNoRows, want)
	}
	t.offsets = t.offsets || offsets
	t.balance = &balanceOf{l, BalanceResult{Shares: want.Balance.String(), By: want.By, Rows: mix, Factors: l.factors, Kept: t.Rows()}}
	return nil
}

// leaveZero returns the start with the block where its derivatives are not 0.
func (t *scaled) leaveZero() []float64 {
	start := slices.Clone(t.start)
	if !t.design.blockIsFree() {
		return start
	}
	for _, u := range t.design.block {
		if u.Weight < 0 && u.Value > 0 || u.Weight >= 0 && start[u.Weight] > 0 {
			return start
		}
	}
	for _, u := range t.design.block {
		if j := u.Weight; j >= 0 {
			start[j] = blockStart
			if t.low != nil {
				start[j] = min(max(blockStart, t.low[j]), t.high[j])
			}
		}
	}
	return start
}

// blockStart is where the weights of a block begin if no start weight is above 0:
// at 0 the derivatives by all of them are 0, and a search would never leave it.
// Counts of a dozen men and squares then add up to a sum near 40, and the side's
// block to 15 centipawns. From 1, 2, 5 and 10 the fit of standard_safety to 725,000
// positions finds the same minimum with more passes; from 20 it finds a worse one.
const blockStart = 3
