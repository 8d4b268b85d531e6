package extract

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"example.org/centipawn/datasets"
	"example.org/centipawn/features"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/note"
	"example.org/centipawn/internal/progress"
	"example.org/centipawn/internal/shards"
	"example.org/centipawn/matrix"
	"example.org/centipawn/matrix/dense"
)

const synopsis = "extract [-set name] [-shard i/n] [flags] -o OUT FILE|-..."

const about = `Extract counts the terms of labelled positions: tables, EPD, PGN, Lichess evaluations
and engines' records become a design matrix. OUT is a folder x.matrix, which fit reads, or a
dense table x.csv or x.parquet for pandas.

Or it converts: OUT named x.epd, x.txt (FEN | score | result), x.bin (marlinformat),
x.bf (bulletformat) or x.viri (viriformat: whole games) gets the positions themselves, .zst
or .gz behind it compresses them.

Files may be compressed (.zst .gz .bz2). docs/data.md says which are read, and in which order
positions are filtered.`

// A call is what the arguments of the command say.
type call struct {
	files       []string
	out, reject string
	asJSON      bool
	opt         Options
}

// parse reads arguments.
func parse(args []string, std cli.Streams) (c *call, err error) {
	fs := cli.NewFlags(synopsis, about, std, FlagGroups()...)
	flags := AddFlags(fs)
	flags.AddBalanceFlags(fs)
	c = new(call)
	fs.StringVar(&c.out, "o", "", "`output`: x.matrix, x.csv or x.parquet; or x.epd, x.txt, x.bin, x.bf or x.viri")
	fs.StringVar(&c.reject, "reject", "", "write bad lines with their reasons to this `file`")
	shard := fs.String("shard", "0/1", "extract part `i/n` of the input, i from 0")
	fs.BoolVar(&c.asJSON, "json", false, "print one JSON object on standard output")
	if c.files, err = cli.Parse(fs, args, std); err != nil {
		return nil, err
	}
	if c.opt, err = flags.Options(); err != nil {
		return nil, cli.Usagef(std, "%v", err)
	}
	if c.opt.Shard, err = shards.Parse(*shard); err != nil {
		return nil, cli.Usagef(std, "-shard: %v", err)
	}
	if err := checkCall(std, c.files, c.out, &c.opt); err != nil {
		return nil, err
	}
	return c, cli.CheckOutputs(std, c.files, c.out, c.reject)
}

// Main is the extract command. Programs that register sets of their own call it
// from their main function.
func Main(ctx context.Context, args []string, std cli.Streams) error {
	return Share(ctx, args, std, nil)
}

// Share is the extract command for a shard of which a look was made; nil: none.
func Share(ctx context.Context, args []string, std cli.Streams, look *Look) error {
	c, err := parse(args, std)
	if err != nil {
		return err
	}
	files, out, opt := c.files, c.out, c.opt
	opt.Look = look
	var made []byte // how, of a shard
	if opt.Shard.Of > 1 {
		if made, err = newRecipe(args, &opt, files); err != nil {
			return err
		}
		if done, err := isDone(out, made); done || err != nil {
			cli.Printf(std.Err, "%s is complete: shard %v of this extraction\n", out, opt.Shard)
			return err
		}
	}
	if err := forgetDone(out); err != nil {
		return err
	}
	closeReject, err := opt.OpenReject(c.reject)
	if err != nil {
		return err
	}
	done := opt.Attend(std)
	start := time.Now()
	rep, err := write(ctx, files, out, opt)
	done()
	if err == nil && opt.Shard.Of > 1 {
		err = noteDone(out, made)
	}
	if err := errors.Join(err, closeReject()); err != nil {
		return err
	}
	sum := summary{rep, &opt, out, time.Since(start).Seconds()}
	if c.asJSON {
		return cli.WriteJSON(std.Out, sum.object())
	}
	sum.print(std.Err)
	return nil
}

// write converts, or counts, as the name of the output says.
func write(ctx context.Context, files []string, out string, opt Options) (*Report, error) {
	if !counts(out) {
		return Convert(ctx, files, out, opt)
	}
	if !opt.Look.checked(&opt) {
		if err := opt.CheckLaws(); err != nil {
			return nil, err
		}
	}
	return Run(ctx, files, Create(out, opt.Shard), opt)
}

// checkCall refuses a call that lacks its input or its output, or whose output
// is of no known kind.
func checkCall(std cli.Streams, files []string, out string, opt *Options) error {
	ext := filepath.Ext(out)
	switch {
	case len(files) == 0:
		return cli.Usagef(std, "no input: pass a CSV file of FEN and evaluation, EPD with results, PGN or another file of docs/data.md, or - for standard input")
	case out == "":
		return cli.Usagef(std, "no output: pass -o NAME.matrix (or .csv, .parquet; or .epd, .txt, .bin, .bf, .viri)")
	case !counts(out) && !datasets.CanWrite(out):
		return cli.Usagef(std, "-o %s: unknown ending %q: want .matrix, .csv or .parquet for counts, or .epd, .txt, .bin, .bf or .viri for positions", out, ext)
	case opt.Shard.Of > 1 && ext != ".matrix":
		return cli.Usagef(std, "-shard: only matrices can be put together again: pass -o NAME.matrix")
	case ext == ".matrix" && !opt.Filter.Balance.IsZero():
		return cli.Usagef(std, "-balance: a matrix keeps the natural mix, on which K and the test are to be: pass -balance to fit, which knows its training games")
	}
	return nil
}

// CheckLaws refuses a set with a term that breaks a law on the fixed positions.
func CheckLaws(set *features.Set) error {
	if err := features.CheckLawsOnPositions(set); err != nil {
		return fmt.Errorf("%s %w: mend the term; no fit can use it", note.F01, err)
	}
	return nil
}

// Attend gives options what a command adds: the standard input, and remarks and
// progress on standard error. The function that it returns takes the progress
// away.
func (o *Options) Attend(std cli.Streams) (done func()) {
	stages := &progress.Stages{W: std.Err}
	o.Progress = func(stage string, read, size int64) { stages.At(stage, read, size, "") }
	o.Read.Stdin = std.In
	o.Remark = func(f note.Note) { cli.Printf(std.Err, "warning: %v\n", f) }
	return stages.Done
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

// Create returns what [Run] opens its writer with: a writer for the kind of
// output that the name's ending says, a matrix if it is none of the others.
func Create(name string, shard matrix.Shard) func(matrix.Schema) (matrix.Writer, error) {
	return func(s matrix.Schema) (matrix.Writer, error) {
		switch filepath.Ext(name) {
		case ".csv":
			return dense.CreateCSV(name, s)
		case ".parquet":
			return dense.CreateParquet(name, s)
		}
		return matrix.Create(name, s, shard)
	}
}
