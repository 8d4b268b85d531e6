package descent

import (
	"context"
	"errors"
	"fmt"
	"math"
)

// Minimize returns the weights at which f is lowest, starting at start. A cancelled
// context is not an error: the result has the best weights so far. Errors are those of
// f, of the callbacks, of options that do not fit, and of a start where f is not finite.
func Minimize(ctx context.Context, f Objective, start []float64, opt Options) (*Result, error) {
	r := &run{f: f, opt: opt.withDefaults(), box: box{opt.Low, opt.High}}
	if err := r.check(start); err != nil {
		return nil, err
	}
	m := r.stepper()
	reason, err := r.iterate(ctx, m, start)
	switch {
	case errors.Is(err, errStalled), errors.Is(err, errSettled):
		reason = Stalled
		if errors.Is(err, errSettled) {
			reason = Settled
		}
		err = m.finish(ctx)
		if err != nil && ctx.Err() == nil {
			return nil, err
		}
	case err != nil && ctx.Err() != nil:
		reason = Interrupted
	case err != nil:
		return nil, err
	}
	return r.result(reason), nil
}

// iterate goes on from the start until an end.
func (r *run) iterate(ctx context.Context, m stepper, start []float64) (Reason, error) {
	err := r.open(ctx, m, start)
	for err == nil {
		if reason, ended := r.ended(); ended {
			return reason, m.finish(ctx)
		}
		r.Iteration++
		if err = m.step(ctx); err != nil {
			r.Iteration--
		} else {
			err = r.settle()
		}
	}
	return "", err
}

func (r *run) stepper() stepper {
	switch r.opt.Method {
	case LevenbergMarquardt:
		return &levenberg{run: r}
	case Adam, SGD:
		return &adam{run: r}
	case Newton:
		return &truncatedNewton{run: r}
	}
	return &lbfgs{run: r}
}

// open brings the state to the point that the first step starts from.
func (r *run) open(ctx context.Context, m stepper, start []float64) error {
	if r.opt.Resume != nil {
		r.State = r.opt.Resume.clone()
		return m.begin(ctx)
	}
	if err := r.first(ctx, start); err != nil {
		return err
	}
	if err := m.begin(ctx); err != nil {
		return err
	}
	return r.settle()
}

// check returns what is wrong with the arguments of a run.
func (r *run) check(start []float64) error {
	n, o := r.f.Size(), r.opt
	if err := errors.Join(r.box.check(n), r.checkOptions(n)); err != nil {
		return err
	}
	if s := o.Resume; s != nil {
		return s.fits(o.Method, n, r.box)
	}
	if len(start) != n || !finite(0, start) {
		return fmt.Errorf("start: %d weights for an objective of %d: pass as many, finite", len(start), n)
	}
	return nil
}

// checkOptions returns what is wrong with the options, of n weights.
func (r *run) checkOptions(n int) error {
	o := r.opt
	if int(o.Method) >= len(methodNames) {
		return fmt.Errorf("method %d: pass LBFGS, LevenbergMarquardt, Adam, SGD or Newton", o.Method)
	}
	if o.Method == LevenbergMarquardt && n > o.MatrixLimit {
		return fmt.Errorf("lm: %d weights need a matrix of %d MB: pass MatrixLimit %d or the method lbfgs", n, n*n/125_000, n)
	}
	if _, ok := r.f.(Curved); o.Method == Newton && !ok {
		return fmt.Errorf("newton: the objective does not multiply with its curvature: pass a Curved one, or the method lbfgs")
	}
	if b, ok := r.f.(Batched); o.Method == SGD && (!ok || b.Batches() < 1) {
		return fmt.Errorf("sgd: the objective has no batches: pass a Batched one, or the method adam")
	}
	if o.Tolerance < 0 || math.IsNaN(o.Tolerance) || o.Passes < 0 || o.Every < 0 || o.MatrixLimit < 0 || o.Patience < 0 || !(o.Rate > 0) {
		return fmt.Errorf("options: negative: pass 0 for the default of Tolerance, Passes, Every, MatrixLimit, Patience and Rate")
	}
	return nil
}
