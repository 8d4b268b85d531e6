package loop

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"centipawn/cli"
	"centipawn/datasets/input"
	"centipawn/extract"
	"centipawn/fit"
	"centipawn/matrix"
	"centipawn/note"
	"centipawn/weights"
	"centipawn/weights/fitted"
)

// fit fits weights to the positions of the window.
func (r *run) fit(ctx context.Context, s step, m *Metrics) error {
	if !exists(s.file(weightsName)) || !exists(s.file(fitName)) {
		if err := r.estimate(ctx, s); err != nil {
			return err
		}
	}
	found, err := weights.Read(s.file(weightsName))
	if err != nil {
		return err
	}
	m.Values = Values(found)
	_, err = read(s.file(fitName), &m.Fitting)
	return err
}

// estimate fits and writes what was found.
func (r *run) estimate(ctx context.Context, s step) error {
	data, err := r.rows(ctx, s)
	if err != nil {
		return err
	}
	opt, about, err := r.fitting(s, data.Schema())
	if err != nil {
		return err
	}
	res, err := fit.Fit(ctx, data, opt)
	if err != nil {
		return err
	}
	if res.Stopped == fit.Interrupted {
		return context.Cause(ctx)
	}
	f := fitted.File(res, data, about)
	warnings := slices.Clone(f.Provenance.Warnings)
	if r.opt.From == nil {
		warnings = slices.DeleteFunc(warnings, func(w note.Note) bool { return w.Code == note.D02 }) // whose view labels take is known
	}
	how := Fitting{
		Rows: res.Funnel.Train + res.Funnel.Test, K: res.K.Value, Method: res.Method.String(), Passes: res.Passes,
		Train: res.Train, Test: res.Test, Warnings: warnings,
	}
	if g := res.Gain; g != nil {
		how.Test, how.Old, how.Change = g.Fitted, g.Start, g.Change
	}
	if err := write(s.file(fitName), how); err != nil {
		return err
	}
	return f.Write(s.file(weightsName))
}

// rows counts the positions of the iterations in the window.
func (r *run) rows(ctx context.Context, s step) (*matrix.Set, error) {
	var files []string
	for number := max(1, s.number-r.opt.Window+1); number <= s.number; number++ {
		files = append(files, r.step(number).samplesFile())
	}
	data, _, err := extract.Memory(ctx, files, extract.Options{Set: r.opt.Set, Threads: r.opt.Threads, Trusted: true})
	return data, err
}

// fitting says how weights are fitted in an iteration.
func (r *run) fitting(s step, schema matrix.Schema) (fit.Options, fitted.About, error) {
	played := fitted.Named(r.best)
	opt := fit.Options{
		Loss: fit.Sigmoid, Method: r.opt.Method, Threads: r.opt.Threads,
		Split: fit.Split{Share: r.opt.Share, Seed: r.opt.Seed},
		Texel: fit.Texel{K: max(0, r.opt.K), Start: played, Scale: fit.ScaleNone, Balance: fit.Balance{Balance: r.opt.Balance}},
		Progress: func(p fit.Progress) {
			r.watch(Event{Iteration: s.number, Stage: Estimating, Done: int64(p.Done), Total: int64(p.Total), Loss: p.Loss})
		},
	}
	number := r.bestBefore(s.number)
	if r.opt.K < 0 && number == 0 && (r.opt.Init == weights.NameRandom || r.opt.Init == weights.NameZero) {
		opt.Texel.K = usualK
	}
	about := fitted.About{Tool: "centipawn texel " + cli.Version, Start: "weights of iteration " + strconv.Itoa(number), Frozen: make(map[string]bool)}
	if r.opt.PriorRows > 0 {
		sum, err := input.HashFile(r.weightsOf(number))
		if err != nil {
			return opt, about, err
		}
		opt.Texel.Prior, opt.Texel.PriorRows = played, r.opt.PriorRows
		about.Prior = &weights.Prior{Name: about.Start, SHA256: sum}
	}
	for _, pattern := range r.opt.Freeze {
		held, err := fitted.Freeze(schema, pattern, played)
		if err != nil {
			return opt, about, fmt.Errorf("freeze %s: %w", pattern, err)
		}
		for _, w := range held {
			about.Frozen[w.Pattern] = true
		}
		opt.Fixed = append(opt.Fixed, held...)
		about.Constraints = append(about.Constraints, "freeze "+pattern)
	}
	if !r.opt.Balance.IsZero() {
		about.Constraints = append(about.Constraints, "balance "+opt.Texel.Balance.String())
	}
	return opt, about, nil
}
