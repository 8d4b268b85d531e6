package fit

import (
	"fmt"
	"math"
	"regexp"

	"centipawn/fit/descent"
)

// The thresholds of the warnings about expected scores.
const (
	maxScaleDrift  = 0.1   // M03: of the slope of the new on the old evaluation from 1
	leastSlope     = 0.01  // M03: below it the new evaluation has nothing of the old one to keep
	movedTooFar    = 20    // M06: centipawns that a weight moved although …
	unsupportedT   = 2     // M06: … it is so near to the old one in standard errors
	calibrationOff = 0.1   // M14: of a slope from 1 …
	calibrationErr = 3     // M14: … and so many standard errors: there are four phases
	maxRounding    = 0.001 // O01: relative rise of the loss
	maxSigns       = 0.005 // O01: share of rows whose evaluation changes sign
	manyLooks      = 10    // S04
	ranOff         = 12    // M08: logits that a count of 1 is worth; it then all but decides a game
	maxSure        = 0.5   // M08: share of the training rows whose expected score is 0 or 1; more are refused
)

// pawnOnEdge is a name that ends in a square where a pawn never stands.
var pawnOnEdge = regexp.MustCompile(`pawn\.[a-h][18](\.mg|\.eg)?$`)

// expected returns the warnings of a fit of expected scores, in the order of
// their codes.
func (d *doubts) expected(t *texel) []Warning {
	var list []Warning
	finders := []func() *Warning{d.flatK, t.statedK, d.notFound(t), d.runaway(t), d.drifted, d.rateTooHigh(t), d.saturated, d.watchRose(t), d.biased, d.sharedGames, d.sharedPositions, d.testTooGood, d.testTooSmall, d.looks}
	if d.est != nil {
		finders = append([]func() *Warning{d.impossible, d.neverActive, d.rare, d.dependent, d.collinear}, finders...)
		finders = append(finders, d.unsupported, d.miscalibrated, d.rounding, d.deadBlock(t))
	}
	for _, find := range finders {
		if w := find(); w != nil {
			list = append(list, *w)
		}
	}
	return list
}

// flatK: M01, the interval of K reaches 0.
func (d *doubts) flatK() *Warning {
	k := d.r.K
	if k == nil || !k.Fitted || k.Low > 0 {
		return nil
	}
	return &Warning{Code: "M01", Text: fmt.Sprintf("K %.3g is not clearly above 0 (95 %%: %.3g to %.3g): the start weights hardly tell the results; pass better start weights, more games, or a K",
		k.Value, k.Low, k.High)}
}

// statedK: M01, the stated K stays although there is a balance.
func (t *texel) statedK() *Warning {
	if t.unnatural == nil {
		return nil
	}
	return &Warning{Code: "M01", Text: fmt.Sprintf("%v; with the fitted weights no K predicts the natural mix of results, and losses are those of the stated K %.3g", t.unnatural, t.k.Value)}
}

// notFound: M08, the search ended before its tolerance.
func (d *doubts) notFound(t *texel) func() *Warning {
	return func() *Warning {
		if d.r.Stopped != "passes" && !(d.r.Stopped == "stalled" && d.r.Gap > 100*t.opt.Texel.Tolerance*d.r.Final) {
			return nil
		}
		return &Warning{Code: "M08", Text: fmt.Sprintf("not converged: after %d passes the loss is estimated to be %.1e above its minimum, and a weight still moved %.3g centipawns in the last tenth of the steps; pass more -passes or another -method",
			d.r.Passes, d.r.Gap, t.found.LateChange)}
	}
}

// checkRunaway refuses weights that ran off to infinity: the loss falls for ever as
// they grow where some combination of columns tells the results of many rows.
func (t *texel) checkRunaway() error {
	train := &t.parts.train.models[0]
	share := train.sure / max(1e-300, total(train.games).w)
	if share <= maxSure {
		return nil
	}
	return fmt.Errorf("fit: the weights run off to infinity (M08): of %.0f %% of the %d training rows the expected score is 0 or 1: there are too few games for %d weights; pass more games, pull the weights with a prior, or fit fewer of them",
		100*share, t.rows.Rows(), len(t.design.names))
}

// runaway: M08, a weight is so large that it decides games alone.
func (d *doubts) runaway(t *texel) func() *Warning {
	return func() *Warning {
		list := d.where(func(w Weight) bool { return math.Abs(t.worth(w))*t.rows.Scale > ranOff && w.Bound == "" })
		if list == nil {
			return nil
		}
		return &Warning{"M08", fmt.Sprintf("%s: so large that a count of 1 decides the game: the weight ran off where few rows speak of it; pull it to its old value with a prior, or bound it", names(list)), list}
	}
}

// drifted: M03, the new evaluation has another scale than the old one.
func (d *doubts) drifted() *Warning {
	s := d.r.Scale
	if s == nil || s.Slope == 0 || math.Abs(s.Slope-1) <= maxScaleDrift {
		return nil
	}
	if s.Slope < leastSlope {
		return &Warning{Code: "M03", Text: fmt.Sprintf("the new evaluation has nothing of the old one, or runs against it: a centipawn of the old evaluation is %.2f of the new one, and no scale can be kept; look at the start weights and at whose view the labels take", s.Margin())}
	}
	if s.Policy == ScaleKeep && s.Held == "" {
		return &Warning{Code: "M03", Text: fmt.Sprintf("the scale drifted: at the same K a centipawn of the old evaluation became %.2f; the weights were multiplied by %.3f to keep the scale", s.Slope, s.Factor)}
	}
	how := "or pass -scale keep"
	if s.Held != "" {
		how = "for its " + s.Held + " keep the weights from being scaled"
	}
	return &Warning{Code: "M03", Text: fmt.Sprintf("the scale drifted: a centipawn of the old evaluation is %.2f of the new one; multiply the engine's margins by that, %s", s.Margin(), how)}
}

// rateTooHigh: M09, the steps were too long, and the search did not end well for it.
func (d *doubts) rateTooHigh(t *texel) func() *Warning {
	return func() *Warning {
		if t.found.Backoffs+t.found.NonFinite == 0 || t.found.Reason == descent.Tolerance {
			return nil
		}
		return &Warning{Code: "M09", Text: fmt.Sprintf("the loss rose three times running %d times, and was not finite %d times: the steps were shortened; pass a smaller -rate",
			t.found.Backoffs, t.found.NonFinite)}
	}
}

// saturated: M09, the squared loss has no derivative where all expected scores are 0
// or 1, so that a search that comes there ends.
func (d *doubts) saturated() *Warning {
	if d.r.Loss != Sigmoid || d.r.Train == nil || d.r.Train.R2 >= 0 {
		return nil
	}
	return &Warning{Code: "M09", Text: fmt.Sprintf("the training MSE %.4f is more than the %.4f of predicting the mean: expected scores ran to 0 and 1, where the gradient is dead; pass other start weights, or the loss crossentropy",
		d.r.Train.MSE, d.r.Train.NullMSE)}
}

// watchRose: M10, the loss on the games that were watched rose.
func (d *doubts) watchRose(t *texel) func() *Warning {
	return func() *Warning {
		if t.watched == 0 || !t.found.WatchRose {
			return nil
		}
		return &Warning{Code: "M10", Text: fmt.Sprintf("the loss on the watched games rose after iteration %d: the weights of that iteration are kept; a -ridge or a -prior does it better", t.found.WatchedAt)}
	}
}

// unsupported: M06, a weight moved far from the old one without support.
func (d *doubts) unsupported() *Warning {
	list := d.where(func(w Weight) bool { // those of the block are no centipawns
		return w.Old != nil && !d.e.design.ofBlock(w.Name) && w.StdErr > 0 && math.Abs(w.Value-*w.Old) > movedTooFar && math.Abs(w.Value-*w.Old) < unsupportedT*w.StdErr
	})
	if list == nil {
		return nil
	}
	return &Warning{"M06", fmt.Sprintf("%s: moved more than %d centipawns, but less than %d standard errors: not supported by the data; keep the old values, or pull the weights to them with a prior",
		names(list), movedTooFar, unsupportedT), list}
}

// miscalibrated: M14, expected scores are too sure or not sure enough in a phase.
func (d *doubts) miscalibrated() *Warning {
	var says []string
	for _, c := range d.r.Calibration {
		if off := math.Abs(c.Slope - 1); c.Err == nil && off > calibrationOff && off > calibrationErr*c.SlopeStdErr {
			says = append(says, fmt.Sprintf("slope %.2f ± %.2f in phase %.2f to %.2f", c.Slope, 1.96*c.SlopeStdErr, c.From, c.To))
		}
	}
	if says == nil {
		return nil
	}
	return &Warning{Code: "M14", Text: fmt.Sprintf("calibration is off on the %v rows: %s (1 is calibrated; less is too sure)", d.r.Calibrated, names(says))}
}

// rounding: O01, whole centipawns cost too much.
func (d *doubts) rounding() *Warning {
	r := d.r.Rounding
	if r == nil || max(r.Train, r.Test) <= maxRounding && r.Signs <= maxSigns {
		return nil
	}
	return &Warning{Code: "O01", Text: fmt.Sprintf("rounding to whole centipawns raises the loss by %.2g %% in training and %.2g %% in the test and changes the sign of %.2g %% of the test evaluations: keep decimals, or a finer unit",
		100*r.Train, 100*r.Test, 100*r.Signs)}
}

// looks: S04, the folds were looked at many times.
func (d *doubts) looks() *Warning {
	n := 0
	for _, c := range d.r.Choices {
		n += len(c.Tried)
	}
	if n <= manyLooks {
		return nil
	}
	return &Warning{Code: "S04", Text: fmt.Sprintf("%d strengths were compared on the folds: the test part, or better a sealed one (-sealed), is what tells the result", n)}
}

// impossible: F12, a weight whose square no pawn can stand on.
func (d *doubts) impossible() *Warning {
	list := d.where(func(w Weight) bool { return w.Rows == 0 && pawnOnEdge.MatchString(w.Name) })
	if list == nil {
		return nil
	}
	return &Warning{"F12", fmt.Sprintf("%s: no pawn stands on the first or last rank; the weights are set to 0", names(list)), list}
}
