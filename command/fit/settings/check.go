package settings

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"runtime/debug"
	"slices"

	"example.org/centipawn/extract"
	"example.org/centipawn/fit"
)

// options returns the options of the settings for these inputs or, if there are none, for those of
// the run file. The error says what to pass.
func (s *settings) options(inputs []string) (Options, error) {
	if len(inputs) > 0 {
		s.opt.Inputs = inputs
	}
	opt := &s.opt
	if len(opt.Inputs) == 0 {
		return *opt, errors.New("no input: pass a matrix that extract wrote, a CSV file of FEN and evaluation, EPD with results, or a trace")
	}
	set := opt.Set
	read, err := s.reading.Options()
	if err != nil {
		return *opt, err
	}
	opt.Read, opt.Set, opt.Fit.Threads = read, set, read.Threads
	opt.Read.Set = nil
	x := &opt.Fit.Texel
	x.Choose.Prior = x.Choose.Prior && opt.Prior != ""
	if opt.Prior == "" {
		x.PriorRows = 0
	}
	if opt.Fit.Loss.Moves() { // the K of the teacher's values is not that of the fit
		opt.Fit.Moves.K, x.K = cmp.Or(x.K, opt.Fit.Moves.K), 0
	}
	if limit := debug.SetMemoryLimit(-1); x.Memory == 0 && limit < math.MaxInt64 {
		x.Memory = limit / 2
	}
	if s.noTest {
		opt.Fit.Split.By = fit.SplitNone
	}
	opt.AutoLoss, opt.AutoShare = s.given["loss"] == nil, s.given["lambda"] == nil
	opt.TemperatureGiven = s.given["temperature"] != nil
	opt.Run = s.runFile()
	return *opt, cmp.Or(checkNumbers(&opt.Fit), s.checkTogether(), s.checkReading())
}

// checkNumbers refuses numbers that mean nothing, and the zeros that the options would take for
// their defaults.
func checkNumbers(o *fit.Options) error {
	for _, f := range []struct {
		name  string
		value float64
	}{{"clip", o.Target.Clip}, {"delta", o.Delta}, {"seed", float64(o.Split.Seed)}, {"iterations", float64(o.Iterations)},
		{"passes", float64(o.Texel.Passes)}, {"starts", float64(o.Texel.Starts)}, {"batch", float64(o.Texel.BatchRows)}, {"folds", float64(o.Texel.Choose.Folds)}, {"tolerance", o.Texel.Tolerance},
		{"teacher-temperature", o.Moves.Teacher}} {
		if !(f.value > 0) {
			return fmt.Errorf("-%s %g: want more than 0", f.name, f.value)
		}
	}
	return nil
}

// startOnly names the settings that count for losses that start from weights, texelOnly those for
// expected scores alone, and movesOnly those for choices alone.
var (
	startOnly = []string{"start", "k", "prior", "prior-rows", "least-rows", "smooth", "folds", "freeze", "only", "tie", "bound", "rising", "falling", "tolerance", "passes", "starts", "rate", "checkpoint", "quick"}
	texelOnly = []string{"balance", "balance-phases", "balance-by", "lambda", "label-k", "scale", "pawn", "batch", "early", "memory"}
	movesOnly = []string{"temperature", "teacher-temperature"}
)

// checkLoss refuses settings of other losses.
func (s *settings) checkLoss() error {
	o := &s.opt.Fit
	given := func(name string) bool { return s.given[name] != nil }
	refuse := func(names []string, losses string) error {
		if i := slices.IndexFunc(names, given); i >= 0 {
			return fmt.Errorf("-%s counts for -loss %s only; -loss is %v", names[i], losses, o.Loss)
		}
		return nil
	}
	var err error
	if !o.Loss.Starts() {
		err = refuse(startOnly, "sigmoid, crossentropy, wdl, choice and regret")
		if err == nil && o.Texel.Choose.Ridge {
			err = errors.New("-ridge auto: strengths are chosen for -loss sigmoid, crossentropy, wdl, choice and regret only")
		}
	}
	if !o.Loss.Expected() {
		err = cmp.Or(err, refuse(texelOnly, "sigmoid and crossentropy"))
	}
	if !o.Loss.Moves() {
		return cmp.Or(err, refuse(movesOnly, "choice and regret"))
	}
	switch {
	case err != nil:
	case given("intercept"):
		err = fmt.Errorf("-intercept: -loss %v compares the moves of a position, and has none", o.Loss)
	case s.opt.Learning:
		err = fmt.Errorf("-learning counts for other losses than %v", o.Loss)
	}
	return err
}

// checkTogether refuses settings that mean nothing beside one another.
func (s *settings) checkTogether() error {
	o := &s.opt.Fit
	if err := s.checkLoss(); err != nil {
		return err
	}
	switch {
	case o.Texel.Balance.IsZero() && o.Texel.Balance.By != fit.BalanceWeights:
		return fmt.Errorf("-balance-by %v: without -balance or -balance-phases there is nothing to reach", o.Texel.Balance.By)
	case o.Unseal && o.Split.Sealed == 0:
		return errors.New("-unseal: there is nothing sealed; pass the -sealed share of the fit before")
	case s.opt.Learning && o.Split.By == fit.SplitNone:
		return errors.New("-learning needs a test part: pass -test 25% or a file")
	case o.Split.Sealed > 0 && (o.Split.By == fit.SplitNone || s.opt.Test != ""):
		return errors.New("-sealed keeps games apart beside those of the test: pass -test with a share, such as 25%")
	}
	return nil
}

// traceOnly names the settings that count for traces alone, traceReading those of reading that
// count for traces, too.
var (
	traceOnly    = []string{"trace", "names", "zero-based", "parity", "positions"}
	traceReading = []string{"set", "bad", "reject"}
)

// checkReading refuses settings of one way of reading where another kind of data is given, before
// anything is created: they would change nothing.
func (s *settings) checkReading() error {
	kind, err := s.opt.Kind(s.opt.Inputs)
	if err == nil {
		err = s.checkAnew(kind)
	}
	if err != nil {
		return err
	}
	if kind == DataFiles && s.opt.Set != "" {
		if err := new(extract.Options).SetTerms(s.opt.Set); err != nil {
			return fmt.Errorf("-set: %w", err)
		}
	}
	first := s.opt.Inputs[0]
	for _, name := range slices.Sorted(maps.Keys(s.given)) {
		reading, tracing := name == "reject" || extract.IsReadFlag(name), slices.Contains(traceOnly, name)
		switch {
		case kind == Matrices && name != "set" && (reading || tracing):
			return fmt.Errorf("-%s says how a data file is read, and %s is a matrix: pass it to extract", name, first)
		case kind == DataFiles && tracing:
			return fmt.Errorf("-%s says how a trace is read, and there is none: its name ends in .trace, .svm or .libsvm, or pass -trace", name)
		case kind == Traces && reading && !slices.Contains(traceReading, name):
			return fmt.Errorf("-%s says how CSV and EPD are read, and %s is a trace: omit it", name, first)
		}
	}
	return nil
}

// checkAnew refuses what has no leaves to be found.
func (s *settings) checkAnew(kind Kind) error {
	o := &s.opt
	switch {
	case o.Anew == "":
		return nil
	case !o.Fit.Loss.Moves():
		return fmt.Errorf("-anew counts for -loss choice and regret only; -loss is %v", o.Fit.Loss)
	case kind != DataFiles:
		return errors.New("-anew finds leaves of positions: pass files of choices, as match choices writes them, and no matrix or trace")
	case o.Test != "":
		return errors.New("-anew finds the leaves of one file: pass -test with a share, such as 25%")
	case o.Rounds < 1:
		return fmt.Errorf("-rounds %d: want 1 or more", o.Rounds)
	}
	return nil
}
