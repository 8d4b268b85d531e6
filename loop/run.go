package loop

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"example.org/centipawn/engine"
	"example.org/centipawn/eval"
	"example.org/centipawn/extract"
	"example.org/centipawn/internal/resume/folder"
	"example.org/centipawn/loop/campaign"
	"example.org/centipawn/weights"
)

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
	iterations := campaign.Iterations[Metrics]{Dir: opt.Dir, Max: opt.Iterations, Begin: r.enter, End: r.ended}
	for _, stage := range []func(context.Context, step, *Metrics) error{r.play, r.learn, r.predict, r.prove} {
		iterations.Stages = append(iterations.Stages, func(ctx context.Context, s campaign.Step, m *Metrics) error {
			return stage(ctx, step{s, opt.Seed}, m)
		})
	}
	if err := iterations.Run(ctx); err != nil || r.shown == len(r.done) {
		return r.done, err
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
	if err := checkPatterns(f, r.opt.Freeze); err != nil {
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

// open enters the folder of a run.
func open(o *Options) (lock io.Closer, err error) {
	s, err := settingsOf(o)
	if err != nil {
		return nil, err
	}
	return folder.Open(o.Dir, s, initName)
}

// enter reads the weights that play in an iteration.
func (r *run) enter(s campaign.Step, m *Metrics) (err error) {
	m.Iteration = s.Number
	r.best, err = weights.Read(r.weightsOf(r.bestBefore(s.Number)))
	return err
}

// ended takes the metrics of an iteration.
func (r *run) ended(m *Metrics, resumed bool) error {
	r.done = append(r.done, m)
	r.watch(Event{Iteration: m.Iteration, Metrics: m, Resumed: resumed})
	if resumed {
		return nil
	}
	return r.publish()
}
