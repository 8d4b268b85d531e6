package texel

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"example.org/centipawn/fit/rows"
	"example.org/centipawn/internal/note"
	"example.org/centipawn/internal/provenance"
	"example.org/centipawn/winprob"
)

// ScaleResult says what became of the scale of the evaluation.
type ScaleResult struct {
	Policy Scale `json:"policy"`

	// Slope is that of the new on the old evaluation, before the policy; 0 without
	// an old one.
	Slope float64 `json:"slope,omitempty"`

	// Factor is what weights, intercepts and errors were multiplied by, those of a formula
	// by a power of it such as the root of a square's, and K was divided by. With a policy other than ScaleKeep, an engine's margins in
	// centipawns want multiplying with Slope × Factor.
	Factor float64 `json:"factor"`

	// FixedBy says what is in centipawns itself, so that ScaleKeep cannot multiply:
	// "fixed weights", "offsets", "bounds" or "formula". Empty means that nothing does.
	FixedBy string `json:"fixed_by,omitempty"`
}

// ByFormula is ScaleResult.FixedBy of a formula that multiplied weights do not multiply.
const ByFormula = "formula"

// Margin is what an engine's margins in centipawns want multiplying with.
func (s ScaleResult) Margin() float64 { return s.Slope * s.Factor }

// Rescaled is the fit in the scale of the policy.
type Rescaled struct {
	*Inferred
	Passes  int          // over the data, of all that came before
	Weights []float64    // then intercepts
	StdErr  []float64    // by weight, then by intercept; zeros for a quick fit
	AtScale *Packed      // the training rows, with the scale of the weights
	K       provenance.K // at which weights predict the natural mix
	Kept    error        // why there is no such K, and the stated one stays
	Policy  ScaleResult

	startIntercepts []rows.SourceIntercept // of the start weights
}

// rescale applies the scale policy to weights, errors and K.
func (t *Inferred) rescale(ctx context.Context) (*Rescaled, error) {
	r := &Rescaled{Inferred: t, Weights: slices.Clone(t.point), StdErr: t.stdErrs()}
	var err error
	if r.K, r.Kept, err = t.naturalK(ctx); err != nil {
		return nil, err
	}
	r.Passes = t.Meter.Passes
	powers, scales := t.powers()
	r.Policy = ScaleResult{Policy: t.Opt.Scale, Factor: 1, FixedBy: t.scaleFixedBy(powers, scales)}
	if len(t.Opt.Start) > 0 {
		s, err := t.againstStart(ctx)
		if err != nil {
			return nil, err
		}
		r.Policy.Slope, r.startIntercepts = s.slope(), s.start.Intercepts(t.startK, t.Loss.K)
	}
	if r.Policy.Factor, err = t.factorOf(r.Policy, r.K.Value); err != nil {
		return nil, err
	}
	for j, power := range powers {
		r.Weights[j] *= math.Pow(r.Policy.Factor, power)
		r.StdErr[j] *= math.Pow(r.Policy.Factor, power)
	}
	for j, old := range t.Kept {
		r.Weights[j] = old
	}
	r.AtScale = t.Rows.Rescaled(t.Rows.Scale / r.Policy.Factor)
	r.K = kOver(r.K, r.Policy.Factor)
	if r.K.Value <= 0 {
		return nil, fmt.Errorf("fit: K is %g after scaling", r.K.Value)
	}
	return r, nil
}

// stdErrs returns the standard errors, zeros for a quick fit.
func (t *Inferred) stdErrs() []float64 {
	if t.Inference == nil {
		return make([]float64, len(t.point))
	}
	return slices.Clone(t.Inference.StdErr)
}

// kOver returns K for weights multiplied by a factor.
func kOver(k provenance.K, factor float64) provenance.K {
	if factor == 1 {
		return k
	}
	k.Before = k.Value
	values := []*float64{&k.Value, &k.StdErr, &k.Low, &k.High}
	k.ByPhase = slices.Clone(k.ByPhase)
	for i := range k.ByPhase {
		p := &k.ByPhase[i]
		values = append(values, &p.K, &p.StdErr)
	}
	for _, v := range values {
		*v /= factor
	}
	return k
}

// naturalK fits K at the weights that were found to the natural mix: with fewer
// draws than in games, the search has made evaluations steeper than games are. kept says
// why the stated K stays.
func (t *Inferred) naturalK(ctx context.Context) (k provenance.K, kept, err error) {
	if t.Balance == nil {
		return t.K, nil, nil
	}
	rows, err := t.pack(ctx, t.fold(rows.Train, 0, t.Watched()), t.K.Value)
	if err != nil {
		return t.K, nil, err
	}
	k, err = t.kAt(ctx, rows.Design, t.point)
	switch {
	case err == nil:
		k.Start = t.startK
		return k, nil, nil
	case t.Opt.K > 0 && ctx.Err() == nil:
		return t.K, err, nil
	}
	return t.K, nil, fmt.Errorf("fit: K at the fitted weights, in the natural mix (%s): %w", note.M01, err)
}

// LeastSlope is the slope of the new on the old evaluation below which the new one has nothing
// of the old one to keep.
const LeastSlope = 0.01

// factorOf returns what the policy multiplies the weights by.
func (t *Inferred) factorOf(s ScaleResult, k float64) (float64, error) {
	switch {
	case s.FixedBy == ByFormula && s.Policy > ScaleNone:
		return 0, errors.New("fit: the evaluation cannot be scaled: its formula has numbers of its own, such as the bounds of a clamp, that would not grow with the weights; pass the scale policy none, or keep")
	case s.FixedBy != "" && s.Policy > ScaleNone:
		return 0, fmt.Errorf("fit: the evaluation cannot be scaled: its %s are in centipawns already; pass the scale policy none, or keep", s.FixedBy)
	case s.FixedBy != "":
	case s.Policy == ScaleKeep && s.Slope >= LeastSlope:
		return 1 / s.Slope, nil
	case s.Policy == ScaleExpected:
		return k * 100 / winprob.Centipawn(1, t.Opt.PawnExpected), nil
	case s.Policy == ScalePawn:
		pawn, err := t.pawn()
		return 100 / pawn, err
	}
	return 1, nil
}

// scaleFixedBy returns what of the problem other than K is in centipawns: multiplied
// weights would not go with it.
func (t *Inferred) scaleFixedBy(powers []float64, scales bool) string {
	bounded := func(bounds []float64) bool {
		for j, v := range bounds {
			if _, rare := t.Kept[j]; !rare && powers[j] != 0 && v != 0 && !math.IsInf(v, 0) {
				return true
			}
		}
		return false
	}
	switch {
	case slices.ContainsFunc(t.Design.Fixed, func(w rows.NamedWeight) bool { return w.Value != 0 && !t.Design.Unread[w.Name] }):
		return "fixed weights"
	case t.Rows.offsets:
		return "offsets"
	case bounded(t.Low) || bounded(t.High):
		return "bounds"
	case !scales:
		return ByFormula
	}
	return ""
}

// pawn returns the mean of the pawn's weights.
func (t *Inferred) pawn() (float64, error) {
	list, err := t.pawnWeights()
	if err != nil {
		return 0, fmt.Errorf("%w: it is to be the pawn's value: pass the pattern of other weights", err)
	}
	sum, rows := 0.0, 0.0
	for _, j := range list {
		if !t.Design.InPawns(j) {
			return 0, fmt.Errorf("fit: %s is a weight of the formula, and not a pawn's value: pass the pattern of other weights", t.Design.Names[j])
		}
		n := t.support(j)
		sum += n * t.point[j]
		rows += n
	}
	if !(sum > 0) {
		return 0, fmt.Errorf("fit: the pawn is worth %g centipawns: it cannot be scaled to 100", sum/math.Max(1, rows))
	}
	return sum / rows, nil
}

// support returns the rows of a weight, 1 if they were not counted, 0 on squares
// where a pawn never stands.
func (t *Inferred) support(j int) float64 {
	switch {
	case t.Impossible[j]:
		return 0
	case t.Scores == nil:
		return 1
	}
	return float64(t.Scores.Rows[j])
}

// pawnWeights returns the weights that are the pawn's value: those that were named,
// or its piece-square table, beside which a set may have other terms of pawns.
func (t *Inferred) pawnWeights() ([]int, error) {
	if pattern := t.Opt.Pawn; pattern != "" {
		return t.Design.Matching(pattern)
	}
	if list, err := t.Design.Matching("pst.pawn.*"); err == nil {
		return list, nil
	}
	return t.Design.Matching("*pawn.*")
}

// powers returns by what power of the scale each weight and intercept grows, see [rows.Design.Powers].
func (t *Scaled) powers() (powers []float64, ok bool) {
	powers, ok = t.Design.Powers()
	return append(powers, slices.Repeat([]float64{1}, len(t.sources))...), ok
}
