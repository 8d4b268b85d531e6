// Package tune is a session of fitting: from data files, matrices or traces to weights, the tables
// and pictures about them, and the run file that makes them again.
//
// [Run] opens or counts the data, reads the start weights, fits and returns a [Finding], which
// writes itself. [Settings] gives every option a name: those are the flags of the command fit and
// the keys of its run files.
package fit

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"slices"
	"time"

	"example.org/centipawn/extract"
	"example.org/centipawn/fit"
	"example.org/centipawn/internal/atomicfile"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/note"
	"example.org/centipawn/internal/progress"
	"example.org/centipawn/match/play"
	"example.org/centipawn/match/regret"
	"example.org/centipawn/weights"
	"example.org/centipawn/weights/fitted"
	"example.org/centipawn/weights/guard"
)

// Options says what is fitted, and how.
type Options struct {
	// Inputs are matrices, data files or traces: one kind of them.
	Inputs []string

	// Set names the set of terms. Empty means pesto for data files, and what matrices and
	// traces say of themselves.
	Set string

	// AutoLoss takes the sigmoid loss where rows have results and none has a score.
	AutoLoss bool

	// TemperatureGiven says that -temperature was passed, which a policy refuses.
	TemperatureGiven bool

	// Read says how data files are read; its Set, Threads and Reject are set by Run.
	Read   extract.Options
	Reject string // file for bad lines, "" for none
	Trace  Trace

	// Fit says how weights are estimated; its Test, start weights and prior are set from the
	// names below.
	Fit fit.Options

	Start  string   // "published" (also if empty), "zero" or a weights file
	Prior  string   // "published", a weights file, or "" for none
	Freeze []string // patterns of weights that keep their start values
	Test   string   // file or matrix of the test; "" if Fit.Split says it

	// Anew says how leaves of choices are found again by the weights of a fit, for another fit, until
	// they stay, or for so many Rounds: "quiet", quiescence, or a limit such as "nodes=100", which is
	// Leaf; "": they are not.
	Anew   string
	Leaf   play.Limit
	Rounds int

	Learning bool // fit shares of the training games, too

	Checkpoint string // file of the search's state, "" for none

	Out    string // weights file, "" for none
	Run    string // text of the run file that is written beside it, "" for none
	Report string // folder of pictures and tables, "" for none
	JSON   bool   // one JSON object in place of tables

	// Lean keeps the heap of the whole process tight while weights are fitted, and gives memory back to the
	// system before: for a process that does nothing else.
	Lean bool

	Predict      bool // measure the new weights' regret beside that of the old ones
	PredictRoots int  // at so many positions; 0: [regret.DefaultRoots]
}

// fitGrowth is how far the heap grows between collections while weights are fitted, in per cent:
// nearly all of it are the rows, which hold no pointers and cost a collection nothing.
const fitGrowth = 10

// A session is a run of the options.
type session struct {
	Options
	std   cli.Streams
	about fitted.About  // what the weights file says besides
	old   *weights.File // the evaluation that the new one replaces; nil: none
	saved *checkpointer

	baseline *weights.File // of a prediction; nil: none is asked for

	passes []Pass // of the last search
}

// A Finding is everything that a run found.
type Finding struct {
	File     *weights.File
	Result   *fit.Result
	Learning []LearningPoint
	Rounds   []Round
	Passes   []Pass    // of the search
	Warnings note.List // of data files and matrices; a weights file does not hold them
	Seconds  float64

	Guard *guard.Report // beside the weights that the fit began with; nil without any

	Prediction *regret.Result // beside the same; nil if none was asked for

	opt   *Options // with the start weights that were read
	data  fit.Data
	saved *checkpointer
}

// Run fits. Progress and what became of the lines go to std.Err. A search that was interrupted is
// a finding, too: see [Finding.Interrupted].
func Run(ctx context.Context, opt Options, std cli.Streams) (*Finding, error) {
	if err := opt.tryOutputs(); err != nil {
		return nil, err
	}
	closeReject, err := opt.Read.OpenReject(opt.Reject)
	if err != nil {
		return nil, err
	}
	s := &session{Options: opt, std: std}
	s.about = fitted.About{Tool: "centipawn fit " + cli.Version, Constraints: opt.constraints()}
	f, err := s.run(ctx)
	return f, errors.Join(err, closeReject())
}

func (s *session) run(ctx context.Context) (*Finding, error) {
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
	if err := s.chooseLoss(train); err != nil {
		return nil, err
	}
	if err := s.preparePolicy(train.Schema()); err != nil {
		return nil, err
	}
	if err := s.readStart(train.Schema()); err != nil {
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
	f := &Finding{File: fitted.File(res, train.Set, s.about), Result: res, Rounds: rounds, Passes: slices.Clone(s.passes), Warnings: train.warnings, opt: &s.Options, data: train.Set, saved: s.saved}
	if !f.Interrupted() {
		if f.Learning, err = s.learn(ctx, train, res); err != nil {
			return nil, err
		}
	}
	if err := s.compare(ctx, f, train.Set); err != nil {
		return nil, err
	}
	if err = f.keep(ctx); err == nil {
		err = s.predict(ctx, f)
	}
	f.Seconds = time.Since(begun).Seconds()
	return f, err
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

// estimate fits, with progress on standard error.
func (s *session) estimate(ctx context.Context, data *data, opt fit.Options) (*fit.Result, error) {
	stages := &progress.Stages{W: s.std.Err}
	defer stages.Done()
	opt.Progress = func(p fit.Progress) {
		stages.At(p.Stage, int64(p.Done), int64(p.Total), lossAndGap(p))
		s.notePass(p)
	}
	return fit.Fit(ctx, data.Set, opt)
}

// lossAndGap says how far a search is.
func lossAndGap(p fit.Progress) string {
	switch {
	case p.Loss == 0:
		return ""
	case p.Gap < 0:
		return fmt.Sprintf("loss %.9f", p.Loss)
	}
	return fmt.Sprintf("loss %.9f, gap %.1e", p.Loss, p.Gap)
}

// Interrupted reports whether the search was: the weights are the best so far.
func (f *Finding) Interrupted() bool { return f.Result.Stopped == fit.Interrupted }

// keep writes the files that were asked for: the weights with their run file, and the page. Of an
// interrupted search it writes what the search goes on with.
func (f *Finding) keep(ctx context.Context) error {
	if f.opt.Out != "" {
		if err := f.File.Write(f.opt.Out); err != nil {
			return err
		}
	}
	if f.Interrupted() {
		return f.saved.flush()
	}
	if err := f.opt.writeRun(); err != nil {
		return err
	}
	if f.opt.Report != "" {
		if err := f.writePage(ctx); err != nil {
			return err
		}
	}
	return f.saved.remove()
}

// tryOutputs finds out before the fit whether its files can be written.
func (o *Options) tryOutputs() error {
	if o.Out != "" {
		if err := tryFile(o.Out); err != nil {
			return fmt.Errorf("-o %s: %w", o.Out, err)
		}
		if err := o.tryRun(); err != nil {
			return err
		}
	}
	if o.Report == "" {
		return nil
	}
	return os.MkdirAll(o.Report, 0o777)
}

// tryFile finds out whether a file can be written.
func tryFile(path string) error {
	switch info, err := os.Stat(path); {
	case err != nil || info.Mode().IsRegular():
	case info.IsDir():
		return errors.New("it is a folder: pass the name of a file")
	default:
		return nil // a device or a pipe: to try it is to use it
	}
	f, err := atomicfile.Create(path)
	if err != nil {
		return err
	}
	return f.Discard()
}
