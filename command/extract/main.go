// Package extract is the command of that name: it counts the terms of labelled positions, or converts
// them, whole or a shard of them.
package extract

import (
	"context"
	"errors"
	"path/filepath"
	"time"

	"example.org/centipawn/datasets"
	"example.org/centipawn/extract"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/shards"
)

const synopsis = "extract [-set name] [-shard i/n] [flags] -o OUT FILE|-..."

const about = `Extract counts the terms of labelled positions: tables, EPD, PGN, Lichess evaluations
and engines' records become a design matrix. OUT is a folder x.matrix, which fit reads, or a
dense table x.csv or x.parquet for pandas.

Or it converts: OUT named x.epd, x.txt (FEN | score | result), x.bin (marlinformat),
x.bf (bulletformat) or x.viri (viriformat: whole games) gets the positions themselves, .zst
or .gz after it compresses them.

Files may be compressed (.zst .gz .bz2). docs/data.md says which are read, and in which order
positions are filtered.`

// A call is what the arguments of the command say.
type call struct {
	files       []string
	out, reject string
	asJSON      bool
	opt         extract.Options
}

// parse reads arguments.
func parse(args []string, std cli.Streams) (c *call, err error) {
	fs := cli.NewFlags(synopsis, about, std, extract.FlagGroups()...)
	flags := extract.AddFlags(fs)
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

// Main is the command.
func Main(ctx context.Context, args []string, std cli.Streams) error {
	return Share(ctx, args, std, nil)
}

// Share is the extract command for a shard of which a look was made; nil: none.
func Share(ctx context.Context, args []string, std cli.Streams, look *extract.Look) error {
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

// LookAt looks at the inputs of a call once, for all its shards. Nil: each shard is to look for itself.
func LookAt(ctx context.Context, args []string, std cli.Streams) (*extract.Look, error) {
	c, err := parse(args, std)
	if err != nil {
		return nil, err
	}
	defer c.opt.Attend(std)()
	return extract.LookAt(ctx, c.files, c.opt)
}

// write converts, or counts, as the name of the output says.
func write(ctx context.Context, files []string, out string, opt extract.Options) (*extract.Report, error) {
	if !counts(out) {
		return extract.Convert(ctx, files, out, opt)
	}
	if err := opt.CheckLaws(); err != nil {
		return nil, err
	}
	return extract.Run(ctx, files, extract.Create(out, opt.Shard), opt)
}

// checkCall refuses a call that lacks its input or its output, or whose output
// is of no known kind.
func checkCall(std cli.Streams, files []string, out string, opt *extract.Options) error {
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
