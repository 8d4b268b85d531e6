package settings

import (
	"errors"
	"flag"
	"fmt"
	"math"
	"strconv"
	"strings"

	"example.org/centipawn/extract"
	"example.org/centipawn/fit"
	"example.org/centipawn/match/regret"
	"example.org/centipawn/weights"
)

// newSettings returns the settings with their defaults.
func newSettings() *settings {
	s := &settings{all: flag.NewFlagSet("", flag.ContinueOnError), given: map[string][]string{}, repeats: []string{"source", "drop"}}
	s.opt.Fit = fit.Options{}.WithDefaults()
	s.reading = extract.AddReadFlags(s.all)
	s.addOutputs()
	s.addFit()
	s.addTexel()
	s.addMoves()
	s.addConstraints()
	s.addSearch()
	return s
}

// leastRows is the number of training rows below which a weight stays as it is (F04).
const leastRows = 20

// addOutputs adds what is read and written.
func (s *settings) addOutputs() {
	o := &s.opt
	s.all.StringVar(&o.Out, "o", "", "write the weights to this `file`, and a run file that makes them again next to it")
	s.all.StringVar(&o.Report, "report", "", "write pictures, tables and a page about the fit into this `folder`")
	s.all.BoolVar(&o.JSON, "json", false, "print one JSON object on standard output")
	s.all.BoolVar(&o.Full, "full", false, "print every weight, and tables of groups, calibration, support and the change by phase, even if they do not fit a screen")
	s.all.BoolVar(&o.Predict, "predict", false, "predict the Elo of the new weights from the moves that they choose: docs/regret.md; searches are kept in regret.cache, next to the file of -o")
	s.all.IntVar(&o.PredictRoots, "predict-positions", regret.DefaultRoots, "predict from choices at `n` positions (-predict)")
	s.all.StringVar(&o.Set, "set", "", "`set` of terms; pesto if not given, or what matrices and traces say")
	s.all.StringVar(&o.Reject, "reject", "", "write bad lines with their reasons to this `file`")
	t := &o.Trace
	s.all.BoolVar(&t.Forced, "trace", false, "read the files as traces, rows that another program counted, whatever their names")
	s.all.StringVar(&t.Names, "names", "", "`file` of the trace's columns: one name per line, followed by tapered if it has two weights")
	s.all.StringVar(&t.Positions, "positions", "", "`file` of the positions of the trace's rows, in its order: their labels, games and search trees replace those of the trace")
	s.all.BoolVar(&t.ZeroBased, "zero-based", false, "the trace's first column is number 0")
	s.text("parity", "true", "check that the trace's counts and the weights of -start give its evaluations, to within this many `centipawns`, such as 2 for an engine that rounds twice; or true (1), or false for no check", t.setParity)
}

// addFit adds the settings of every loss.
func (s *settings) addFit() {
	fs, o := s.all, &s.opt.Fit
	fs.TextVar(&o.Loss, "loss", o.Loss, "`loss` of a row: squared or huber, of centipawns; "+strings.Join(fit.Losses(fit.Loss.Expected), " or ")+", of expected scores (Texel tuning); choice or regret, of the choice among the moves of a position; sigmoid if no row has a score")
	fs.Float64Var(&o.Delta, "delta", o.Delta, "residual in `centipawns` at which huber turns from squared to linear")
	fs.TextVar(&o.Method, "method", o.Method, "`method`: gram for squared and huber; lbfgs, lm, newton, adam or sgd for the others (sgd not for choice and regret); auto is gram or lbfgs, and newton for more weights than -dense")
	fs.IntVar(&o.Iterations, "iterations", o.Iterations, "reweight at most `n` times (huber)")
	fs.Float64Var(&o.Target.Clip, "clip", o.Target.Clip, "bound labels to ± this many `centipawns`")
	fs.TextVar(&o.Target.Mates, "mates", o.Target.Mates, "`policy` for mates: clip (every mate is ± -clip, or a win) or drop")
	fs.TextVar(&o.Intercept, "intercept", o.Intercept, "`columns` whose values make groups of rows with a constant each, which is fitted but never exported: source, game, tree or side, several with commas between them, or none")
	s.text("test", "25%", "`what` is kept for the test: none, a share of the games such as 25%, or a file or matrix", s.setTest)
	fs.TextVar(&o.Split.By, "split", o.Split.By, "`unit` that stays together in the split: game; or position, to see how much that leaks")
	fs.Uint64Var(&o.Split.Seed, "seed", o.Split.Seed, "`seed` of the split")
	s.text("sealed", "0%", "keep this `share` of the games out of training and test, for one evaluation at the end", shareTo(&o.Split.Sealed))
	fs.BoolVar(&o.Unseal, "unseal", false, "evaluate once on the sealed games, after all choices are made")
	fs.BoolVar(&s.opt.Learning, "learning", false, "fit shares of the training games, too, and show how the test error falls")
	s.text("ridge", "0", "ridge strength, in `rows` per weight: pulls weights to 0; auto chooses it by cross-validation over games (expected scores)", strengthTo(&o.Ridge, &o.Texel.Choose.Ridge))
}

// addTexel adds the settings of the losses of expected scores.
func (s *settings) addTexel() {
	fs, o, x := s.all, &s.opt.Fit, &s.opt.Fit.Texel
	fs.StringVar(&s.opt.Start, "start", weights.NamePublished, "`weights` to start from, to fit K at and to compare with: published (PeSTO's values, for the sets that hold them), builtin, builtin:NAME, zero, or a weights file")
	s.text("k", "auto", "`K` of the expected score 1/(1+10^(-K·s/400)): auto fits it at the start weights, or a number; of choice and regret that of the teacher's values, 0.8 if not given", func(text string) (err error) {
		if x.K = 0; text == "auto" {
			return nil
		}
		if x.K, err = strconv.ParseFloat(text, 64); err != nil || !(x.K > 0) || math.IsInf(x.K, 0) {
			return errors.New("want auto, or a number above 0")
		}
		return nil
	})
	s.text("lambda", "1", "`share` of the result in the label; the rest is the expected score of the row's evaluation; if it is not given and no row has a result, 0", func(text string) error {
		lambda, err := strconv.ParseFloat(text, 64)
		if o.Target.ScoreShare = 1 - lambda; err != nil || !(lambda >= 0 && lambda <= 1) {
			return errors.New("want 0 to 1")
		}
		return nil
	})
	s.text("label-k", "auto", "`K` of the scores in the labels of -lambda: auto fits it to the results of the same rows, or a number", func(text string) error {
		if o.Target.LabelK = nil; text == "auto" {
			return nil
		}
		k, err := strconv.ParseFloat(text, 64)
		if o.Target.LabelK = []float64{k}; err != nil || !(k > 0) || math.IsInf(k, 0) {
			return errors.New("want auto, or a number above 0")
		}
		return nil
	})
	s.text("scale", x.Scale.String(), "`policy` for the size of a centipawn: keep (that of the start weights), none, pawn (=100), or expected=0.64 (of 100 centipawns)", func(text string) error {
		if name, value, err := cutNumber(text); err == nil && name == "expected" {
			x.Scale, x.PawnExpected = fit.ScaleExpected, value
		} else if err := x.Scale.UnmarshalText([]byte(text)); err != nil || x.Scale == fit.ScaleExpected {
			return errors.New("want keep, none, pawn or expected=0.64")
		}
		return nil
	})
	fs.StringVar(&x.Pawn, "pawn", x.Pawn, "`pattern` of the pawn's weights, for -scale pawn; without one pst.pawn.*, or, where there are none, *pawn.*")
	fs.StringVar(&s.opt.Prior, "prior", "", "pull weights to those of this `file`, or published, or builtin")
	x.Choose.Prior = true
	s.text("prior-rows", "auto", "prior strength, in `rows` per weight; auto chooses it by cross-validation over games, and takes 3000 if rows do not name games", strengthTo(&x.PriorRows, &x.Choose.Prior))
	fs.IntVar(&x.LeastRows, "least-rows", leastRows, "keep weights with fewer than `n` training rows at their prior value, or start value")
	s.text("smooth", "0", "smoothing strength, in `rows`: pulls neighbours in tables to straight lines; auto chooses it by cross-validation", strengthTo(&x.Smooth, &x.Choose.Smooth))
	fs.IntVar(&x.Choose.Folds, "folds", x.Choose.Folds, "number `n` of folds of the training games, for strengths that are auto")
	fs.Func("balance", "balance the training rows: shares `white/draw/black` of results within each quarter of the phase, such as 30/40/30; K and the test stay those of the natural mix", x.Balance.ParseResults)
	fs.Func("balance-phases", "balance the training rows: `shares` of the quarters of the phase, endgames first, such as 25/25/25/25", x.Balance.ParsePhases)
	fs.TextVar(&x.Balance.By, "balance-by", x.Balance.By, "`way` to balance: weights (give rows weights) or drop (drop rows at random)")
}

// rounds is Options.Rounds where it is not given.
const rounds = 5

// addMoves adds the settings of the losses of choices.
func (s *settings) addMoves() {
	o := &s.opt.Fit.Moves
	s.text("temperature", fmt.Sprint(o.Temperature), "temperature of the evaluation in `centipawns`, or auto, which fits it at the start weights (choice, regret): of two moves that far apart, the better is chosen e times as often", func(text string) (err error) {
		if o.FitTemperature = text == "auto"; o.FitTemperature {
			return nil
		}
		if o.Temperature, err = strconv.ParseFloat(text, 64); err != nil || !(o.Temperature > 0) || math.IsInf(o.Temperature, 0) {
			return errors.New("want auto, or a number of centipawns above 0")
		}
		return nil
	})
	fs := s.all
	s.text("anew", "", "find the leaves of a file of choices again with the weights that were fitted, and fit again, until they stay (choice, regret): `LEAF` quiet (quiescence), nodes=n or depth=n, as in match choices", s.opt.setAnew)
	fs.IntVar(&s.opt.Rounds, "rounds", rounds, "find leaves again at most `n` times")
	fs.Float64Var(&o.Teacher, "teacher-temperature", o.Teacher, "temperature of the teacher's values in `centipawns` (choice)")
}

// addConstraints adds the settings that choose and bind weights.
func (s *settings) addConstraints() {
	o, x := &s.opt.Fit, &s.opt.Fit.Texel
	s.repeated("columns", "fit only the weights that this `pattern` matches, such as pawn_*", func(text string) error {
		o.Columns = append(o.Columns, text)
		return nil
	})
	s.repeated("fix", "hold the weights of a pattern at a value: `pattern=value`", func(text string) error {
		pattern, value, err := cutNumber(text)
		o.Fixed = append(o.Fixed, fit.Fixed{Pattern: pattern, Value: value})
		return err
	})
	s.repeated("freeze", "hold the weights that this `pattern` matches at their start values", func(text string) error {
		s.opt.Freeze = append(s.opt.Freeze, text)
		return nil
	})
	s.repeated("only", "fit only the weights that this `pattern` matches, and hold all others at their start values", func(text string) error {
		s.opt.Only = append(s.opt.Only, text)
		return nil
	})
	s.repeated("tie", "make the weights of a `pattern` equal; of several patterns with commas between them, the first of each, the second of each and so on", func(text string) error {
		x.Ties = append(x.Ties, fit.Tie{Patterns: strings.Split(text, ",")})
		return nil
	})
	s.repeated("bound", "keep the weights of a pattern within bounds: `pattern=low..high`, either omitted for none", func(text string) error {
		b, err := parseBound(text)
		x.Bounds = append(x.Bounds, b)
		return err
	})
	for _, falling := range []bool{false, true} {
		name := map[bool]string{false: "rising", true: "falling"}[falling]
		s.repeated(name, "require the weights that this `pattern` matches to be "+name+", or equal, in the order of the columns", func(text string) error {
			x.Orders = append(x.Orders, fit.Order{Pattern: text, Falling: falling})
			return nil
		})
	}
}

// addSearch adds the settings of the search for expected scores.
func (s *settings) addSearch() {
	fs, x := s.all, &s.opt.Fit.Texel
	fs.Float64Var(&x.Tolerance, "tolerance", x.Tolerance, "stop when the loss is estimated to be within this `share` of its minimum")
	fs.IntVar(&x.Passes, "passes", x.Passes, "stop after `n` passes over the rows, whatever the loss")
	fs.IntVar(&x.Starts, "starts", x.Starts, "search the weights of a formula from `n` starts, the given one and others drawn about it by -seed, and keep the lowest minimum: its loss may have several")
	fs.Float64Var(&x.Rate, "rate", x.Rate, "first step of adam and sgd in `centipawns`; 0 is 1 and 10")
	fs.IntVar(&x.BatchRows, "batch", x.BatchRows, "`rows` of a batch of sgd")
	s.text("early", "0%", "watch the loss on this `share` of the training games, and keep the weights at which it is lowest", shareTo(&x.Watch))
	fs.StringVar(&s.opt.Checkpoint, "checkpoint", "", "write the state of the search to this `file`, at most once a second, and go on from it if it is there; a fit that ends removes it")
	s.text("memory", "", "`size` of memory for the working copy of the rows, such as 2GB; more rows are read in every pass; half of GOMEMLIMIT if not given", func(text string) (err error) {
		x.Memory, err = parseBytes(text)
		return err
	})
	fs.BoolVar(&x.Quick, "quick", false, "omit standard errors, intervals, calibration and what rounding costs")
	fs.IntVar(&s.opt.Fit.Dense, "dense", s.opt.Fit.Dense, "compute standard errors and dependences for up to `n` weights: they take matrices of n × n")
}

// setTest reads what the test is: split is a setting of its own, whichever comes first.
func (s *settings) setTest(text string) error {
	share := 0.0
	s.opt.Test, s.noTest = "", text == "none"
	err := shareTo(&share)(text)
	_, number := strconv.ParseFloat(text, 64)
	switch {
	case s.noTest:
	case err == nil && share > 0:
		s.opt.Fit.Split.Share = share
	case strings.HasSuffix(text, "%") || number == nil:
		return errors.New("want none, a share between 0% and 100% such as 25%, or a file")
	default:
		s.opt.Test = text
	}
	return nil
}
