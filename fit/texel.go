package fit

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"centipawn/fit/descent"
	"centipawn/fit/sparse"
	"centipawn/note"
	"centipawn/winprob"
)

// A texel is a fit of expected scores under way: P. Österlund's "Texel's Tuning
// Method" (2014), with the minimum found to a stated gap.
type texel struct {
	*estimator
	impossible []bool // weights of squares where a pawn never stands

	rows      *sparse.Design
	mean      float64 // target of the training rows, in their natural mix
	unnatural error   // why there is no K of the natural mix, and the stated one stays
	firstK    float64 // K of the start weights, in their own scale, to measure them at

	startIntercepts []SourceIntercept // of the start weights
	balancer        *balancer         // nil: they are searched on as they are
	balanced        *BalanceResult
	sources         []uint8 // that have intercepts, in the order of their numbers
	low             []float64
	high            []float64
	chains          [][]int
	bends           []bend

	labelKs []LabelK
	choices []Choice
	k       KResult
	start   []float64 // weights, then intercepts
	found   *descent.Result
	point   []float64    // weights, then intercepts, where the search ended
	watched int          // folds for early stopping; 0: none
	parts   *parted      // of the evaluation
	offsets bool         // a row has an offset other than 0
	behind  []int        // by intercept: rows; nil if not counted
	scale   *ScaleResult // nil before the policy is applied
}

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

// texel makes the passes of a fit of expected scores.
func (e *estimator) texel(ctx context.Context) (*texel, error) {
	t := &texel{estimator: e}
	e.opt.Target.Expected = true
	if err := t.prepare(ctx); err != nil {
		return nil, err
	}
	if t.opt.Texel.Watch > 0 {
		t.watched = max(2, int(math.Round(1/t.opt.Texel.Watch)))
	}
	var err error
	if t.rows, err = t.pack(ctx, Train, t.divide(0, t.watched)); err != nil {
		return nil, err
	}
	if t.rows.Rows() == 0 {
		return nil, fmt.Errorf("%w: %s", errNoRows, t.lacks())
	}
	if err := t.fitK(ctx); err != nil {
		return nil, err
	}
	t.mean = t.rows.MeanTarget()
	if err := t.oldK(ctx); err != nil {
		return nil, err
	}
	if err := t.balance(ctx); err != nil {
		return nil, err
	}
	t.startBlock()
	if err := t.choose(ctx); err != nil {
		return nil, err
	}
	return t, t.minimise(ctx)
}

// lacks says what rows need.
func (t *texel) lacks() string {
	if t.opt.Target.ScoreShare == 1 {
		return "their labels are made of scores"
	}
	return "their labels are made of results: pass data with a result, such as EPD with c9 \"1-0\", or another -loss"
}

// prepare reads the options against the schema.
func (t *texel) prepare(ctx context.Context) (err error) {
	o := &t.opt.Texel
	if err = t.design.tie(o.Ties); err != nil {
		return err
	}
	if t.low, t.high, err = t.design.bounds(o.Bounds); err != nil {
		return err
	}
	if t.chains, err = t.design.chains(o.Orders); err != nil {
		return err
	}
	if err = t.boundChains(); err != nil {
		return err
	}
	if len(t.design.names) == 0 {
		return errors.New("fit: no weight is free: everything is fixed or left out")
	}
	t.bends = t.design.bends()
	if (o.Smooth > 0 || o.Choose.Smooth) && t.bends == nil {
		return errors.New("fit: nothing to smooth: no weights are tables, named by a last number or square")
	}
	if (o.PriorRows > 0 || o.Choose.Prior) && len(o.Prior) == 0 {
		return errors.New("fit: a prior's strength without a prior: pass the weights to be pulled to, or a ridge to pull to 0")
	}
	if share := t.opt.Target.ScoreShare; share > 0 && t.opt.Target.LabelK == nil {
		if t.labelKs, err = t.labelK(ctx); err != nil {
			return err
		}
		t.opt.Target.LabelK = kBySource(t.labelKs)
	}
	if t.opt.Intercept == WithIntercept {
		t.sources, err = t.sourcesOf(ctx)
	}
	return err
}

// boundChains makes the steps of chains bounds.
func (t *texel) boundChains() error {
	if len(t.chains) == 0 {
		return nil
	}
	if t.low == nil {
		t.low, t.high = make([]float64, len(t.design.names)), make([]float64, len(t.design.names))
		for j := range t.low {
			t.low[j], t.high[j] = math.Inf(-1), math.Inf(1)
		}
	}
	for _, chain := range t.chains {
		for k, j := range chain {
			if !math.IsInf(t.low[j], 0) || !math.IsInf(t.high[j], 0) {
				return fmt.Errorf("fit: %s is bounded and ordered: a weight can be one of the two", t.design.names[j])
			}
			if k > 0 {
				t.low[j] = 0
			}
		}
	}
	return nil
}

// divide returns how the training rows of a fold are told from the others; no
// folds are the plain split.
func (t *texel) divide(fold, folds int) divider {
	d := newSelection(t.opt).divider
	d.fold, d.folds = fold, folds
	return d
}

// pack makes the working copy of a part of the data.
func (t *texel) pack(ctx context.Context, want Part, d divider) (*sparse.Design, error) {
	src := &rowSource{data: t.data, design: t.design, want: want}
	src.selection = newSelection(t.opt)
	src.selection.divider = d
	src.selection.balancer = t.balancer
	p := len(t.design.names)
	spec := sparse.Spec{
		Columns: make([]sparse.Column, len(t.design.terms)), MG: t.design.factors.mg[:], EG: t.design.factors.eg[:],
		Weights: p + len(t.sources), Threads: t.opt.Threads, Memory: t.opt.Texel.Memory,
	}
	if t.opt.Loss == CrossEntropy {
		spec.Loss = sparse.CrossEntropy
	}
	if t.design.blockIsFree() {
		spec.Block = t.design.block
	}
	for c, term := range t.design.terms {
		spec.Columns[c] = sparse.Column{Plain: term.plain, MG: term.mg, EG: term.eg}
	}
	if t.sources != nil {
		src.intercept = new([256]uint16)
		for k, s := range t.sources {
			src.intercept[s] = uint16(len(spec.Columns))
			spec.Columns = append(spec.Columns, sparse.Column{Plain: int32(p + k), MG: -1, EG: -1})
		}
	}
	rows, err := sparse.New(ctx, src, spec)
	t.offsets = t.offsets || src.offsets.Load()
	if rows != nil && t.k.Value > 0 {
		rows.Scale = winprob.Logit(t.k.Value)
	}
	return rows, t.nameColumn(err)
}

// fitK sets the start weights and K.
func (t *texel) fitK(ctx context.Context) error {
	w, err := t.named(t.opt.Texel.Start)
	if err != nil {
		return fmt.Errorf("%w: the start weights are of another set or order (%s)", err, note.F11)
	}
	t.start = append(w, make([]float64, len(t.sources))...)
	if t.opt.Texel.K > 0 {
		t.k = KResult{Value: t.opt.Texel.K}
		t.rows.Scale = winprob.Logit(t.k.Value)
		return nil
	}
	if t.design.fixed == nil && !slices.ContainsFunc(t.start, func(v float64) bool { return v != 0 }) {
		return fmt.Errorf("fit: %w", note.Refuse(note.M02, "K and all weights are free together: only their product is known; give start weights, or K"))
	}
	if t.k, err = t.kAt(ctx, t.rows, t.start); err != nil {
		return fmt.Errorf("fit: K at the start weights (%s): %w", note.M01, err)
	}
	t.rows.Scale = winprob.Logit(t.k.Value)
	return nil
}

// oldK sets the K at which the start weights are measured. With a balance it is fitted
// to the natural mix, as is that of the weights that will be found, even if the search
// was given another: else the two would be told apart by their K.
func (t *texel) oldK(ctx context.Context) error {
	t.firstK = t.k.Value
	if t.opt.Texel.Balance.IsZero() || t.k.Fitted || t.opt.Texel.Quick {
		return nil
	}
	k, err := t.kAt(ctx, t.rows, t.start)
	if err == nil {
		t.firstK = k.Value // without one, as for weights of 0, the given one will do
	}
	return ctx.Err()
}

// kAt fits K at a point to some rows.
func (t *texel) kAt(ctx context.Context, rows *sparse.Design, point []float64) (KResult, error) {
	points, err := rows.Points(ctx, point, kPoints, !t.opt.Texel.Quick)
	if err != nil {
		return KResult{}, err
	}
	opt := winprob.KOptions{Loss: t.winprobLoss(), Threads: t.opt.Threads}
	k, err := winprob.FitK(points, opt)
	if err != nil {
		return KResult{}, err
	}
	t.passes += k.Passes
	found := KResult{Value: k.K, Fitted: true, StdErr: k.StdErr, Low: k.Low, High: k.High}
	if !t.opt.Texel.Quick {
		found.ByPhase, err = winprob.KByPhase(points, phaseEdges, opt)
	}
	return found, err
}

// phaseEdges cut the phase into quarters.
var phaseEdges = []float64{0, 0.25, 0.5, 0.75, 1}

func (t *texel) winprobLoss() winprob.Loss {
	if t.opt.Loss == CrossEntropy {
		return winprob.CrossEntropy
	}
	return winprob.Squared
}

// named returns weights by name in the order of the design; names of weights that
// are not fitted are passed over, names that the set does not have are an error.
func (t *texel) named(list []NamedWeight) ([]float64, error) {
	index := make(map[string]int)
	for j, name := range t.design.all {
		index[name] = t.design.alias[j]
	}
	w, known := make([]float64, len(t.design.names)), newScorer(t.design.schema, t.design.factors)
	for _, n := range list {
		if err := known.add(n); err != nil {
			return nil, err
		}
		if j, ok := index[n.Name]; ok {
			w[j] = n.Value
		}
	}
	return w, nil
}

// objective returns what is to be minimised over some rows.
func (t *texel) objective(rows *sparse.Design, ridge, prior, smooth float64) (*objective, error) {
	mean, err := t.named(t.opt.Texel.Prior)
	if err != nil {
		return nil, fmt.Errorf("%w: the prior is of another set (%s)", err, note.F11)
	}
	unit := t.rowUnit(rows.Scale) / max(1, rows.TotalWeight())
	return &objective{
		rows: rows, chains: t.chains, batches: max(1, (rows.Rows()+t.opt.Texel.BatchRows-1)/t.opt.Texel.BatchRows),
		penalty: &penalty{ridge: ridge * unit, prior: prior * unit, smooth: smooth * unit, mean: mean, weights: len(t.design.names), bends: t.bends},
	}, nil
}

// rowUnit is what a drawn row with a count of 1 adds to the loss for a weight of
// one centipawn: the unit of penalties.
func (t *texel) rowUnit(scale float64) float64 {
	if t.opt.Loss == CrossEntropy {
		return scale * scale / 8
	}
	return scale * scale / 16
}

// minimise searches from the start.
func (t *texel) minimise(ctx context.Context) error {
	o := t.opt.Texel
	f, err := t.objective(t.rows, t.opt.Ridge, o.PriorRows, o.Smooth)
	if err != nil {
		return err
	}
	opt := t.descentOptions(f)
	opt.Checkpoint, opt.Resume = o.Checkpoint, o.Resume
	if t.watched > 0 {
		watch, err := t.watch(ctx, f)
		if err != nil {
			return err
		}
		opt.Watch = watch
	}
	opt.Report = func(s descent.Step) {
		if t.opt.Progress != nil {
			t.opt.Progress(Progress{Stage: "fitting", Done: s.Passes, Loss: s.F, Gap: s.Gap})
		}
	}
	t.found, err = descent.Minimize(ctx, f, f.point(t.start), opt)
	if err != nil {
		return fmt.Errorf("fit: %w", err)
	}
	t.passes += t.found.Passes + int(math.Ceil(t.found.Curvatures))
	t.point = slices.Clone(f.weights(t.found.Weights))
	t.impossible = make([]bool, len(t.point))
	for j, active := range t.rows.Active() {
		if !active && j < len(t.design.names) && pawnOnEdge.MatchString(t.design.names[j]) {
			t.point[j], t.impossible[j] = 0, true // whatever the start weights say of it
		}
	}
	return nil
}

// sampleRows is the number of rows for each weight that the preconditioner is
// made of: the error of a covariance of p weights from n rows is about √(p/n).
const sampleRows = 120

// descentOptions returns what all searches have in common.
func (t *texel) descentOptions(f *objective) descent.Options {
	o := t.opt.Texel
	return descent.Options{
		Method:    map[Method]descent.Method{LBFGS: descent.LBFGS, LevenbergMarquardt: descent.LevenbergMarquardt, Adam: descent.Adam, SGD: descent.SGD}[t.opt.Method],
		Low:       withIntercepts(t.low, len(t.sources), math.Inf(-1)),
		High:      withIntercepts(t.high, len(t.sources), math.Inf(1)),
		Tolerance: o.Tolerance, Passes: o.Passes, Rate: o.Rate,
		Every: max(1, f.rows.Rows()/(sampleRows*max(1, f.Size()))),
	}
}

// withIntercepts appends n values to bounds; nil stays nil.
func withIntercepts(bounds []float64, n int, v float64) []float64 {
	if bounds == nil {
		return nil
	}
	return append(slices.Clone(bounds), slices.Repeat([]float64{v}, n)...)
}

// watch returns the loss on the games that are kept to watch it.
func (t *texel) watch(ctx context.Context, f *objective) (func([]float64) (float64, error), error) {
	rows, err := t.pack(ctx, Test, t.divide(0, t.watched))
	if err != nil {
		return nil, err
	}
	if rows.Rows() == 0 {
		return nil, fmt.Errorf("fit: Texel.Watch %g leaves no game to watch", t.opt.Texel.Watch)
	}
	rows.Scale = f.rows.Scale
	g := make([]float64, rows.Weights)
	return func(point []float64) (float64, error) { return rows.Gradient(ctx, f.weights(point), g) }, nil
}

// second returns the second derivatives of the sum of the rows' losses at the
// point that was found, with those of the penalties and without.
func (t *texel) second(ctx context.Context, f *objective) (plain, whole *mat.SymDense, err error) {
	n := f.Size()
	plain = mat.NewSymDense(n, nil)
	none := *f
	none.penalty = &penalty{weights: f.penalty.weights}
	if err := none.second(ctx, t.found.Weights, f.curvature(), 1, plain); err != nil {
		return nil, nil, err
	}
	plain.ScaleSym(t.rows.TotalWeight(), plain)
	whole = mat.NewSymDense(n, nil)
	f.penalty.curve(whole)
	f.pullSym(whole)
	whole.ScaleSym(t.rows.TotalWeight(), whole)
	whole.AddSym(whole, plain)
	return plain, whole, nil
}
