// Package session is a session of fitting: from data files, matrices or traces to weights, the tables
// and pictures about them, and the run file that makes them again.
//
// [Run] opens or counts the data, reads the start weights, fits and returns a [finding.Finding], which
// writes itself. Package settings gives every option a name: those are the flags of the command fit
// and the keys of its run files.
package session

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"slices"
	"time"

	"example.org/centipawn/command/fit/finding"
	"example.org/centipawn/command/fit/settings"
	"example.org/centipawn/internal/atomicfile"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/weights/fitted"
)

// fitGrowth is how far the heap grows between collections while weights are fitted, in per cent:
// nearly all of it are the rows, which hold no pointers and cost a collection nothing.
const fitGrowth = 10

// Run fits. Progress and what became of the lines go to std.Err. A search that was interrupted is
// a finding, too: see Finding.Interrupted.
func Run(ctx context.Context, opt settings.Options, std cli.Streams) (*finding.Finding, error) {
	if err := tryOutputs(&opt); err != nil {
		return nil, err
	}
	closeReject, err := opt.Read.OpenReject(opt.Reject)
	if err != nil {
		return nil, err
	}
	s := newSession(opt, std)
	f, err := s.run(ctx)
	if f == nil && errors.Is(err, context.Canceled) {
		err = s.notBegun()
	}
	return f, errors.Join(err, closeReject())
}

// newSession returns a session before its rows are read.
func newSession(opt settings.Options, std cli.Streams) *session {
	return &session{Options: opt, std: std, about: fitted.About{Tool: "centipawn fit " + cli.Version, Constraints: opt.Constraints()}}
}

// notBegun is the error of a fit that was interrupted before its search had weights to keep.
func (s *session) notBegun() error {
	kept := "nothing is kept, and the same command begins again"
	if s.saved != nil && s.Fit.Texel.Resume != nil {
		kept = "the state in " + s.saved.path + " is as it was, and the same command goes on from it"
	}
	return fmt.Errorf("interrupted before the search had new weights: %s: %w", kept, context.Canceled)
}

func (s *session) run(ctx context.Context) (*finding.Finding, error) {
	begun := time.Now()
	train, err := s.open(ctx, s.Inputs, nil)
	if err != nil {
		return nil, err
	}
	defer train.Close()
	if s.Test != "" {
		schema := train.Schema()
		test, err := s.open(ctx, []string{s.Test}, &schema)
		if err != nil {
			return nil, err
		}
		defer test.Close()
		s.Fit.Test, s.about.Test = test.Set, test.Set
	}
	if err := s.prepare(train); err != nil {
		return nil, err
	}
	if err := s.readBaseline(train.Schema()); err != nil {
		return nil, err
	}
	if err := s.keepState(train); err != nil {
		return nil, err
	}
	if s.Lean {
		defer releaseReading()()
	}
	res, err := s.estimate(ctx, train, s.Fit)
	if err != nil {
		return nil, err
	}
	res, rounds, err := s.anew(ctx, train, res)
	if err != nil {
		return nil, err
	}
	f := &finding.Finding{File: fitted.File(res, train.Set, s.about), Result: res, Rounds: rounds, Passes: slices.Clone(s.passes), Warnings: train.warnings, Options: &s.Options, Data: train.Set}
	if !f.Interrupted() {
		if f.Learning, err = s.learn(ctx, train, res); err != nil {
			return nil, err
		}
	}
	if err := s.compare(ctx, f, train.Set); err != nil {
		return nil, err
	}
	if err = s.keep(ctx, f); err == nil {
		err = s.predict(ctx, f)
	}
	f.Seconds = time.Since(begun).Seconds()
	return f, err
}

// prepare finds out from rows and files what the options leave open: the loss, the start weights, what is held.
func (s *session) prepare(train *data) error {
	if err := s.chooseLoss(train); err != nil {
		return err
	}
	if err := s.preparePolicy(train.Schema()); err != nil {
		return err
	}
	return s.readStart(train.Schema())
}

// releaseReading gives back what reading took and fitting does not need, and keeps the heap tight
// until restore is called, unless GOGC says how.
func releaseReading() (restore func()) {
	defer debug.FreeOSMemory()
	if os.Getenv("GOGC") != "" {
		return func() {}
	}
	before := debug.SetGCPercent(fitGrowth)
	return func() { debug.SetGCPercent(before) }
}

// keep writes the files that were asked for: the weights with their run file, and the page. Of an
// interrupted search it writes what the search goes on with.
func (s *session) keep(ctx context.Context, f *finding.Finding) error {
	if s.Out != "" {
		if err := f.File.Write(s.Out); err != nil {
			return err
		}
	}
	if f.Interrupted() {
		return s.saved.flush()
	}
	if err := s.WriteRun(); err != nil {
		return err
	}
	if s.Report != "" {
		if err := f.WritePage(ctx); err != nil {
			return err
		}
	}
	return s.saved.remove()
}

// tryOutputs finds out before the fit whether its files can be written.
func tryOutputs(o *settings.Options) error {
	if o.Out != "" {
		if err := atomicfile.Try(o.Out); err != nil {
			return fmt.Errorf("-o %s: %w", o.Out, err)
		}
		if err := o.TryRun(); err != nil {
			return err
		}
	}
	if o.Report == "" {
		return nil
	}
	return os.MkdirAll(o.Report, 0o777)
}
