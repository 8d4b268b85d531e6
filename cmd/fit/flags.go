package main

import (
	"flag"
	"fmt"
	"math"
	"strconv"
	"strings"

	"centipawn/fit"
)

// A texelFlags holds the flags of the losses of expected scores that are not
// options of the fit as they stand.
type texelFlags struct {
	start  string // "published", "zero" or a weights file
	prior  string // a weights file, "" for none
	k      string // "auto" or a number
	lambda float64
	scale  string
	freeze []string
	early  string // share of games to watch
	sealed string

	ridge, smooth, priorRows string // "auto" or a number

	checkpoint string
	memory     string // a size, "" for half of Go's limit
}

// addFitFlags adds the flags of the estimation.
func addFitFlags(fs *flag.FlagSet, o *fit.Options) {
	fs.TextVar(&o.Loss, "loss", o.Loss, "`loss` of a row: squared or huber, of centipawns; sigmoid or crossentropy, of expected scores (Texel tuning)")
	fs.Float64Var(&o.Delta, "delta", o.Delta, "residual in `centipawns` at which huber turns from squared to linear")
	fs.TextVar(&o.Method, "method", o.Method, "`method`: gram for squared and huber; lbfgs, lm, adam or sgd for sigmoid and crossentropy; auto is gram or lbfgs")
	fs.IntVar(&o.Iterations, "iterations", o.Iterations, "reweight at most `n` times (huber)")
	fs.Float64Var(&o.Target.Clip, "clip", o.Target.Clip, "bound labels to ± this many `centipawns`")
	fs.TextVar(&o.Target.Mates, "mates", o.Target.Mates, "`policy` for mates: clip (every mate is ± -clip, or a win) or drop")
	fs.TextVar(&o.Intercept, "intercept", o.Intercept, "`policy`, with or none: a constant for each source, fitted but never exported")
	fs.TextVar(&o.Split.By, "split", o.Split.By, "`unit` that stays together in the split: game, or position to see how that leaks")
	fs.Uint64Var(&o.Split.Seed, "seed", o.Split.Seed, "`seed` of the split")
	fs.Func("columns", "fit only the weights that this `pattern` matches, such as pawn_*; may be repeated", func(s string) error {
		o.Columns = append(o.Columns, s)
		return nil
	})
	fs.Func("fix", "hold the weights of a pattern at a value: `pattern=value`; may be repeated", func(s string) error {
		pattern, value, err := cutNumber(s, "=")
		o.Fixed = append(o.Fixed, fit.Fixed{Pattern: pattern, Value: value})
		return err
	})
}

// addTexelFlags adds the flags of the losses of expected scores.
func addTexelFlags(fs *flag.FlagSet, o *fit.Options, t *texelFlags) {
	x := &o.Texel
	fs.StringVar(&t.start, "start", "published", "`weights` to start from, to fit K at and to compare with: published (PeSTO's values, for the sets that hold them), zero, or a weights file")
	fs.StringVar(&t.k, "k", "auto", "`K` of the expected score 1/(1+10^(-K·s/400)): auto fits it at the start weights, or a number")
	fs.Float64Var(&t.lambda, "lambda", 1, "`share` of the result in the label; the rest is the expected score of the row's evaluation")
	fs.StringVar(&t.scale, "scale", x.Scale.String(), "`policy` for the size of a centipawn: keep (that of the start weights), none, pawn (=100), or expected=0.64 (of 100 centipawns)")
	fs.StringVar(&x.Pawn, "pawn", x.Pawn, "`pattern` of the pawn's weights, for -scale pawn; without one pst.pawn.*, or, where there are none, *pawn.*")
	fs.StringVar(&t.ridge, "ridge", "0", "pull weights to 0 as would `n` rows for each; auto chooses n by folds of the games (expected scores)")
	fs.StringVar(&t.prior, "prior", "", "pull weights to those of this `file`, or published")
	fs.StringVar(&t.priorRows, "prior-rows", "auto", "as would `n` rows for each; auto chooses n by folds of the games")
	fs.StringVar(&t.smooth, "smooth", "0", "pull neighbours in tables to straight lines as would `n` rows; auto chooses n by folds")
	fs.IntVar(&x.Choose.Folds, "folds", x.Choose.Folds, "cut the training games into `n` folds to choose strengths")
	fs.Func("freeze", "hold the weights that this `pattern` matches at their start values; may be repeated", func(s string) error {
		t.freeze = append(t.freeze, s)
		return nil
	})
	fs.Func("tie", "make the weights of a `pattern` equal, or, of several with commas between them, the first of each, the second of each and so on; may be repeated", func(s string) error {
		x.Ties = append(x.Ties, fit.Tie{Patterns: strings.Split(s, ",")})
		return nil
	})
	fs.Func("bound", "keep the weights of a pattern within bounds: `pattern=low..high`, either left out for none; may be repeated", func(s string) error {
		b, err := parseBound(s)
		x.Bounds = append(x.Bounds, b)
		return err
	})
	for _, falling := range []bool{false, true} {
		name := map[bool]string{false: "rising", true: "falling"}[falling]
		fs.Func(name, "let the weights that this `pattern` matches be "+name+", or equal, in the order of the columns; may be repeated", func(s string) error {
			x.Orders = append(x.Orders, fit.Order{Pattern: s, Falling: falling})
			return nil
		})
	}
	fs.Func("balance", "let `white/draw/black` be the shares of results among the training rows within each quarter of the phase, as in 30/40/30; K and the test stay those of the natural mix", x.Balance.ParseResults)
	fs.Func("balance-phases", "let these be the `shares` of the quarters of the phase, endings first, as in 25/25/25/25", x.Balance.ParsePhases)
	fs.TextVar(&x.Balance.By, "balance-by", x.Balance.By, "`way` to a balance: weights of rows, or drop rows at random: weights or drop")
	fs.Float64Var(&x.Tolerance, "tolerance", x.Tolerance, "stop when the loss is estimated to be within this `share` of its minimum")
	fs.IntVar(&x.Passes, "passes", x.Passes, "stop after `n` passes over the rows, whatever the loss")
	fs.Float64Var(&x.Rate, "rate", x.Rate, "first step of adam and sgd in `centipawns`; 0 is 1 and 10")
	fs.IntVar(&x.BatchRows, "batch", x.BatchRows, "`rows` of a batch of sgd")
	fs.StringVar(&t.early, "early", "0%", "watch the loss on this `share` of the training games, and keep the weights at which it is lowest")
	fs.StringVar(&t.sealed, "sealed", "0%", "keep this `share` of the games from training and test, for one last look")
	fs.BoolVar(&o.Unseal, "unseal", false, "take that look: measure the fit on the sealed games")
	fs.StringVar(&t.checkpoint, "checkpoint", "", "write the state of the search to this `file`, and go on from it if it is there")
	fs.StringVar(&t.memory, "memory", "", "`size` of memory for the working copy of the rows, such as 2GB; more rows are read in every pass; half of GOMEMLIMIT if not given")
	fs.BoolVar(&x.Quick, "quick", false, "leave out standard errors, intervals, calibration and what rounding costs")
}

// options turns the flags into options, but for the files that they name.
func (t *texelFlags) options(o *fit.Options) (err error) {
	x := &o.Texel
	if t.k != "auto" {
		if x.K, err = strconv.ParseFloat(t.k, 64); err != nil || !(x.K > 0) || math.IsInf(x.K, 0) {
			return fmt.Errorf("-k %s: want auto, or a number above 0", t.k)
		}
	}
	if x.Balance.IsZero() && x.Balance.By != fit.BalanceWeights {
		return fmt.Errorf("-balance-by %v: without -balance or -balance-phases there is nothing to reach", x.Balance.By)
	}
	if !(t.lambda >= 0 && t.lambda <= 1) {
		return fmt.Errorf("-lambda %g: want 0 to 1", t.lambda)
	}
	o.Target.ScoreShare = 1 - t.lambda
	if text, value, err := cutNumber(t.scale, "="); err == nil && text == "expected" {
		x.Scale, x.PawnExpected = fit.ScaleExpected, value
	} else if err := x.Scale.UnmarshalText([]byte(t.scale)); err != nil || x.Scale == fit.ScaleExpected {
		return fmt.Errorf("-scale %s: want keep, none, pawn or expected=0.64", t.scale)
	}
	if err := t.strengths(o); err != nil {
		return err
	}
	if x.Memory, err = memoryBound(t.memory); err != nil {
		return err
	}
	for _, p := range []struct {
		flag, text string
		to         *float64
	}{{"early", t.early, &x.Watch}, {"sealed", t.sealed, &o.Split.Sealed}} {
		percent, ok := strings.CutSuffix(p.text, "%")
		v, err := strconv.ParseFloat(percent, 64)
		if !ok || err != nil || !(v >= 0 && v < 100) {
			return fmt.Errorf("-%s %s: want a share such as 10%%", p.flag, p.text)
		}
		*p.to = v / 100
	}
	if o.Unseal && o.Split.Sealed == 0 {
		return fmt.Errorf("-unseal: there is nothing sealed; pass the -sealed share of the fit before")
	}
	return nil
}

// strengths reads the strengths that may be auto.
func (t *texelFlags) strengths(o *fit.Options) error {
	x := &o.Texel
	if t.prior == "" {
		t.priorRows = "0"
	}
	for _, s := range []struct {
		flag, text string
		to         *float64
		choose     *bool
	}{{"ridge", t.ridge, &o.Ridge, &x.Choose.Ridge}, {"prior-rows", t.priorRows, &x.PriorRows, &x.Choose.Prior}, {"smooth", t.smooth, &x.Smooth, &x.Choose.Smooth}} {
		if s.text == "auto" {
			*s.choose = true
			continue
		}
		v, err := strconv.ParseFloat(s.text, 64)
		if err != nil || !(v >= 0) || math.IsInf(v, 0) {
			return fmt.Errorf("-%s %s: want auto, or a number of rows, 0 or more", s.flag, s.text)
		}
		*s.to = v
	}
	if x.Choose.Ridge && !o.Loss.Expected() {
		return fmt.Errorf("-ridge auto: strengths are chosen for -loss sigmoid and crossentropy only")
	}
	return nil
}

// cutNumber cuts text=number.
func cutNumber(s, sep string) (text string, v float64, err error) {
	text, number, ok := strings.Cut(s, sep)
	v, err = strconv.ParseFloat(number, 64)
	if !ok || err != nil {
		return text, 0, fmt.Errorf("want pattern%svalue", sep)
	}
	return text, v, nil
}

// parseBound reads pattern=low..high.
func parseBound(s string) (b fit.Bound, err error) {
	pattern, limits, ok := strings.Cut(s, "=")
	low, high, both := strings.Cut(limits, "..")
	b = fit.Bound{Pattern: pattern, Low: math.Inf(-1), High: math.Inf(1)}
	if !ok || !both || low == "" && high == "" {
		return b, fmt.Errorf("want pattern=low..high, such as mobility.*=0..; either end may be left out")
	}
	if low != "" {
		if b.Low, err = strconv.ParseFloat(low, 64); err != nil {
			return b, fmt.Errorf("want pattern=low..high: %s is no number", low)
		}
	}
	if high != "" {
		if b.High, err = strconv.ParseFloat(high, 64); err != nil {
			return b, fmt.Errorf("want pattern=low..high: %s is no number", high)
		}
	}
	return b, nil
}

// texelOnly names the flags that count for expected scores alone.
var texelOnly = []string{"balance", "balance-phases", "balance-by", "start", "k", "lambda", "scale", "pawn", "prior", "prior-rows", "smooth", "folds", "freeze", "tie", "bound", "rising", "falling",
	"tolerance", "passes", "rate", "batch", "early", "checkpoint", "memory", "quick"}

// constraints lists the choices of weights that count for every loss.
func constraints(o *fit.Options) (list []string) {
	for _, p := range o.Columns {
		list = append(list, "columns "+p)
	}
	for _, f := range o.Fixed {
		list = append(list, fmt.Sprintf("fix %s=%g", f.Pattern, f.Value))
	}
	return list
}

// constraints lists the constraints on weights as they were given.
func (t *texelFlags) constraints(o *fit.Options) (list []string) {
	for _, p := range t.freeze {
		list = append(list, "freeze "+p)
	}
	if b := o.Texel.Balance; !b.IsZero() {
		list = append(list, "balance "+b.String())
	}
	for _, tie := range o.Texel.Ties {
		list = append(list, "tie "+strings.Join(tie.Patterns, ","))
	}
	for _, b := range o.Texel.Bounds {
		list = append(list, fmt.Sprintf("bound %s=%s..%s", b.Pattern, limit(b.Low), limit(b.High)))
	}
	for _, order := range o.Texel.Orders {
		list = append(list, map[bool]string{false: "rising ", true: "falling "}[order.Falling]+order.Pattern)
	}
	return list
}

// limit prints an end of a bound, nothing of none.
func limit(v float64) string {
	if math.IsInf(v, 0) {
		return ""
	}
	return fmt.Sprintf("%g", v)
}
