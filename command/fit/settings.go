package fit

import (
	"errors"
	"flag"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"example.org/centipawn/extract"
	"example.org/centipawn/fit"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/match/regret"
	"example.org/centipawn/weights"
)

// Settings gives each option a name and a text: those that a user needs often are flags, and all
// are keys of run files.
type Settings struct {
	opt     Options
	noTest  bool
	reading *extract.Flags
	all     *flag.FlagSet
	given   map[string][]string // texts by name
	repeats []string            // settings that may have several
}

// leastRows is the number of training rows below which a weight stays as it is (F04).
const leastRows = 20

// exposed are the settings of the command line. The others are keys of run files alone.
var exposed = strings.Fields(`o report json predict set threads loss k temperature teacher-temperature anew lambda label-k clip intercept test seed sealed unseal start prior prior-rows ridge
	scale freeze bound quick dense checkpoint names positions parity pov result-pov unit score result game limit trust bad reject`)

// Groups are the groups of the settings, what most fits need first. Those of no group are outputs.
func Groups() []cli.Group {
	return append([]cli.Group{
		{Title: "Labels and loss", Flags: []string{"loss", "k", "temperature", "teacher-temperature", "anew", "rounds", "lambda", "label-k", "clip", "mates", "delta", "intercept"}},
		{Title: "The test", Flags: []string{"test", "seed", "sealed", "unseal", "split", "learning"}},
		{Title: "Start, old weights and strengths", Flags: []string{"start", "prior", "prior-rows", "least-rows", "ridge", "scale", "smooth", "folds", "pawn"}},
		{Title: "Which weights are fitted", Flags: []string{"freeze", "bound", "columns", "fix", "tie", "rising", "falling"}},
		{Title: "The search", Flags: []string{"quick", "dense", "checkpoint", "method", "tolerance", "passes", "iterations", "rate", "batch", "early", "memory"}},
		{Title: "What to expect of a match", Flags: []string{"predict", "predict-positions"}},
		{Title: "Traces", Flags: []string{"names", "positions", "trace", "parity", "zero-based"}},
	}, extract.FlagGroups()...)
}

// NewSettings returns the settings with their defaults.
func NewSettings() *Settings {
	s := &Settings{all: flag.NewFlagSet("", flag.ContinueOnError), given: map[string][]string{}, repeats: []string{"source", "drop"}}
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

// AddFlags adds the settings that are flags to those of a command.
func (s *Settings) AddFlags(fs *flag.FlagSet) {
	for _, name := range exposed {
		f := s.all.Lookup(name)
		fs.Var(&recorder{f.Value, s, name}, name, f.Usage)
		if slices.Contains([]string{"false", "0", "0%"}, f.DefValue) {
			fs.Lookup(name).DefValue = "" // goes without saying
		}
	}
}

// A recorder is a setting as a flag: it remembers what it was given.
type recorder struct {
	flag.Value
	s    *Settings
	name string
}

// Set sets the value.
func (r *recorder) Set(text string) error { return r.s.set(r.name, text) }

// String is the value's; of no value nothing.
func (r *recorder) String() string {
	if r == nil || r.Value == nil {
		return ""
	}
	return r.Value.String()
}

// IsBoolFlag says that the flag needs no value.
func (r *recorder) IsBoolFlag() bool { return isBool(r.Value) }

func isBool(v flag.Value) bool {
	b, ok := v.(interface{ IsBoolFlag() bool })
	return ok && b.IsBoolFlag()
}

// set sets a setting and records its text.
func (s *Settings) set(name, text string) error {
	err := s.all.Set(name, text)
	if err == nil {
		s.given[name] = append(s.given[name], text)
	}
	return err
}

// Misplaced returns an error if one of a command's arguments is a setting of run files alone.
func (s *Settings) Misplaced(args []string) error {
	for _, arg := range args {
		name, value, has := strings.Cut(strings.TrimLeft(arg, "-"), "=")
		switch {
		case arg == "--":
			return nil
		case !strings.HasPrefix(arg, "-") || slices.Contains(exposed, name) || s.all.Lookup(name) == nil:
			continue
		case !has:
			value = "..."
		}
		return fmt.Errorf("-%s is a key of run files: write %s = %q into a file and pass -run FILE; docs/fit.md lists the keys", name, name, value)
	}
	return nil
}

// repeated adds a setting that may be repeated.
func (s *Settings) repeated(name, usage string, add func(string) error) {
	s.repeats = append(s.repeats, name)
	s.all.Func(name, usage+"; may be repeated", add)
}

// A text is a setting that a function reads.
type text struct {
	is   string
	read func(string) error
}

// String is the text that was read last.
func (t *text) String() string {
	if t == nil {
		return ""
	}
	return t.is
}

// Set reads a text.
func (t *text) Set(is string) error {
	t.is = is
	return t.read(is)
}

func (s *Settings) text(name, is, usage string, read func(string) error) {
	s.all.Var(&text{is, read}, name, usage)
}

// addOutputs adds what is read and written.
func (s *Settings) addOutputs() {
	o := &s.opt
	s.all.StringVar(&o.Out, "o", "", "write the weights to this `file`, and what makes them again to a run file beside it")
	s.all.StringVar(&o.Report, "report", "", "write pictures, tables and a page about the fit into this `folder`")
	s.all.BoolVar(&o.JSON, "json", false, "print one JSON object on standard output")
	s.all.BoolVar(&o.Predict, "predict", false, "say what Elo is to be expected of the new weights, by the moves that they choose: docs/regret.md; what is searched is kept beside -o, in regret.cache")
	s.all.IntVar(&o.PredictRoots, "predict-positions", regret.DefaultRoots, "let them choose at `n` positions (-predict)")
	s.all.StringVar(&o.Set, "set", "", "`set` of terms; pesto if not given, or what matrices and traces say")
	s.all.StringVar(&o.Reject, "reject", "", "write bad lines with their reasons to this `file`")
	t := &o.Trace
	s.all.BoolVar(&t.Forced, "trace", false, "the data are rows that another program counted, whatever the files' names")
	s.all.StringVar(&t.Names, "names", "", "`file` of the trace's columns: one name per line, then tapered if it has two weights")
	s.all.StringVar(&t.Positions, "positions", "", "`file` of the positions that the rows of the trace are of, in its order: their labels, games and search trees count in place of the trace's own")
	s.all.BoolVar(&t.ZeroBased, "zero-based", false, "the trace's first column is number 0")
	s.text("parity", "true", "check that the weights of -start and the trace's counts give the trace's evaluations, to within this many `centipawns`, such as 2 for an engine that rounds twice; or true (1), or false for no check", t.setParity)
}

// addFit adds the settings of every loss.
func (s *Settings) addFit() {
	fs, o := s.all, &s.opt.Fit
	fs.TextVar(&o.Loss, "loss", o.Loss, "`loss` of a row: squared or huber, of centipawns; "+strings.Join(fit.Losses(fit.Loss.Expected), " or ")+", of expected scores (Texel tuning); choice or regret, of the choice among the moves of a position; sigmoid if no row has a score")
	fs.Float64Var(&o.Delta, "delta", o.Delta, "residual in `centipawns` at which huber turns from squared to linear")
	fs.TextVar(&o.Method, "method", o.Method, "`method`: gram for squared and huber; lbfgs, lm, newton, adam or sgd for the others (sgd not for choice and regret); auto is gram or lbfgs, and newton for more weights than -dense")
	fs.IntVar(&o.Iterations, "iterations", o.Iterations, "reweight at most `n` times (huber)")
	fs.Float64Var(&o.Target.Clip, "clip", o.Target.Clip, "bound labels to ± this many `centipawns`")
	fs.TextVar(&o.Target.Mates, "mates", o.Target.Mates, "`policy` for mates: clip (every mate is ± -clip, or a win) or drop")
	fs.TextVar(&o.Intercept, "intercept", o.Intercept, "`columns` whose values make groups of rows with a constant each, fitted but never exported: source, game, tree or side, several with commas between them, or none")
	s.text("test", "25%", "`what` is kept for the test: none, a share of the games such as 25%, or a file or matrix", s.setTest)
	fs.TextVar(&o.Split.By, "split", o.Split.By, "`unit` that stays together in the split: game, or position to see how that leaks")
	fs.Uint64Var(&o.Split.Seed, "seed", o.Split.Seed, "`seed` of the split")
	s.text("sealed", "0%", "keep this `share` of the games out of training and test, for one evaluation at the end", shareTo(&o.Split.Sealed))
	fs.BoolVar(&o.Unseal, "unseal", false, "evaluate once on the sealed games, after all choices are made")
	fs.BoolVar(&s.opt.Learning, "learning", false, "fit shares of the training games, too, and show how the test error falls")
	s.text("ridge", "0", "pull weights to 0 with the strength of `n` rows for each; auto chooses n by folds of the games (expected scores)", strengthTo(&o.Ridge, &o.Texel.Choose.Ridge))
}

// addTexel adds the settings of the losses of expected scores.
func (s *Settings) addTexel() {
	fs, o, x := s.all, &s.opt.Fit, &s.opt.Fit.Texel
	fs.StringVar(&s.opt.Start, "start", weights.NamePublished, "`weights` to start from, to fit K at and to compare with: published (PeSTO's values, for the sets that hold them), builtin, zero, or a weights file")
	s.text("k", "auto", "`K` of the expected score 1/(1+10^(-K·s/400)): auto fits it at the start weights, or a number; of choice and regret that of the teacher's values, 0.8 if not given", func(text string) (err error) {
		if x.K = 0; text == "auto" {
			return nil
		}
		if x.K, err = strconv.ParseFloat(text, 64); err != nil || !(x.K > 0) || math.IsInf(x.K, 0) {
			return errors.New("want auto, or a number above 0")
		}
		return nil
	})
	s.text("lambda", "1", "`share` of the result in the label; the rest is the expected score of the row's evaluation", func(text string) error {
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
	s.text("prior-rows", "auto", "strength of the prior: that of `n` rows for each weight; auto chooses n by folds of the games, 3000 where rows do not name them", strengthTo(&x.PriorRows, &x.Choose.Prior))
	fs.IntVar(&x.LeastRows, "least-rows", leastRows, "keep weights that occur in fewer than `n` training rows at their prior, or start")
	s.text("smooth", "0", "pull neighbours in tables to straight lines as would `n` rows; auto chooses n by folds", strengthTo(&x.Smooth, &x.Choose.Smooth))
	fs.IntVar(&x.Choose.Folds, "folds", x.Choose.Folds, "cut the training games into `n` folds to choose strengths")
	fs.Func("balance", "let `white/draw/black` be the shares of results among the training rows within each quarter of the phase, as in 30/40/30; K and the test stay those of the natural mix", x.Balance.ParseResults)
	fs.Func("balance-phases", "let these be the `shares` of the quarters of the phase, endings first, as in 25/25/25/25", x.Balance.ParsePhases)
	fs.TextVar(&x.Balance.By, "balance-by", x.Balance.By, "`way` to a balance: weights of rows, or drop rows at random: weights or drop")
}

// rounds is Options.Rounds where it is not given.
const rounds = 5

// addMoves adds the settings of the losses of choices.
func (s *Settings) addMoves() {
	o := &s.opt.Fit.Moves
	s.text("temperature", fmt.Sprint(o.Temperature), "temperature of the evaluation in `centipawns`, or auto, which fits it at the start weights (choice, regret): of two moves so far apart one is chosen e times as often", func(text string) (err error) {
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
func (s *Settings) addConstraints() {
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
	s.repeated("tie", "make the weights of a `pattern` equal, or, of several with commas between them, the first of each, the second of each and so on", func(text string) error {
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
		s.repeated(name, "let the weights that this `pattern` matches be "+name+", or equal, in the order of the columns", func(text string) error {
			x.Orders = append(x.Orders, fit.Order{Pattern: text, Falling: falling})
			return nil
		})
	}
}

// addSearch adds the settings of the search for expected scores.
func (s *Settings) addSearch() {
	fs, x := s.all, &s.opt.Fit.Texel
	fs.Float64Var(&x.Tolerance, "tolerance", x.Tolerance, "stop when the loss is estimated to be within this `share` of its minimum")
	fs.IntVar(&x.Passes, "passes", x.Passes, "stop after `n` passes over the rows, whatever the loss")
	fs.Float64Var(&x.Rate, "rate", x.Rate, "first step of adam and sgd in `centipawns`; 0 is 1 and 10")
	fs.IntVar(&x.BatchRows, "batch", x.BatchRows, "`rows` of a batch of sgd")
	s.text("early", "0%", "watch the loss on this `share` of the training games, and keep the weights at which it is lowest", shareTo(&x.Watch))
	fs.StringVar(&s.opt.Checkpoint, "checkpoint", "", "write the state of the search to this `file`, and go on from it if it is there")
	s.text("memory", "", "`size` of memory for the working copy of the rows, such as 2GB; more rows are read in every pass; half of GOMEMLIMIT if not given", func(text string) (err error) {
		x.Memory, err = parseBytes(text)
		return err
	})
	fs.BoolVar(&x.Quick, "quick", false, "omit standard errors, intervals, calibration and what rounding costs")
	fs.IntVar(&s.opt.Fit.Dense, "dense", s.opt.Fit.Dense, "compute standard errors and dependences for up to `n` weights: they take matrices of n × n")
}

// setTest reads what the test is: split is a setting of its own, whichever comes first.
func (s *Settings) setTest(text string) error {
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

// shareTo returns what reads a share such as 10%.
func shareTo(to *float64) func(string) error {
	return func(text string) error {
		percent, ok := strings.CutSuffix(text, "%")
		v, err := strconv.ParseFloat(percent, 64)
		if *to = v / 100; !ok || err != nil || !(v >= 0 && v < 100) {
			return errors.New("want a share such as 10%")
		}
		return nil
	}
}

// strengthTo returns what reads a number of rows, or that it is to be chosen.
func strengthTo(to *float64, choose *bool) func(string) error {
	return func(text string) (err error) {
		if *to, *choose = 0, text == "auto"; *choose {
			return nil
		}
		if *to, err = strconv.ParseFloat(text, 64); err != nil || !(*to >= 0) || math.IsInf(*to, 0) {
			return errors.New("want auto, or a number of rows, 0 or more")
		}
		return nil
	}
}

// cutNumber cuts text=number.
func cutNumber(s string) (text string, v float64, err error) {
	text, number, ok := strings.Cut(s, "=")
	v, err = strconv.ParseFloat(number, 64)
	if !ok || err != nil {
		return text, 0, errors.New("want pattern=value")
	}
	return text, v, nil
}

// parseBound reads pattern=low..high.
func parseBound(s string) (b fit.Bound, err error) {
	pattern, limits, ok := strings.Cut(s, "=")
	low, high, both := strings.Cut(limits, "..")
	if !ok || !both || low == "" && high == "" {
		return b, errors.New("want pattern=low..high, such as mobility.*=0..; either end may be omitted")
	}
	b = fit.Bound{Pattern: pattern, Low: math.Inf(-1), High: math.Inf(1)}
	for _, end := range []struct {
		text string
		to   *float64
	}{{low, &b.Low}, {high, &b.High}} {
		if end.text == "" {
			continue
		}
		if *end.to, err = strconv.ParseFloat(end.text, 64); err != nil {
			return b, fmt.Errorf("want pattern=low..high: %s is no number", end.text)
		}
	}
	return b, nil
}

// byteUnits are the units of sizes, longest endings first.
var byteUnits = []struct {
	name  string
	bytes float64
}{
	{"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30}, {"TiB", 1 << 40},
	{"KB", 1e3}, {"MB", 1e6}, {"GB", 1e9}, {"TB", 1e12}, {"B", 1},
}

// parseBytes reads a size such as 2GB or 512MiB.
func parseBytes(text string) (int64, error) {
	number, unit := text, 1.0
	for _, u := range byteUnits {
		if s, ok := strings.CutSuffix(text, u.name); ok {
			number, unit = s, u.bytes
			break
		}
	}
	v, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
	if size := v * unit; err == nil && size >= 1 && size < math.MaxInt64 {
		return int64(size), nil
	}
	return 0, errors.New("want a size such as 2GB or 512MiB")
}
