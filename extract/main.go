package extract

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"centipawn/cli"
	"centipawn/datasets"
	"centipawn/features"
	"centipawn/matrix"
	"centipawn/progress"
)

const synopsis = "extract [-set name] [-shard i/n] [flags] -o OUT FILE|-..."

const about = `Extract counts the terms of labelled positions: CSV of FEN and evaluation, or
EPD with results, becomes a design matrix. OUT is a folder x.matrix, which fit reads, or a dense
table x.csv or x.parquet for pandas. Files may be compressed (.zst .gz .bz2).`

// Main is the extract command. Programs that register sets of their own call it
// from their main function.
func Main(ctx context.Context, args []string, std cli.Streams) error {
	fs := cli.NewFlags(synopsis, about, std)
	flags := AddFlags(fs)
	out := fs.String("o", "", "`output`: x.matrix, x.csv or x.parquet")
	reject := fs.String("reject", "", "write bad lines with their reasons to this `file`")
	shard := fs.String("shard", "0/1", "extract part `i/n` of the input, i from 0")
	asJSON := fs.Bool("json", false, "print one JSON object on standard output")
	files, err := cli.Parse(fs, args, std)
	if err != nil {
		return err
	}
	opt, err := flags.Options()
	if err != nil {
		return cli.Usagef(std, "%v", err)
	}
	if opt.Shard, err = parseShard(*shard); err != nil {
		return cli.Usagef(std, "-shard: %v", err)
	}
	if err := checkCall(std, files, *out, opt.Shard); err != nil {
		return err
	}
	if err := cli.CheckOutputs(std, files, *out, *reject); err != nil {
		return err
	}
	if err := CheckLaws(opt.Set); err != nil {
		return err
	}
	start := time.Now()
	closeReject, err := opt.OpenReject(*reject)
	if err != nil {
		return err
	}
	done := opt.Attend(std)
	rep, err := Run(ctx, files, Create(*out, opt.Shard), opt)
	done()
	if err := errors.Join(err, closeReject()); err != nil {
		return err
	}
	if *asJSON {
		return json.NewEncoder(std.Out).Encode(summary{rep, opt.Set, *out, time.Since(start).Seconds()}.object())
	}
	rep.Write(std.Err)
	fmt.Fprintf(std.Err, "%s: %d rows × %d terms in %.1f s\n", *out, rep.Rows, len(opt.Set.Terms()), time.Since(start).Seconds())
	if strings.HasSuffix(*out, ".matrix") {
		fmt.Fprintf(std.Err, "next: fit -o weights.json %s\n", *out)
	}
	return nil
}

// checkCall refuses a call that lacks its input or its output, or whose output
// is of no known kind.
func checkCall(std cli.Streams, files []string, out string, shard matrix.Shard) error {
	ext := filepath.Ext(out)
	switch {
	case len(files) == 0:
		return cli.Usagef(std, "no input: pass a CSV file of FEN and evaluation, or EPD with results, or - for standard input")
	case out == "":
		return cli.Usagef(std, "no output: pass -o NAME.matrix (or .csv, .parquet)")
	case !slices.Contains(endings, ext):
		return cli.Usagef(std, "-o %s: unknown ending %q: want .matrix, .csv or .parquet", out, ext)
	case shard.Of > 1 && ext != ".matrix":
		return cli.Usagef(std, "-shard: only matrices can be put together again: pass -o NAME.matrix")
	}
	return nil
}

// parseShard reads i/n.
func parseShard(text string) (matrix.Shard, error) {
	var s matrix.Shard
	if n, err := fmt.Sscanf(text+"\n", "%d/%d\n", &s.Index, &s.Of); n != 2 || err != nil || s.Of < 1 {
		return s, fmt.Errorf("%q: want i/n, such as 0/4", text)
	}
	return s, s.Validate()
}

// CheckLaws refuses a set with a term that breaks a law on the fixed positions.
func CheckLaws(set *features.Set) error {
	if err := features.CheckLawsOnPositions(set); err != nil {
		return fmt.Errorf("F01 %w: mend the term; no fit can use it", err)
	}
	return nil
}

// Attend gives options what a command adds: the standard input, and remarks and
// progress on standard error. The function that it returns takes the progress
// away.
func (o *Options) Attend(std cli.Streams) (done func()) {
	var meter *progress.Meter
	o.Progress = func(read, size int64) {
		if meter == nil {
			meter = progress.New(std.Err, "counting", size)
		}
		meter.Set(read)
	}
	o.Read.Stdin = std.In
	o.Remark = func(f datasets.Warning) { fmt.Fprintf(std.Err, "warning: %v\n", f) }
	return func() {
		if meter != nil {
			meter.Done()
		}
	}
}

// OpenReject makes name the file of bad lines, if there is a name. The function
// that it returns closes it.
func (o *Options) OpenReject(name string) (done func() error, err error) {
	if name == "" {
		return func() error { return nil }, nil
	}
	f, err := os.Create(name)
	if err != nil {
		return nil, fmt.Errorf("-reject: %w", err)
	}
	o.Reject = f
	return f.Close, nil
}

// endings are those of the outputs.
var endings = []string{".matrix", ".csv", ".parquet"}

// Create returns what [Run] opens its writer with: a writer for the kind of
// output that the name's ending says, a matrix if it is none of the others.
func Create(name string, shard matrix.Shard) func(matrix.Schema) (matrix.Writer, error) {
	return func(s matrix.Schema) (matrix.Writer, error) {
		switch filepath.Ext(name) {
		case ".csv":
			return matrix.CreateCSV(name, s)
		case ".parquet":
			return matrix.CreateParquet(name, s)
		}
		return matrix.Create(name, s, shard)
	}
}

// Write prints the funnel for a person: lines in, rows out, what was dropped
// between, and what is doubtful. The findings were told before the run.
func (r *Report) Write(w io.Writer) {
	for _, s := range r.Sources {
		fmt.Fprintf(w, "%s: %v\n", s.Name, s.Columns)
	}
	fmt.Fprintf(w, "%d lines", r.Counts.Lines)
	for _, drop := range append([]matrix.Drop{
		{Filter: "blank", Rows: int64(r.Counts.Blank)}, {Filter: "bad", Rows: int64(r.Counts.Bad)},
	}, r.Funnel...) {
		if drop.Rows > 0 {
			fmt.Fprintf(w, " − %d %s", drop.Rows, drop.Filter)
		}
	}
	fmt.Fprintf(w, " = %d rows", r.Rows)
	if n := r.Counts.Mates + r.Counts.Codes; n > 0 {
		fmt.Fprintf(w, " (%d mates", n)
		if r.Counts.Codes > 0 {
			fmt.Fprintf(w, ", %d of them as numbers of 9,999 and more", r.Counts.Codes)
		}
		fmt.Fprint(w, ")")
	}
	fmt.Fprintln(w)
	for _, warning := range r.Warnings {
		fmt.Fprintf(w, "warning: %v\n", warning)
	}
}

// A summary is what extract -json prints.
type summary struct {
	*Report
	set     *features.Set
	out     string
	seconds float64
}

func (s summary) object() any {
	return struct {
		Set      string             `json:"set"`
		Hash     string             `json:"hash"`
		Output   string             `json:"output"`
		Columns  int                `json:"columns"`
		Rows     int                `json:"rows"`
		Counts   datasets.Counts    `json:"counts"`
		Funnel   []matrix.Drop      `json:"funnel"`
		Warnings []datasets.Warning `json:"warnings"`
		Seconds  float64            `json:"seconds"`
	}{s.set.Name(), s.set.Hash(), s.out, len(s.set.Terms()), s.Rows, s.Counts, s.Funnel,
		slices.Concat([]datasets.Warning{}, s.Findings, s.Warnings), s.seconds}
}
