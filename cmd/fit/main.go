// Fit estimates the weights of an evaluation from labelled positions.
//
// Usage:
//
//	fit [-set name] [flags] [-o weights.json] MATRIX...|FILE...
//
// The arguments are matrices that extract wrote, or data files, which are
// counted in memory; the same positions give the same bytes either way.
package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"centipawn/atomicfile"
	"centipawn/cli"
	"centipawn/extract"
	"centipawn/fit"
	"centipawn/progress"
	"centipawn/weights"
)

const synopsis = "fit [-set name] [flags] [-o weights.json] MATRIX...|FILE..."

const about = `Fit finds the weights whose evaluation is closest to the labels, tests them on
games that it kept apart, and says how far each can be trusted. The arguments
are matrices that extract wrote, or data files, which it counts itself.`

func main() { cli.Main("fit", run) }

// A request is what the command line asks for.
type request struct {
	inputs []string
	read   extract.Options
	given  []string // names of the flags of reading that were given
	reject string   // file for bad lines
	fit    fit.Options
	texel  texelFlags
	test   string // a file or matrix, "" if the split says it all

	startName, priorName string // of the weights that are started from and pulled to

	out, table, report string
	json               bool
}

func run(ctx context.Context, args []string, std cli.Streams) error {
	q, err := parse(args, std)
	if err != nil {
		return err
	}
	closeReject, err := q.read.OpenReject(q.reject)
	if err != nil {
		return err
	}
	return errors.Join(q.run(ctx, std), closeReject())
}

// run reads, fits, writes and tells.
func (q *request) run(ctx context.Context, std cli.Streams) error {
	start := time.Now()
	train, err := openData(ctx, q, q.inputs, std)
	if err != nil {
		return err
	}
	defer train.Close()
	test := &data{}
	if q.test != "" {
		if test, err = openData(ctx, q, []string{q.test}, std); err != nil {
			return err
		}
		defer test.Close()
		q.fit.Test = test.Set
	}
	if err := q.readStart(train.Schema()); err != nil {
		return err
	}
	res, err := estimate(ctx, train, q.fit, std)
	if err != nil {
		return err
	}
	f := weightsFile(res, train, test)
	if err := write(ctx, q, f, res, train); err != nil {
		return err
	}
	return tell(q, f, res, train, time.Since(start).Seconds(), std)
}

// parse reads the command line.
func parse(args []string, std cli.Streams) (*request, error) {
	q := &request{fit: fit.Options{}.WithDefaults()}
	fs := cli.NewFlags(synopsis, about, std)
	reading := extract.AddFlags(fs)
	fs.StringVar(&q.reject, "reject", "", "write bad lines with their reasons to this `file`")
	test := fs.String("test", "25%", "`what` is kept for the test: none, a share of the games such as 25%, or a file or matrix")
	addFitFlags(fs, &q.fit)
	addTexelFlags(fs, &q.fit, &q.texel)
	fs.StringVar(&q.out, "o", "", "write the weights to this `file`")
	fs.StringVar(&q.table, "table", "", "write the weights as Go source to this `file`")
	fs.StringVar(&q.report, "report", "", "write pictures, tables and a page about the fit into this `folder`")
	fs.BoolVar(&q.json, "json", false, "print one JSON object on standard output")
	var err error
	if q.inputs, err = cli.Parse(fs, args, std); err != nil {
		return nil, err
	}
	if len(q.inputs) == 0 {
		return nil, cli.Usagef(std, "no input: pass a matrix that extract wrote, or a CSV file of FEN and evaluation")
	}
	if q.read, err = reading.Options(); err != nil {
		return nil, cli.Usagef(std, "%v", err)
	}
	if err := cli.CheckOutputs(std, slices.Concat(q.inputs, []string{*test}), q.out, q.table, q.report, q.reject); err != nil {
		return nil, err
	}
	if err := errors.Join(checkFitFlags(&q.fit), q.texel.options(&q.fit)); err != nil {
		return nil, cli.Usagef(std, "%v", err)
	}
	q.fit.Threads = q.read.Threads
	if err := q.setTest(*test); err != nil {
		return nil, cli.Usagef(std, "-test %s: %v", *test, err)
	}
	fs.Visit(func(f *flag.Flag) {
		if extract.IsReadFlag(f.Name) || f.Name == "reject" {
			q.given = append(q.given, f.Name)
		}
		if slices.Contains(texelOnly, f.Name) && !q.fit.Loss.Expected() {
			err = cli.Usagef(std, "-%s counts for -loss sigmoid and crossentropy only; -loss is %v", f.Name, q.fit.Loss)
		}
	})
	if err != nil {
		return nil, err
	}
	return q, q.checkGiven(std)
}

// checkFitFlags refuses numbers that mean nothing, and the zeros that the
// options would take for their defaults.
func checkFitFlags(o *fit.Options) error {
	for _, f := range []struct {
		flag  string
		value float64
	}{{"clip", o.Target.Clip}, {"delta", o.Delta}, {"seed", float64(o.Split.Seed)}, {"iterations", float64(o.Iterations)}} {
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

// estimate fits, with progress on standard error.
func estimate(ctx context.Context, data *data, opt fit.Options, std cli.Streams) (*fit.Result, error) {
	var meter *progress.Meter
	stage := ""
	done := func() {
		if meter != nil {
			meter.Done()
		}
	}
	defer done()
	opt.Progress = func(p fit.Progress) {
		if p.Stage != stage {
			done()
			meter, stage = progress.New(std.Err, p.Stage, int64(p.Total)), p.Stage
		}
		meter.Set(int64(p.Done))
	}
	return fit.Fit(ctx, data.Set, opt)
}

// write writes the files that were asked for.
func write(ctx context.Context, q *request, f *weights.File, res *fit.Result, data *data) error {
	if q.out != "" {
		if err := f.Write(q.out); err != nil {
			return err
		}
	}
	if q.table != "" {
		source, err := weights.Export(f, weights.Go, weights.ExportOptions{})
		if err != nil {
			return err
		}
		if err := atomicfile.Write(q.table, source); err != nil {
			return err
		}
	}
	if q.report == "" {
		return nil
	}
	if err := os.MkdirAll(q.report, 0o777); err != nil {
		return err
	}
	return writeReport(ctx, q, f, res, data)
}

// tell prints the result: for a person what was found, what is doubtful and
// what to do next, or everything as JSON.
func tell(q *request, f *weights.File, res *fit.Result, data *data, seconds float64, std cli.Streams) error {
	if q.json {
		warnings := slices.Concat([]weights.Warning{}, data.doubts(), f.Provenance.Warnings)
		return json.NewEncoder(std.Out).Encode(struct {
			*fit.Result
			K        *fit.KResult      `json:"k"` // null for the losses of centipawns
			Seconds  float64           `json:"seconds"`
			Warnings []weights.Warning `json:"warnings"` // of the data, the fit and the audit
		}{res, res.K, seconds, warnings})
	}
	if err := weights.Show(std.Out, f); err != nil {
		return err
	}
	if q.table != "" {
		for _, w := range weights.RoundingOf(f).Warnings() {
			fmt.Fprintf(std.Err, "warning: %s: %v\n", q.table, w)
		}
	}
	fmt.Fprintln(std.Out)
	if err := writeSupport(std.Out, res); err != nil {
		return err
	}
	fmt.Fprintf(std.Err, "\n%d rows in %.1f s\n", res.Rows, seconds)
	if q.out == "" {
		fmt.Fprintln(std.Err, "nothing is written: pass -o weights.json to keep the weights")
		return nil
	}
	fmt.Fprintf(std.Err, "next: weights explain -fen 'FEN' %s\n", q.out)
	if q.report != "" {
		fmt.Fprintf(std.Err, "      look at %s/index.html\n", q.report)
	} else {
		fmt.Fprintf(std.Err, "      fit ... -report FOLDER draws pictures\n")
	}
	return nil
}

// writeSupport prints what stands behind each weight. Of sets with more weights
// than a person reads it prints the least supported.
func writeSupport(w io.Writer, res *fit.Result) error {
	const most = 40
	list := slices.Clone(res.Weights)
	if len(list) > most {
		slices.SortStableFunc(list, func(a, b fit.Weight) int { return cmp.Compare(a.Games, b.Games) })
		list = list[:most]
	}
	t := weights.Table{Header: []string{"support", "rows", "games", "VIF"}}
	for _, weight := range list {
		vif := fmt.Sprintf("%.1f", weight.VIF)
		if !weight.Identified {
			vif = "not identified"
		}
		t.Add(weight.Name, strconv.Itoa(weight.Rows), strconv.Itoa(weight.Games), vif)
	}
	return t.Write(w)
}
