package fit

import (
	"context"
	"fmt"
	"math"
	"slices"

	"centipawn/fit/descent"
	"centipawn/note"
	"centipawn/winprob"
)

// ScaleResult says what became of the scale of the evaluation.
type ScaleResult struct {
	Policy Scale `json:"policy"`

	// Slope is that of the new on the old evaluation, before the policy; 0 without
	// an old one.
	Slope float64 `json:"slope,omitempty"`

	// Factor is what weights, intercepts and errors were multiplied by, those of the
	// block by its root, and K was divided by. With a policy other than ScaleKeep, an engine's margins in
	// centipawns want multiplying with Slope × Factor.
	Factor float64 `json:"factor"`

	// Held says what keeps ScaleKeep from multiplying, as it is in centipawns itself:
	// "fixed weights", "offsets" or "bounds". Empty means that nothing does.
	Held string `json:"held,omitempty"`
}

// Margin is what an engine's margins in centipawns want multiplying with.
func (s ScaleResult) Margin() float64 { return s.Slope * s.Factor }

// RoundingResult is what whole centipawns would cost. The weights of the block are
// none, and stay as they are.
type RoundingResult struct {
	Weights int     `json:"weights"` // that change
	Train   float64 `json:"train"`   // relative change of the loss on the training rows
	Test    float64 `json:"test"`    // and on the test rows, 0 without any
	Signs   float64 `json:"signs"`   // share of the test rows whose evaluation changes sign
}

// gatherRows bounds the rows that calibration and win/draw/loss are made of.
const gatherRows = 1 << 21

// fitExpected is Fit for the losses of expected scores.
func (e *estimator) fitExpected(ctx context.Context) (*Result, error) {
	t, err := e.texel(ctx)
	if err != nil {
		return nil, err
	}
	var r *Result
	if t.found.Reason != descent.Interrupted {
		r, err = t.finish(ctx)
	}
	if r == nil && ctx.Err() != nil && !math.IsNaN(t.found.F) {
		return t.partial(), nil
	}
	if r == nil && err == nil {
		err = ctx.Err() // before the first pass had ended
	}
	return r, err
}

// finish makes the passes that follow the search.
func (t *texel) finish(ctx context.Context) (*Result, error) {
	f, err := t.objective(t.rows, t.opt.Ridge, t.opt.Texel.PriorRows, t.opt.Texel.Smooth)
	if err != nil {
		return nil, err
	}
	in := &inference{stdErr: make([]float64, len(t.point)), active: make([]int8, len(t.point))}
	if !t.opt.Texel.Quick {
		if in, err = t.infer(ctx, f); err != nil {
			return nil, err
		}
	}
	if err := t.naturalK(ctx); err != nil {
		return nil, err
	}
	r := t.result()
	if err := t.rescale(ctx, r, in); err != nil {
		return nil, err
	}
	if err := t.measure(ctx, r); err != nil {
		return nil, err
	}
	if err := t.checkRunaway(); err != nil {
		return nil, err
	}
	t.describeExpected(r, in)
	if !t.opt.Texel.Quick {
		t.importance(r, in)
	}
	if t.opt.Unseal {
		if r.Sealed, err = t.unsealed(ctx, r, t.mean); err != nil {
			return nil, err
		}
	}
	if err := t.findUnits(ctx, in); err != nil {
		return nil, err
	}
	r.Warnings = (&warner{e: t.estimator, est: in.est, found: t.parts, r: r, texel: t}).expected()
	return r, nil
}

// result fills in what the search knows.
func (t *texel) result() *Result {
	schema, opt := t.data.Schema(), t.opt
	r := &Result{
		Set: schema.Set, SetHash: schema.SetHash, Columns: len(schema.Columns), Rows: t.data.Rows(),
		Loss: opt.Loss, Method: opt.Method, Intercept: opt.Intercept, Clip: opt.Target.Clip, Mates: opt.Target.Mates,
		ScoreShare: opt.Target.ScoreShare, Ridge: opt.Ridge, PriorRows: opt.Texel.PriorRows, Smooth: opt.Texel.Smooth,
		Split: SplitNone, Passes: t.passes, Rounds: t.found.Iterations, Fixed: t.design.held,
		K: &t.k, LabelK: t.labelKs, Choices: t.choices, Balance: t.balanced,
		Final: t.found.F, Gap: t.found.Gap, Stopped: t.found.Reason,
	}
	if opt.Test == nil && opt.Split.By != SplitNone {
		r.Split, r.Share, r.Seed = opt.Split.By, opt.Split.Share, opt.Split.Seed
	}
	t.weightsOf(r, make([]float64, len(t.point)))
	return r
}

// partial is the result of a search that was interrupted: the best weights so
// far, and nothing that would take further passes.
func (t *texel) partial() *Result {
	r := t.result()
	r.Funnel = Funnel{Rows: t.data.Rows(), Train: t.rows.Rows()} // what was dropped is counted with the errors
	r.Scale, r.Stopped, r.Gap = t.scale, descent.Interrupted, max(0, r.Gap)
	gap := "by an unknown amount"
	if r.Gap > 0 {
		gap = fmt.Sprintf("an estimated %.1e", r.Gap)
	}
	r.Warnings.Add(note.M08, "interrupted after %d passes: the loss %.9f is %s above its minimum; these are the best weights so far, without errors and tests",
		r.Passes, r.Final, gap)
	return r
}

// weightsOf sets weights and intercepts of the result, with their errors.
func (t *texel) weightsOf(r *Result, stdErr []float64) {
	r.Weights, r.Intercepts = []Weight{}, nil
	start := make(map[string]float64, len(t.opt.Texel.Start))
	for _, w := range t.opt.Texel.Start {
		start[w.Name] = w.Value
	}
	for i, name := range t.design.all {
		j := t.design.alias[i]
		w := Weight{Name: name, Value: t.point[j], StdErr: stdErr[j], Identified: true}
		switch {
		case name != t.design.names[j]:
			w.Bound = "tied"
		case t.impossible[j]:
			w.Bound = "held"
		}
		if old, ok := start[name]; ok {
			w.Old = &old
		}
		r.Weights = append(r.Weights, w)
	}
	p := len(t.design.names)
	for k, src := range t.sources {
		a := SourceIntercept{Source: src, Value: t.point[p+k], StdErr: stdErr[p+k]}
		if t.behind != nil {
			a.Rows = t.behind[k]
		}
		r.Intercepts = append(r.Intercepts, a)
	}
}

// describeExpected fills in what is known of each weight.
func (t *texel) describeExpected(r *Result, in *inference) {
	t.weightsOf(r, in.stdErr)
	if in.est == nil {
		return
	}
	vif, condition := in.est.factor.collinearity()
	identified := in.est.factor.identified()
	for i := range r.Weights {
		w, j := &r.Weights[i], t.design.alias[i]
		w.VIF, w.Identified = vif[j], identified[j]
		w.Rows, w.Games = in.scores.Rows[j], in.scores.Games[j]
		if name, ok := boundNames[in.active[j]]; ok {
			w.Bound, w.StdErr = name, 0
		}
		w.setError(w.StdErr, in.freedom[j])
	}
	r.Condition, r.Dependences = condition, in.est.factor.dependences(t.design.names)
	if in.gauge.null != nil {
		r.Gauge = gaugeRule
	}
}

// boundNames name what holds a weight, by descent.Result.Bound.
var boundNames = map[int8]string{-1: "low", 1: "high", 2: "held"}

// rescale applies the scale policy to weights, errors and K.
func (t *texel) rescale(ctx context.Context, r *Result, in *inference) error {
	s := &ScaleResult{Policy: t.opt.Texel.Scale, Factor: 1, Held: t.heldBy()}
	if len(t.opt.Texel.Start) > 0 {
		sum, err := t.againstStart(ctx, r)
		if err != nil {
			return err
		}
		s.Slope, t.startIntercepts = sum.slope(), sum.intercepts(winprob.Logit(t.firstK), t.opt.Loss)
	}
	switch {
	case s.Held != "" && s.Policy > ScaleNone:
		return fmt.Errorf("fit: the evaluation cannot be scaled: its %s are in centipawns already; pass the scale policy none, or keep", s.Held)
	case s.Held != "":
	case s.Policy == ScaleKeep && s.Slope >= leastSlope:
		s.Factor = 1 / s.Slope
	case s.Policy == ScaleExpected:
		s.Factor = t.k.Value * 100 / winprob.Centipawn(1, t.opt.Texel.PawnExpected)
	case s.Policy == ScalePawn:
		pawn, err := t.pawn(in)
		if err != nil {
			return err
		}
		s.Factor = 100 / pawn
	}
	for j, power := range t.powers() {
		t.point[j] *= math.Pow(s.Factor, power)
		in.stdErr[j] *= math.Pow(s.Factor, power)
	}
	t.rows.Scale /= s.Factor
	if s.Factor != 1 {
		t.k.Searched = t.k.Value
	}
	k := []*float64{&t.k.Value, &t.k.StdErr, &t.k.Low, &t.k.High}
	for i := range t.k.ByPhase {
		p := &t.k.ByPhase[i]
		k = append(k, &p.K, &p.StdErr, &p.Low, &p.High)
	}
	for _, v := range k {
		*v /= s.Factor
	}
	r.Scale, t.scale = s, s
	return nil
}

// heldBy returns what of the problem besides K is in centipawns: multiplied
// weights would not go with it.
func (t *texel) heldBy() string {
	finite := func(v float64) bool { return v != 0 && !math.IsInf(v, 0) }
	switch {
	case slices.ContainsFunc(t.design.held, func(w NamedWeight) bool { return w.Value != 0 }):
		return "fixed weights"
	case t.offsets:
		return "offsets"
	case slices.ContainsFunc(t.low, finite) || slices.ContainsFunc(t.high, finite):
		return "bounds"
	}
	return ""
}

// pawn returns the mean of the pawn's weights.
func (t *texel) pawn(in *inference) (float64, error) {
	list, err := t.pawnWeights()
	if err != nil {
		return 0, fmt.Errorf("%w: it is to be the pawn's value: pass the pattern of other weights", err)
	}
	sum, rows := 0.0, 0.0
	for _, j := range list {
		if t.design.inBlock(j) {
			return 0, fmt.Errorf("fit: %s is of the block, and no pawn's value: pass the pattern of other weights", t.design.names[j])
		}
		if t.impossible[j] {
			continue
		}
		n := 1.0
		if in.scores != nil {
			n = float64(in.scores.Rows[j])
		}
		sum += n * t.point[j]
		rows += n
	}
	if !(sum > 0) {
		return 0, fmt.Errorf("fit: the pawn is worth %g centipawns: it cannot be scaled to 100", sum/math.Max(1, rows))
	}
	return sum / rows, nil
}

// pawnWeights returns the weights that are the pawn's value: those that were named,
// or its piece-square table, beside which a set may have other terms of pawns.
func (t *texel) pawnWeights() ([]int, error) {
	if pattern := t.opt.Texel.Pawn; pattern != "" {
		return t.design.matching(pattern)
	}
	if list, err := t.design.matching("pst.pawn.*"); err == nil {
		return list, nil
	}
	return t.design.matching("*pawn.*")
}

// measure evaluates the fit on all parts, and what rounding costs.
func (t *texel) measure(ctx context.Context, r *Result) error {
	t.weightsOf(r, make([]float64, len(t.point)))
	if t.k.Value <= 0 {
		return fmt.Errorf("fit: K is %g after scaling", t.k.Value)
	}
	found, err := t.evaluateExpected(ctx, r)
	if err != nil {
		return err
	}
	t.parts = found
	r.Funnel, r.TestFunnel, r.Games, r.Mean = found.funnel, found.testFunnel, found.games(), found.null
	if t.opt.Texel.Quick {
		r.Train, r.Test = found.evaluation(Train, 0).bare(), found.evaluation(Test, 0).bare()
		if r.Final = r.Train.MSE; t.opt.Loss == CrossEntropy {
			r.Final = r.Train.LogLoss
		}
		return nil
	}
	r.Train, r.Test = found.evaluation(Train, 0).Metrics(t.opt.Bootstrap), found.evaluation(Test, 0).Metrics(t.opt.Bootstrap)
	t.gains(r, found)
	if err := t.round(ctx, r, found); err != nil {
		return err
	}
	return t.calibrate(r, found)
}

// gains compares the fit with the start weights.
func (t *texel) gains(r *Result, found *parted) {
	if len(t.opt.Texel.Start) == 0 || found.test.rows == 0 {
		return
	}
	gain := func(start, fitted int) *Gain {
		a, b := found.evaluation(Test, start), found.evaluation(Test, fitted)
		g := &Gain{Start: a.Metrics(t.opt.Bootstrap), Fitted: b.Metrics(t.opt.Bootstrap)}
		if c, err := Compare(a, b, t.opt.Bootstrap); err == nil {
			g.Change = &c.Relative
		}
		return g
	}
	r.Gain = gain(evalStart, evalAlone)
	if t.sources != nil {
		r.InterceptGain = gain(evalStartIntercept, evalFitted)
	}
}

// round measures what rounding to whole centipawns costs.
func (t *texel) round(ctx context.Context, r *Result, found *parted) error {
	rounded, g := slices.Clone(t.point), make([]float64, len(t.point))
	res := &RoundingResult{}
	for j := range t.design.names {
		if t.design.inBlock(j) {
			continue
		}
		rounded[j] = math.Round(rounded[j])
		if rounded[j] != t.point[j] {
			res.Weights++
		}
	}
	before, err := t.rows.Gradient(ctx, t.point, g)
	if err != nil {
		return err
	}
	after, err := t.rows.Gradient(ctx, rounded, g)
	if err != nil {
		return err
	}
	r.Final = before
	res.Train = relative(before, after)
	if found.test.rows > 0 {
		a, b := total(found.test.models[evalFitted].games), total(found.test.models[evalRounded].games)
		if res.Test = relative(a.squared, b.squared); t.opt.Loss == CrossEntropy {
			res.Test = relative(a.entropy, b.entropy)
		}
		res.Signs = found.test.models[evalRounded].signs / a.w
	}
	r.Rounding = res
	return nil
}

// relative returns the relative change of a loss, 0 of a loss of 0.
func relative(before, after float64) float64 {
	if before == 0 {
		return 0
	}
	return after/before - 1
}
