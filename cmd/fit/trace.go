package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"centipawn/cli"
	"centipawn/matrix"
	"centipawn/note"
	"centipawn/progress"
	"centipawn/trace"
	"centipawn/weights"
)

// A traceFlags says how rows are read that another program counted.
type traceFlags struct {
	forced    bool // whatever the names
	names     string
	zeroBased bool
	parity    bool
	set       string
}

// addTraceFlags adds the flags of reading traces.
func addTraceFlags(fs *flag.FlagSet, t *traceFlags) {
	fs.BoolVar(&t.forced, "trace", false, "the data are rows that another program counted, whatever the files' names")
	fs.StringVar(&t.names, "names", "", "`file` of the trace's columns: a name a line, and tapered behind those that have two weights")
	fs.BoolVar(&t.zeroBased, "zero-based", false, "the trace's first column is number 0")
	fs.BoolVar(&t.parity, "parity", true, "check that the weights of -start make of the trace's counts the evaluations beside them")
}

// takeSet takes -set for the name of the trace's set, which need not be one that
// this program counts.
func (t *traceFlags) takeSet(fs *flag.FlagSet) {
	set := fs.Lookup("set")
	fs.Visit(func(f *flag.Flag) {
		if f.Name == "set" {
			t.set = f.Value.String()
		}
	})
	_ = set.Value.Set(set.DefValue) // a string takes any
}

// traces counts the names of traces.
func (q *request) traces(names []string) (n int) {
	for _, name := range names {
		if q.isTrace(name) {
			n++
		}
	}
	return n
}

// traceEndings are those of traces, before that of a compression.
var traceEndings = []string{".trace", ".svm", ".libsvm"}

// isTrace reports whether a name is of a trace: by its ending or, of a regular
// file, by its first line.
func (q *request) isTrace(name string) bool {
	info, err := os.Stat(name)
	if err == nil && info.IsDir() {
		return false
	}
	plain := name
	for _, ext := range []string{".gz", ".zst", ".bz2"} {
		plain = strings.TrimSuffix(plain, ext)
	}
	return q.trace.forced || slices.Contains(traceEndings, filepath.Ext(plain)) ||
		err == nil && info.Mode().IsRegular() && trace.Sniff(name)
}

// traceReading are the flags of reading that count for traces, too.
var traceReading = []string{"set", "bad", "reject"}

// checkTrace refuses flags of the one way of reading with the other.
func (q *request) checkTrace(traces int, std cli.Streams) error {
	if traces == 0 {
		for _, flag := range q.given {
			if slices.Contains(traceOnly, flag) {
				return cli.Usagef(std, "-%s says how a trace is read, and there is none: its name ends in .trace, .svm or .libsvm, or pass -trace", flag)
			}
		}
		return nil
	}
	for _, flag := range q.given {
		if !slices.Contains(traceReading, flag) && !slices.Contains(traceOnly, flag) {
			return cli.Usagef(std, "-%s says how CSV and EPD are read, and %s is a trace: leave it out", flag, q.inputs[0])
		}
	}
	return nil
}

// traceOnly names the flags that count for traces alone.
var traceOnly = []string{"trace", "names", "zero-based", "parity"}

// readTrace reads traces into a matrix in memory. A test set's columns are those of
// the training data, like; nil: there is none yet.
func readTrace(ctx context.Context, q *request, names []string, like *matrix.Schema, std cli.Streams) (*data, error) {
	opt := trace.Options{
		Set: q.trace.set, ZeroBased: q.trace.zeroBased, Bad: q.read.Bad, Reject: q.read.Reject,
		Threads: q.read.Threads, Stdin: std.In,
	}
	var err error
	if like != nil {
		opt.Set, opt.Columns = like.Set, like.Columns
	} else if opt.Columns, err = q.trace.columns(); err != nil {
		return nil, err
	}
	if opt.Weights, err = q.engineWeights(); err != nil {
		return nil, err
	}
	var meter *progress.Meter
	opt.Progress = func(read, size int64) {
		if meter == nil {
			meter = progress.New(std.Err, "reading", size)
		}
		meter.Set(read)
	}
	m, rep, err := trace.Read(ctx, names, opt)
	if meter != nil {
		meter.Done()
	}
	if err != nil {
		return nil, err
	}
	if !q.json {
		q.tellTrace(rep, std)
	}
	set, err := matrix.Join(m)
	return &data{Set: set}, err
}

// columns reads the file of -names.
func (t *traceFlags) columns() ([]matrix.Column, error) {
	if t.names == "" {
		return nil, nil
	}
	f, err := os.Open(t.names)
	if err != nil {
		return nil, fmt.Errorf("-names: %w", err)
	}
	defer f.Close()
	return trace.ReadColumns(t.names, f)
}

// engineWeights returns the start weights of a file, which are the engine's own and so
// must make its evaluations of its counts.
func (q *request) engineWeights() (map[string]float64, error) {
	if !q.trace.parity || !q.startIsFile() {
		return nil, nil
	}
	f, err := weights.Read(q.texel.start)
	if err != nil {
		return nil, fmt.Errorf("-start: %w", err)
	}
	all := make(map[string]float64)
	for _, w := range f.Weights() {
		all[w.Name] = w.Value
	}
	return all, nil
}

// startIsFile reports whether -start names a file.
func (q *request) startIsFile() bool {
	return q.fit.Loss.Expected() && q.texel.start != "published" && q.texel.start != "zero"
}

// tellTrace says what became of the lines, and whether counts and evaluations
// agree.
func (q *request) tellTrace(rep *trace.Report, std cli.Streams) {
	fmt.Fprintf(std.Err, "%d lines", rep.Counts.Lines)
	for _, drop := range []struct {
		what string
		n    int
	}{{"blank or comments", rep.Counts.Blank}, {"bad", rep.Counts.Bad}} {
		if drop.n > 0 {
			fmt.Fprintf(std.Err, " − %d %s", drop.n, drop.what)
		}
	}
	fmt.Fprintf(std.Err, " = %d rows × %d columns\n", rep.Rows, rep.Columns)
	switch p := rep.Parity; {
	case p.Checked > 0:
		fmt.Fprintf(std.Err, "parity: %d rows add up to the engine's evaluation; the largest difference is %.3f centipawns, at %s:%d\n",
			p.Checked, p.Largest, p.File, p.Line)
	case p.Given > 0:
		fmt.Fprintf(std.Err, "parity is not checked: %d rows have the engine's evaluation; pass its weights as -start\n", p.Given)
	}
	for _, w := range rep.Warnings {
		fmt.Fprintf(std.Err, "warning: %v\n", note.Note(w))
	}
}
