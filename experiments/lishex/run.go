package lishex

import (
	"context"
	"fmt"

	"example.org/centipawn/features"
	"example.org/centipawn/loop"
	"example.org/centipawn/weights"
)

// Run learns, compares the methods, and plays.
func Run(ctx context.Context, opt Options) (*Result, error) {
	opt = opt.withDefaults()
	metrics, err := loop.Run(ctx, opt.Loop, opt.Report)
	if err != nil {
		return nil, err
	}
	x := &run{Options: opt, result: Result{Iterations: metrics[:opt.Loop.Iterations]}}
	if x.start, err = loop.Start(features.Lishex, opt.Loop.Init, opt.Loop.Freeze, opt.Loop.Seed); err != nil {
		return nil, err
	}
	if x.learnt, err = weights.Read(x.file(opt.Loop.Iterations, "weights.json")); err != nil {
		return nil, err
	}
	x.result.Start, x.result.Learnt = loop.Values(x.start), loop.Values(x.learnt)
	if err := x.compareMethods(ctx); err != nil {
		return nil, fmt.Errorf("methods: %w", err)
	}
	if err := x.prove(ctx); err != nil {
		return nil, err
	}
	return &x.result, nil
}
