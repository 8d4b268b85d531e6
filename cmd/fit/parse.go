package main

import (
	"errors"
	"flag"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"centipawn/cli"
	"centipawn/extract"
	"centipawn/fit"
)

// parse reads the command line.
func parse(args []string, std cli.Streams) (*request, error) {
	q := &request{fit: fit.Options{}.WithDefaults()}
	fs := cli.NewFlags(synopsis, about, std, append(flagGroups(), extract.FlagGroups()...)...)
	reading := extract.AddFlags(fs)
	fs.StringVar(&q.reject, "reject", "", "write bad lines with their reasons to this `file`")
	test := fs.String("test", "25%", "`what` is kept for the test: none, a share of the games such as 25%, or a file or matrix")
	addFitFlags(fs, &q.fit)
	addTexelFlags(fs, &q.fit, &q.texel)
	addTraceFlags(fs, &q.trace)
	fs.BoolVar(&q.learning, "learning", false, "fit shares of the training games, too, and show how the test error falls")
	fs.StringVar(&q.out, "o", "", "write the weights to this `file`")
	fs.StringVar(&q.table, "table", "", "write the weights as Go source to this `file`")
	fs.StringVar(&q.report, "report", "", "write pictures, tables and a page about the fit into this `folder`")
	fs.BoolVar(&q.json, "json", false, "print one JSON object on standard output")
	var err error
	if q.inputs, err = cli.Parse(fs, args, std); err != nil {
		return nil, err
	}
	if len(q.inputs) == 0 {
		return nil, cli.Usagef(std, "no input: pass a matrix that extract wrote, a CSV file of FEN and evaluation, EPD with results, or a trace")
	}
	if traces := q.traces(q.inputs); traces > 0 {
		q.trace.takeSet(fs)
	}
	if q.read, err = reading.Options(); err != nil {
		return nil, cli.Usagef(std, "%v", err)
	}
	if err := cli.CheckOutputs(std, slices.Concat(q.inputs, []string{*test}), q.out, q.table, q.report, q.reject, q.texel.checkpoint); err != nil {
		return nil, err
	}
	if err := errors.Join(checkFitFlags(&q.fit), q.texel.options(&q.fit)); err != nil {
		return nil, cli.Usagef(std, "%v", err)
	}
	q.fit.Threads = q.read.Threads
	q.about.Tool = "centipawn fit " + cli.Version
	q.about.Constraints = append(constraints(&q.fit), q.texel.constraints(&q.fit)...)
	q.flagFacts = factsOf(fs)
	if err := q.setTest(*test); err != nil {
		return nil, cli.Usagef(std, "-test %s: %v", *test, err)
	}
	fs.Visit(func(f *flag.Flag) {
		if extract.IsReadFlag(f.Name) || f.Name == "reject" || slices.Contains(traceOnly, f.Name) {
			q.given = append(q.given, f.Name)
		}
		if slices.Contains(texelOnly, f.Name) && !q.fit.Loss.Expected() {
			err = cli.Usagef(std, "-%s counts for -loss sigmoid and crossentropy only; -loss is %v", f.Name, q.fit.Loss)
		}
	})
	if err != nil {
		return nil, err
	}
	if q.learning && q.fit.Split.By == fit.SplitNone {
		return nil, cli.Usagef(std, "-learning needs a test part: pass -test 25%% or a file")
	}
	if q.fit.Split.Sealed > 0 && (q.fit.Split.By == fit.SplitNone || q.test != "") {
		return nil, cli.Usagef(std, "-sealed keeps games apart beside those of the test: pass -test with a share, such as 25%%")
	}
	return q, q.checkGiven(std)
}

// checkFitFlags refuses numbers that mean nothing, and the zeros that the
// options would take for their defaults.
func checkFitFlags(o *fit.Options) error {
	for _, f := range []struct {
		flag  string
		value float64
	}{{"clip", o.Target.Clip}, {"delta", o.Delta}, {"seed", float64(o.Split.Seed)}, {"iterations", float64(o.Iterations)},
		{"passes", float64(o.Texel.Passes)}, {"batch", float64(o.Texel.BatchRows)}, {"folds", float64(o.Texel.Choose.Folds)}, {"tolerance", o.Texel.Tolerance}} {
		if !(f.value > 0) {
			return fmt.Errorf("-%s %g: want more than 0", f.flag, f.value)
		}
	}
	return nil
}

// setTest reads the value of -test.
func (q *request) setTest(text string) error {
	percent, isShare := strings.CutSuffix(text, "%")
	share, err := strconv.ParseFloat(percent, 64)
	switch {
	case text == "none":
		q.fit.Split.By = fit.SplitNone
	case isShare && (err != nil || !(share > 0 && share < 100)):
		return fmt.Errorf("want a share between 0%% and 100%%")
	case isShare:
		q.fit.Split.Share = share / 100
	case err == nil:
		return fmt.Errorf("want none, a share such as 25%%, or a file")
	default:
		q.test = text
	}
	return nil
}

// flagGroups are the groups of fit's own flags that its help shows apart, what most
// fits need first.
func flagGroups() []cli.Group {
	return []cli.Group{
		{Title: "Labels and loss", Flags: []string{"loss", "k", "lambda", "clip", "mates", "delta", "intercept"}},
		{Title: "The test", Flags: []string{"test", "split", "seed", "sealed", "unseal", "learning"}},
		{Title: "Start, old weights and strengths", Flags: []string{"start", "prior", "prior-rows", "ridge", "smooth", "folds", "scale", "pawn"}},
		{Title: "Which weights are fitted", Flags: []string{"columns", "fix", "freeze", "tie", "bound", "rising", "falling"}},
		{Title: "The search", Flags: []string{"method", "tolerance", "passes", "iterations", "rate", "batch", "early", "memory", "checkpoint", "quick"}},
		{Title: "Traces", Flags: []string{"trace", "names", "parity", "zero-based"}},
	}
}
