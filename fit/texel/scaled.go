package texel

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"example.org/centipawn/fit/linear"
	"example.org/centipawn/fit/rows"
	"example.org/centipawn/fit/sparse"
	"example.org/centipawn/internal/note"
	"example.org/centipawn/internal/provenance"
	"example.org/centipawn/matrix"
	"example.org/centipawn/winprob"
)

// kPoints bounds the rows that K is fitted to.
const kPoints = 1 << 22

// phaseEdges cut the phase into quarters.
var phaseEdges = []float64{0, 0.25, 0.5, 0.75, 1}

// Scaled is packed rows with the K of the search.
type Scaled struct {
	*Prepared
	Rows    *Packed      // the training rows
	K       provenance.K // of the search
	startK  float64      // at which the start weights are measured
	mean    float64      // target of the training rows, in their natural mix
	Start   []float64    // weights, then intercepts
	Balance *Balanced    // nil: rows are searched on as they are
}

// Balanced is a balance with what it did.
type Balanced struct {
	*rows.Balancer
	Result rows.BalanceResult
}

// weigh returns the balancer, nil without one.
func (b *Balanced) weigh() *rows.Balancer {
	if b == nil {
		return nil
	}
	return b.Balancer
}

// scale finds K, and brings the rows to it.
func (t *Scaled) scale(ctx context.Context) (err error) {
	if t.K, err = t.searchK(ctx); err != nil {
		return err
	}
	t.Rows.Scale, t.mean = winprob.Logit(t.K.Value), t.Rows.MeanTarget()
	if t.startK, err = t.kOfStart(ctx); err == nil && t.ofOutcomes() {
		err = t.fitModel(ctx, t.Start)
	}
	return err
}

// allSilent is the error of groups that all say nothing.
func (t *Prepared) allSilent() error {
	return fmt.Errorf("fit: %w", note.Refuse(note.M19, "intercepts by %v explain every label: every group is a single row, or all won or all lost; pass labels that differ within a group, such as scores (-lambda 0), or larger groups", t.Grouping))
}

// lacks says what rows need.
func (t *Prepared) lacks() string {
	if t.Target.ScoreShare == 1 {
		return "their labels are made of scores"
	}
	return "their labels are made of results: pass data with a result, such as EPD with c9 \"1-0\", or fit scores: -lambda 0 -label-k 1"
}

// searchK returns the K of the search: the given one, or that of the start weights.
func (t *Scaled) searchK(ctx context.Context) (provenance.K, error) {
	if t.Opt.K > 0 {
		return provenance.K{Value: t.Opt.K}, nil
	}
	if t.Design.FixedScore == nil && !slices.ContainsFunc(t.Start, func(v float64) bool { return v != 0 }) {
		if varies, err := t.startVaries(ctx); err != nil || !varies {
			return provenance.K{}, cmp.Or(err, fmt.Errorf("fit: %w", note.Refuse(note.M02, "K and all weights are free together: only their product is known; give start weights, or K")))
		}
	}
	k, err := t.kAt(ctx, t.Rows.Design, t.Start)
	if err != nil {
		return k, fmt.Errorf("fit: K at the start weights (%s): %w", note.M01, err)
	}
	return k, nil
}

// startVaries reports whether the training rows differ although all start weights are 0: by offsets, or
// by what a formula makes of inputs and fixed weights. Then that is an evaluation in centipawns of its
// own, at which K can be fitted.
func (t *Scaled) startVaries(ctx context.Context) (bool, error) {
	if !t.Rows.offsets && t.Design.Form == nil {
		return false, nil
	}
	points, err := t.Rows.Points(ctx, t.Start, kPoints, false)
	if err != nil {
		return false, err
	}
	return slices.ContainsFunc(points.Score, func(v float32) bool { return v != points.Score[0] }), nil
}

// kOfStart returns the K at which the start weights are measured. With a balance it is fitted
// to the natural mix, as is that of the weights that will be found, even if the search
// was given another: else the two would be told apart by their K.
func (t *Scaled) kOfStart(ctx context.Context) (float64, error) {
	if t.Opt.Balance.IsZero() || t.K.Fitted || t.Opt.Quick {
		return t.K.Value, nil
	}
	k, err := t.kAt(ctx, t.Rows.Design, t.Start)
	if err != nil { // without one, as for weights of 0, the given one will do
		return t.K.Value, ctx.Err()
	}
	return k.Value, nil
}

// kAt fits K at a point to some rows.
func (t *Prepared) kAt(ctx context.Context, rows *sparse.Design, point []float64) (provenance.K, error) {
	points, err := rows.Points(ctx, point, kPoints, !t.Opt.Quick)
	if err != nil {
		return provenance.K{}, err
	}
	opt := winprob.KOptions{Loss: t.Loss.K, Threads: t.Threads}
	k, err := winprob.FitK(points, opt)
	if err != nil {
		return provenance.K{}, err
	}
	t.Meter.Passes += k.Passes
	found := provenance.K{Value: k.K, Fitted: true, StdErr: k.StdErr, Low: k.Low, High: k.High}
	if !t.Opt.Quick {
		found.ByPhase, err = kByPhase(points, opt)
	}
	return found, err
}

// kByPhase fits K within quarters of the phase, endings first, where the rows determine it: an
// evaluation whose scale does not depend on the phase has them equal.
func kByPhase(points *winprob.Points, opt winprob.KOptions) (list []provenance.PhaseK, err error) {
	parts, err := winprob.KByPhase(points, phaseEdges, opt)
	for _, p := range parts {
		if p.Err == nil {
			list = append(list, provenance.PhaseK{Low: p.From, High: p.To, K: p.K, StdErr: p.StdErr})
		}
	}
	return list, err
}

// balanced weighs the training rows and packs them again.
func (t *Scaled) balanced(ctx context.Context) (err error) {
	want := t.Opt.Balance
	l := rows.NewBalancer(want.By, t.Split.Seed, t.Design.Factors)
	train := t.fold(rows.Train, 0, t.Watched())
	mix, err := t.mixOf(ctx, l, train)
	if err != nil {
		return err
	}
	l.Factors, train.balancer = want.FactorsOf(&mix), l
	offsets := t.Rows.offsets
	t.Rows = nil // makes room for the new ones
	if t.Rows, err = t.pack(ctx, train, t.K.Value); err != nil {
		return err
	}
	if t.Rows.Rows() == 0 {
		return fmt.Errorf("%w: the balance %v leaves none", linear.ErrNoRows, want)
	}
	t.Rows.offsets = t.Rows.offsets || offsets
	t.Balance = &Balanced{l, rows.BalanceResult{Shares: want.Balance.String(), By: want.By, Rows: mix, Factors: l.Factors, Kept: t.Rows.Rows()}}
	return nil
}

// mixOf counts rows as they are, by quarter of the phase and result.
func (t *Scaled) mixOf(ctx context.Context, l *rows.Balancer, share shareOfRows) (all winprob.Mix, err error) {
	p, results := t.Training("the mix of results"), len(all[0])
	p.Selection.Divider = share.divider
	counts, err := rows.Tally(ctx, p, len(all)*results, func(b *matrix.Block, sel *rows.Selection, sums []float64) {
		for k, i := range sel.Index {
			sums[int(l.Bins[b.MG[i]])*results+int(b.Result[i])] += sel.W[k]
		}
	})
	for i, n := range counts {
		all[i/results][i%results] = n
	}
	return all, err
}
