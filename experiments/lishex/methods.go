package lishex

import (
	"context"
	"fmt"
	"math"

	"example.org/centipawn/extract"
	"example.org/centipawn/features"
	"example.org/centipawn/fit"
	"example.org/centipawn/fit/descent"
	"example.org/centipawn/loop"
	"example.org/centipawn/matrix"
	"example.org/centipawn/weights/fitted"
)

// adamRate is the first step of the paper's program, in centipawns.
const adamRate = 10

// A Method is where a minimiser ended that began at the random values.
type Method struct {
	Method    fit.Method     `json:"method"`
	Gradients int            `json:"gradients"` // passes of the search for loss and gradient
	Loss      float64        `json:"loss"`      // that is minimised: of the training rows, weighed to the balance
	Gap       float64        `json:"gap"`       // above that of L-BFGS
	Farthest  float64        `json:"farthest"`  // from a value of L-BFGS, centipawns
	Stopped   descent.Reason `json:"stopped"`
	Values    []loop.Value   `json:"values"`
}

// samples are the files of the positions that the last iteration was fitted to.
func (x *run) samples() (files []string) {
	for n := max(1, x.Loop.Iterations-x.Loop.Window+1); n <= x.Loop.Iterations; n++ {
		files = append(files, x.file(n, fmt.Sprintf("samples-%03d.epd.zst", n)))
	}
	return files
}

// compareMethods fits those positions from the random values.
func (x *run) compareMethods(ctx context.Context) error {
	data, _, err := extract.Memory(ctx, x.samples(), extract.Options{Set: features.Lishex, Threads: x.Loop.Threads, Trusted: true})
	if err != nil {
		return err
	}
	opt, err := x.fitting(data.Schema())
	if err != nil {
		return err
	}
	for _, m := range paperMethods {
		found, err := x.minimise(ctx, data, m, opt)
		if err != nil {
			return fmt.Errorf("%v: %w", m, err)
		}
		x.result.Methods = append(x.result.Methods, *found)
	}
	x.compare()
	return nil
}

// fitting says how the loop fits, but from the random values and without its prior,
// which pulls to the values that played.
func (x *run) fitting(schema matrix.Schema) (fit.Options, error) {
	start := fitted.Named(x.start)
	opt := fit.Options{
		Loss: fit.Sigmoid, Threads: x.Loop.Threads,
		Split: fit.Split{Share: x.Loop.Share, Seed: x.Loop.Seed},
		Texel: fit.Texel{K: x.Loop.K, Balance: fit.Balance{Balance: x.Loop.Balance}, Search: fit.Search{Start: start, Quick: true}, Scaling: fit.Scaling{Scale: fit.ScaleNone}},
	}
	for _, pattern := range x.Loop.Freeze {
		held, err := fitted.Freeze(schema, pattern, start)
		if err != nil {
			return opt, err
		}
		opt.Fixed = append(opt.Fixed, held...)
	}
	return opt, nil
}

// minimise fits by one method.
func (x *run) minimise(ctx context.Context, data *matrix.Set, m fit.Method, opt fit.Options) (*Method, error) {
	out := &Method{Method: m, Loss: math.Inf(1)}
	opt.Method = m
	if m != fit.LBFGS {
		opt.Texel.Passes, opt.Texel.Rate = x.Steps, adamRate
	}
	opt.Progress = func(p fit.Progress) {
		if p.Stage == "fitting" {
			out.Gradients, out.Loss = p.Done, min(out.Loss, p.Loss)
		}
	}
	r, err := fit.Fit(ctx, data, opt)
	if err != nil {
		return nil, err
	}
	if r.Stopped == descent.Interrupted {
		return nil, context.Cause(ctx)
	}
	out.Stopped = r.Stopped
	out.Values = loop.Values(fitted.File(r, data, fitted.About{}))
	return out, nil
}

// compare measures the methods by the first of them.
func (x *run) compare() {
	first := x.result.Methods[0]
	for i := range x.result.Methods {
		m := &x.result.Methods[i]
		m.Gap = m.Loss - first.Loss
		for j, v := range m.Values {
			m.Farthest = max(m.Farthest, math.Abs(v.MG-first.Values[j].MG), math.Abs(v.EG-first.Values[j].EG))
		}
	}
}
