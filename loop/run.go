package loop

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"example.org/centipawn/engine"
	"example.org/centipawn/eval"
	"example.org/centipawn/extract"
	"example.org/centipawn/internal/resume/folder"
	"example.org/centipawn/weights"
)

// An Event reports how a run goes: where a stage is, or, with
// Metrics, that an iteration has ended.
type Event struct {
	Iteration   int // from 1
	Stage       string
	Done, Total int64    // games, bytes or pairs; a total of 0 is not known
	Loss        float64  // while weights are searched
	Metrics     *Metrics // of the iteration that has ended
	Resumed     bool     // it had ended before the run went on
}

// The stages of an iteration.
const (
	Playing    = "playing"    // games
	Drawing    = "drawing"    // positions from them
	Estimating = "fitting"    // weights to those
	Predicting = "predicting" // the match, by moves
	Proving    = "proving"    // the weights in a match
)

// A run is what goes on in a folder.
type run struct {
	opt     Options
	watch   func(Event)
	program string        // that plays: its build
	done    []*Metrics    // of the iterations that have ended
	best    *weights.File // that play
	shown   int           // iterations that are in the pictures, as far as this call knows
}

// Run plays, draws, fits and proves until all iterations are done, or goes on with the run that is
// in the folder; what that has done beyond them stays. It returns the metrics of all of them. watch
// may be nil. If ctx ends that is the error, and the same call goes on later.
func Run(ctx context.Context, opt Options, watch func(Event)) ([]*Metrics, error) {
	opt = opt.WithDefaults()
	if watch == nil {
		watch = func(Event) {}
	}
	r := &run{opt: opt, watch: watch}
	lock, err := r.begin()
	if err != nil {
		return nil, fmt.Errorf("loop: %w", err)
	}
	defer lock.Close()
	for number := 1; number <= opt.Iterations || folder.Exists(r.step(number).file(metricsName)); number++ {
		if err := r.iterate(ctx, r.step(number)); err != nil {
			return r.done, fmt.Errorf("iteration %d: %w", number, err)
		}
	}
	if r.shown == len(r.done) {
		return r.done, nil
	}
	return r.done, r.publish() // it was killed before
}

// begin enters the folder and makes the first weights.
func (r *run) begin() (lock io.Closer, err error) {
	if err := errors.Join(r.opt.Validate(), extract.CheckLaws(r.opt.Set)); err != nil {
		return nil, err
	}
	f, err := Start(r.opt.Set, r.opt.Init, r.opt.Freeze, r.opt.Seed)
	if err != nil {
		return nil, err
	}
	if _, err := eval.New(f); err != nil {
		return nil, err
	}
	if err := errors.Join(checkPatterns(f, r.opt.Freeze), r.opt.checkBlock(f)); err != nil {
		return nil, err
	}
	if r.program, err = engine.Build(); err != nil {
		return nil, err
	}
	if lock, err = open(&r.opt); err != nil {
		return nil, err
	}
	if err := f.Write(filepath.Join(r.opt.Dir, initName)); err != nil {
		return nil, errors.Join(err, lock.Close())
	}
	return lock, nil
}

// iterate goes through the stages of an iteration that have not been gone through.
func (r *run) iterate(ctx context.Context, s step) error {
	m := new(Metrics)
	ok, err := folder.Read(s.file(metricsName), m)
	if err != nil {
		return err
	}
	if ok {
		r.done = append(r.done, m)
		r.watch(Event{Iteration: s.number, Metrics: m, Resumed: true})
		return nil
	}
	if err := os.MkdirAll(s.dir, 0o777); err != nil {
		return err
	}
	if r.best, err = weights.Read(r.weightsOf(r.bestBefore(s.number))); err != nil {
		return err
	}
	for _, stage := range []func(context.Context, step, *Metrics) error{r.play, r.learn, r.predict, r.prove} {
		if err := stage(ctx, s, m); err != nil {
			return err
		}
	}
	m.Iteration = s.number
	if err := folder.Write(s.file(metricsName), m); err != nil {
		return err
	}
	r.done = append(r.done, m)
	r.watch(Event{Iteration: s.number, Metrics: m})
	return r.publish()
}

// bestBefore returns the iteration whose weights play in another one.
func (r *run) bestBefore(number int) int {
	if number == 1 {
		return 0
	}
	return r.done[number-2].Best
}

// weightsOf returns the name of an iteration's weights, of 0 those of the beginning.
func (r *run) weightsOf(number int) string {
	if number == 0 {
		return filepath.Join(r.opt.Dir, initName)
	}
	return r.step(number).file(weightsName)
}

// checkPatterns refuses a pattern that matches no weight.
func checkPatterns(f *weights.File, patterns []string) error {
	for _, pattern := range patterns {
		known := false
		each(f, func(name string, _ *weights.Weight) { known = known || matches([]string{pattern}, name) })
		if !known {
			return fmt.Errorf("freeze %s: no weight of set %s matches: pass another pattern", pattern, f.Set)
		}
	}
	return nil
}
