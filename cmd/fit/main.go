// Fit estimates the weights of an evaluation from labelled positions.
//
// Usage:
//
//	fit [-set name] [flags] [-o weights.json] MATRIX...|FILE...|TRACE...
//
// The arguments are matrices that extract wrote, or data files, which are
// counted in memory; the same positions give the same bytes either way. Or they
// are traces, rows that another program counted.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"centipawn/atomicfile"
	"centipawn/cli"
	"centipawn/extract"
	"centipawn/fit"
	"centipawn/weights"
	"centipawn/weights/export"
	"centipawn/weights/fitted"
)

const synopsis = "fit [-set name] [flags] [-o weights.json] MATRIX...|FILE...|TRACE..."

const about = `Fit finds the weights whose evaluation is closest to the labels, tests them on
games that it kept apart, and says how far each can be trusted. The arguments
are matrices that extract wrote, data files, which it counts itself, or traces:
rows that another program counted (x.trace, x.svm, x.libsvm; see docs/engine.md).

With -loss sigmoid or crossentropy the labels are results of games, and the
weights predict them through the expected score: Texel tuning.`

func main() { cli.Main("fit", run) }

// A request is what the command line asks for.
type request struct {
	inputs []string
	read   extract.Options
	given  []string // names of the flags of reading that were given
	reject string   // file for bad lines
	fit    fit.Options
	texel  texelFlags
	trace  traceFlags
	test   string // a file or matrix, "" if the split says it all

	about     fitted.About // what the weights file says besides
	flagFacts []fact       // see checkpoint.facts
	saved     *checkpointer

	out, table, report string
	learning, json     bool
}

func run(ctx context.Context, args []string, std cli.Streams) error {
	q, err := parse(args, std)
	if err != nil {
		return err
	}
	if err := q.tryOutputs(); err != nil {
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
	train, err := openData(ctx, q, q.inputs, nil, std)
	if err != nil {
		return err
	}
	defer train.Close()
	test := &data{}
	if q.test != "" {
		schema := train.Schema()
		if test, err = openData(ctx, q, []string{q.test}, &schema, std); err != nil {
			return err
		}
		defer test.Close()
		q.fit.Test, q.about.Test = test.Set, test.Set
	}
	if err := q.readStart(train.Schema()); err != nil {
		return err
	}
	if err := q.keepState(train, std); err != nil {
		return err
	}
	releaseReading()
	res, err := estimate(ctx, train, q.fit, std)
	if err != nil {
		return err
	}
	f := &finding{file: fitted.File(res, train.Set, q.about), res: res, data: train}
	if res.Stopped == "interrupted" {
		return q.interrupted(f, time.Since(start).Seconds(), std)
	}
	if f.learning, err = q.learn(ctx, train, res, std); err != nil {
		return err
	}
	written := q.write(ctx, f)
	f.seconds = time.Since(start).Seconds()
	if err := errors.Join(written, tell(q, f, written == nil, std)); err != nil {
		return err // what was found is told all the same
	}
	return q.saved.remove()
}

// interrupted keeps the best weights so far, and what a search goes on with.
func (q *request) interrupted(f *finding, seconds float64, std cli.Streams) error {
	f.seconds = seconds
	written := q.writeWeights(f.file)
	if err := errors.Join(written, q.saved.flush(), tell(q, f, written == nil, std)); err != nil {
		return err
	}
	text := "interrupted"
	if q.out != "" {
		text += "; the best weights so far are in " + q.out
	}
	if q.saved != nil {
		text += "; the same command goes on from " + q.saved.path
	}
	return fmt.Errorf("%s: %w", text, context.Canceled)
}

// estimate fits, with progress on standard error.
func estimate(ctx context.Context, data *data, opt fit.Options, std cli.Streams) (*fit.Result, error) {
	done := attend(&opt, std.Err)
	defer done()
	return fit.Fit(ctx, data.Set, opt)
}

// tryOutputs finds out before the fit whether its files can be written.
func (q *request) tryOutputs() error {
	if err := errors.Join(tryFile("o", q.out), tryFile("table", q.table)); err != nil || q.report == "" {
		return err
	}
	return os.MkdirAll(q.report, 0o777)
}

// tryFile finds out whether the file of a flag, "" for none, can be written.
func tryFile(flag, path string) error {
	if path == "" {
		return nil
	}
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return fmt.Errorf("-%s %s: it is a folder: pass the name of a file", flag, path)
	}
	f, err := atomicfile.Create(path)
	if err == nil {
		err = f.Discard()
	}
	if err != nil {
		return fmt.Errorf("-%s %s: %w", flag, path, err)
	}
	return nil
}

// write writes the files that were asked for.
func (q *request) write(ctx context.Context, f *finding) error {
	if err := q.writeWeights(f.file); err != nil || q.report == "" {
		return err
	}
	return writeReport(ctx, q, f)
}

// writeWeights writes the weights as they were asked for.
func (q *request) writeWeights(f *weights.File) error {
	if q.out != "" {
		if err := f.Write(q.out); err != nil {
			return err
		}
	}
	if q.table == "" {
		return nil
	}
	source, err := export.Code(f, export.Go, export.Options{})
	if err != nil {
		return err
	}
	return atomicfile.Write(q.table, source)
}
