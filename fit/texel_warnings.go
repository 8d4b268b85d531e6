package fit

import (
	"fmt"
	"math"
	"strings"

	"example.org/centipawn/fit/descent"
	"example.org/centipawn/fit/search"
	"example.org/centipawn/fit/texel"
	"example.org/centipawn/internal/confidence"
	"example.org/centipawn/internal/note"
)

// The thresholds of the warnings about expected scores.
const (
	maxScaleDrift  = 0.1   // M03: of the slope of the new on the old evaluation from 1
	movedTooFar    = 20    // M06: centipawns that a weight moved although its 95 % interval holds the old one
	calibrationOff = 0.1   // M14: of a slope from 1 …
	calibrationErr = 3     // M14: … and this many standard errors: there are four phases
	maxRounding    = 0.001 // O01: relative rise of the loss
	maxSigns       = 0.005 // O01: share of rows whose evaluation changes sign
	manyLooks      = 10    // S04
	ranOff         = 12    // M08: logits that a count of 1 is worth; it then all but decides a game
	stalledGap     = 100   // M08: a search that can go no lower is reported if its gap is this many tolerances
)

// expected returns the warnings of a fit of expected scores, in the order of
// their codes.
func (x *warner) expected() note.List {
	x.run(x.nothingToLearn)
	if x.texel.Scores != nil {
		x.run(x.fewGames, x.impossible, x.neverActive, x.rare)
	}
	if x.system != nil {
		x.run(x.dependent, x.collinear)
	}
	x.run(x.uninformed, x.silent)
	x.run(x.flatK, x.statedK, x.notFound, x.runaway, x.drifted, x.rateTooHigh, x.saturated, x.watchRose, x.biased,
		x.sharedGames, x.sharedPositions, x.testTooGood, x.testTooSmall, x.looks, x.noGames, x.chosenOnLittle, x.minima)
	if x.texel.Scores != nil {
		x.run(x.unsupported, x.miscalibrated, x.rounding, x.deadForm, x.negative, x.large)
	}
	return x.list
}

// uninformed: F13, rows enough have a weight, and tell next to nothing of it.
func (x *warner) uninformed() {
	var list []string
	for _, j := range x.texel.Uninformed {
		list = append(list, x.design.Names[j])
	}
	if list == nil {
		return
	}
	x.list.Add(note.F13, "%s: the factors or counts of its rows are so small, or their results so sure, that together they tell less than %g of a row would; kept at the start value; pass a prior, or least-rows = 0 to fit it",
		names(list), search.LeastInformation).Columns = list
}

// flatK: M01, the interval of K reaches 0.
func (x *warner) flatK() {
	k := x.r.K
	if k == nil || !k.Fitted || k.Low > 0 {
		return
	}
	x.list.Add(note.M01, "K %.3g is not clearly above 0 (95 %%: %.3g to %.3g): the start weights hardly tell the results; pass better start weights, more games, or a K",
		k.Value, k.Low, k.High)
}

// statedK: M01, the stated K stays although there is a balance.
func (x *warner) statedK() {
	if x.texel.Kept == nil {
		return
	}
	x.list.Add(note.M01, "%v; with the fitted weights no K predicts the natural mix of results, and losses are those of the stated K %.3g", x.texel.Kept, x.texel.K.Value)
}

// notFound: M08, the search ended before its tolerance.
func (x *warner) notFound() {
	reason := x.texel.Search.Reason
	if reason != descent.PassLimit && !(reason == descent.Stalled && x.r.Gap > stalledGap*x.texel.Opt.Tolerance*x.r.Final) {
		return
	}
	advice := "pass more -passes or another -method"
	if reason == descent.Stalled && x.design.Form != nil {
		advice = "a formula that jumps, as by the sign of a sum that may be 0, ends so: its loss has steps that no derivative sees; compare -starts 5"
	}
	x.list.Add(note.M08, "not converged: after %d passes the loss is estimated to be %.1e above its minimum, and a weight still moved %.3g centipawns in the last tenth of the steps; %s",
		x.r.Passes, x.r.Gap, x.texel.Search.LateChange, advice)
}

// runaway: M08, a weight is so large that it decides games alone.
func (x *warner) runaway() {
	worth := x.design.Worths(x.r.Model("").Weights)
	list := x.where(func(w Weight) bool {
		return math.Abs(worth(w.Name, w.Value))*x.texel.AtScale.Scale > ranOff && (w.Bound == "" || w.Bound == BoundPrior)
	})
	if list == nil {
		return
	}
	x.list.Add(note.M08, "%s: diverged: a count of 1 decides the game; few rows contain it: add a prior or a bound", names(list)).Columns = list
}

// drifted: M03, the new evaluation has another scale than the old one.
func (x *warner) drifted() {
	s := x.r.Scale
	switch {
	case s == nil || s.Slope == 0 || math.Abs(s.Slope-1) <= maxScaleDrift:
	case s.Slope < texel.LeastSlope:
		x.list.Add(note.M03, "the new evaluation is uncorrelated (or negatively correlated) with the old one: a centipawn of the old evaluation is %.2f of the new one, and no scale can be kept; check the start weights and -pov", s.Margin())
	case s.Policy == ScaleKeep && s.FixedBy == "":
		x.list.Add(note.M03, "the scale drifted: at the same K a centipawn of the old evaluation became %.2f; the weights were multiplied by %.3f to keep the scale", s.Slope, s.Factor)
	default:
		how := "or pass -scale keep"
		if s.FixedBy != "" {
			how = "the weights cannot be scaled because of the " + s.FixedBy
		}
		x.list.Add(note.M03, "the scale drifted: a centipawn of the old evaluation is %.2f of the new one; multiply the engine's margins by that, %s", s.Margin(), how)
	}
}

// rateTooHigh: M09, the steps were too long, and the search did not end well for it.
func (x *warner) rateTooHigh() {
	if m := x.opt.Method; m != Adam && m != SGD {
		return // the others need no rate; what they found is said by M08
	}
	if x.texel.Search.Backoffs+x.texel.Search.NonFinite == 0 || x.texel.Search.Reason == descent.Tolerance || x.texel.Search.Reason == descent.Settled {
		return
	}
	x.list.Add(note.M09, "the loss rose three times running %d times, and was not finite %d times: the steps were shortened; pass a smaller -rate",
		x.texel.Search.Backoffs, x.texel.Search.NonFinite)
}

// saturated: M09, the squared loss has no derivative where all expected scores are 0
// or 1, so that a search that comes there ends.
func (x *warner) saturated() {
	if x.r.Loss != Sigmoid || x.r.Train == nil || x.r.Train.R2 >= 0 {
		return
	}
	x.list.Add(note.M09, "the training MSE %.4f is more than the %.4f of predicting the mean: expected scores ran to 0 and 1, where the gradient is dead; pass other start weights, or the loss crossentropy",
		x.r.Train.MSE, x.r.Train.NullMSE)
}

// watchRose: M10, the loss on the games that were watched rose.
func (x *warner) watchRose() {
	if x.texel.Watched() == 0 || !x.texel.Search.WatchRose {
		return
	}
	x.list.Add(note.M10, "the loss on the watched games rose after iteration %d: the weights of that iteration are kept; a -ridge or a -prior does it better", x.texel.Search.WatchedAt)
}

// unsupported: M06, a weight moved far from the old one without support.
func (x *warner) unsupported() {
	list := x.where(func(w Weight) bool { // those of a formula are not in centipawns
		return w.Old != nil && x.design.NamedInPawns(w.Name) && w.StdErr > 0 && w.Bound != BoundPrior && math.Abs(w.Value-*w.Old) > movedTooFar && math.Abs(w.Value-*w.Old) < w.Interval95()
	})
	if list == nil {
		return
	}
	x.list.Add(note.M06, "%s: moved more than %d centipawns, but the 95 %% interval holds the old value: not supported by the data; keep the old values, or pull the weights to them with a prior",
		names(list), movedTooFar).Columns = list
}

// miscalibrated: M14, expected scores are too sure or not sure enough in a phase.
func (x *warner) miscalibrated() {
	var says []string
	for _, c := range x.r.Calibration {
		if off := math.Abs(c.Slope - 1); c.Err == nil && off > calibrationOff && off > calibrationErr*c.SlopeStdErr {
			says = append(says, fmt.Sprintf("slope %.2f ± %.2f in phase %.2f to %.2f", c.Slope, confidence.Z95*c.SlopeStdErr, c.From, c.To))
		}
	}
	if says == nil {
		return
	}
	x.list.Add(note.M14, "calibration is off on the %v rows: %s (1 is calibrated; less is too sure)", x.r.Calibrated, names(says))
}

// rounding: O01, whole centipawns cost too much.
func (x *warner) rounding() {
	r := x.r.Rounding
	if r == nil || max(r.TrainChange, r.TestChange) <= maxRounding && r.Signs <= maxSigns {
		return
	}
	x.list.Add(note.O01, "rounding to whole centipawns raises the loss by %.2g %% in training and %.2g %% in the test and changes the sign of %.2g %% of the test evaluations: keep decimals, or a finer unit",
		100*r.TrainChange, 100*r.TestChange, 100*r.Signs)
}

// looks: S04, the folds were looked at many times.
func (x *warner) looks() {
	n := 0
	for _, c := range x.r.Choices {
		n += len(c.Tried)
	}
	if n <= manyLooks {
		return
	}
	x.list.Add(note.S04, "%d strengths were compared on the folds: the test part, or better a sealed one (-sealed), is what counts", n)
}

// chosenOnLittle: S08, folds chose a strength, and weights have no error for it (see package sandwich).
func (x *warner) chosenOnLittle() {
	if x.system == nil || !search.ByFolds(x.r.Choices) {
		return
	}
	list := x.where(func(w Weight) bool {
		return w.StdErr == 0 && w.Rows > 0 && w.Games > 1 && (w.Bound == "" || w.Bound == BoundPrior)
	})
	if list == nil {
		return
	}
	var says []string
	for _, c := range x.r.Choices {
		if c.ByFolds() {
			says = append(says, fmt.Sprintf("a %s of %g rows", c.Name, c.Strength))
		}
	}
	x.list.Add(note.S08, "%s: no ±: folds chose %s, but the games say too little of how far the weights are from what it pulls to; pass more games, or a strength that you know",
		names(list), strings.Join(says, " and ")).Columns = list
}

// impossible: F12, a weight whose square no pawn can stand on.
func (x *warner) impossible() {
	list := x.where(func(w Weight) bool { return w.Rows == 0 && search.PawnOnEdge.MatchString(w.Name) })
	if list == nil {
		return
	}
	x.list.Add(note.F12, "%s: no pawn stands on the first or last rank; the weights are set to 0", names(list)).Columns = list
}

// deadForm: M17, weights of a formula change the evaluation of no row.
func (x *warner) deadForm() {
	list := x.where(func(w Weight) bool { return w.Rows == 0 && !x.design.NamedInPawns(w.Name) })
	if list == nil {
		return
	}
	x.list.Add(note.M17, "%s: of the formula, and without effect in every training row: the counts never occur, or the formula is flat there (a max, a clamp, a branch that no row takes, or a square at 0); the minimum that was found is a local one: pass other start weights or -starts, or hold them at 0",
		names(list)).Columns = list
}

// minima: M20, searches from several starts found several minima, or other weights for the same one.
func (x *warner) minima() {
	m := x.r.Minima
	switch {
	case m == nil:
	case len(m.Found) > 1:
		x.list.Add(note.M20, "%v: the lowest is kept; the others say how much the start decides: pass more -starts, or start weights near to what you expect", m)
	case m.Twins():
		x.list.Add(note.M20, "%v: other weights give the same evaluations: bound one of them, or hold it", m)
	}
}

// negative: M21, the loss is curved downwards along a direction.
func (x *warner) negative() {
	in := x.texel.Inference
	if in == nil || in.Negative == nil {
		return
	}
	x.list.Add(note.M21, "%s: the loss is curved downwards along a direction of these weights: what was found is a saddle or a kink of the formula, and their errors are of little use; pass -starts 5, other start weights, a prior or bounds",
		names(in.Negative)).Columns = in.Negative
}
