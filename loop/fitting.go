package loop

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"example.org/centipawn/datasets/input"
	"example.org/centipawn/extract"
	"example.org/centipawn/fit"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/note"
	"example.org/centipawn/internal/resume/folder"
	"example.org/centipawn/match/regret/lineup"
	"example.org/centipawn/match/trees"
	"example.org/centipawn/matrix"
	"example.org/centipawn/weights"
	"example.org/centipawn/weights/fitted"
)

// learn fits weights to the objectives of an iteration, one after the other.
func (r *run) learn(ctx context.Context, s step, m *Metrics) error {
	number := r.bestBefore(s.Number)
	t := &task{step: s, name: r.weightsOf(number), start: r.best, whose: "weights of iteration " + strconv.Itoa(number)}
	for i, o := range r.opt.Objectives {
		t.objective, t.last = o, i == len(r.opt.Objectives)-1
		how, found, err := r.fit(ctx, t)
		if err != nil {
			return err
		}
		if t.last {
			m.Fitting, m.Values = how, Values(found)
		} else {
			m.Earlier = append(m.Earlier, how)
		}
		t.name, t.start, t.whose = t.weightsFile(), found, "weights of iteration "+strconv.Itoa(s.Number)+" fitted to "+o.String()
	}
	return nil
}

// fit makes the rows of a task and fits weights to those of the window.
func (r *run) fit(ctx context.Context, t *task) (how Fitting, found *weights.File, err error) {
	rows := r.draw
	if t.objective.Taught() {
		rows = r.teach
	}
	if err = rows(ctx, t); err != nil {
		return how, nil, err
	}
	if !folder.Exists(t.weightsFile()) || !folder.Exists(t.fitFile()) {
		if err = r.estimate(ctx, t); err != nil {
			return how, nil, err
		}
	}
	if found, err = weights.Read(t.weightsFile()); err != nil {
		return how, nil, err
	}
	_, err = folder.Read(t.fitFile(), &how)
	return how, found, err
}

// estimate fits and writes what was found.
func (r *run) estimate(ctx context.Context, t *task) error {
	data, err := r.rows(ctx, t)
	if err != nil {
		return err
	}
	opt, about, err := r.fitting(t, data.Schema())
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
	if t.keepsCentipawn(&r.opt) {
		f.Provenance.KeepCentipawn(&t.start.Provenance)
	}
	how, err := r.described(t, res, f)
	if err != nil {
		return err
	}
	if err := folder.Write(t.fitFile(), how); err != nil {
		return err
	}
	return f.Write(t.weightsFile())
}

// described says how a fit went.
func (r *run) described(t *task, res *fit.Result, f *weights.File) (how Fitting, err error) {
	warnings := slices.Clone(f.Provenance.Warnings)
	if r.opt.From == nil || t.objective.Taught() {
		warnings = slices.DeleteFunc(warnings, func(w note.Note) bool { return w.Code == note.D02 }) // whose view labels take is known
	}
	how = Fitting{
		Rows: res.Funnel.Train + res.Funnel.Test, Method: res.Method.String(), Passes: res.Passes,
		Train: res.Train, Test: res.Test, Within: res.Within, Warnings: warnings,
	}
	if res.K != nil {
		how.K = res.K.Value
	}
	if g := res.Gain; g != nil {
		how.Test, how.Old, how.Change = g.Fitted, g.Start, g.Change
	}
	if c := res.Moves; c != nil {
		how.Choice = &Choosing{Temperature: c.Temperature.Value, Train: c.OnTrain, Test: c.OnTest}
		if c.OnTest != nil {
			how.Choice.Old, how.Choice.Change = c.Start, c.Change
		}
	}
	if !r.opt.onlyResults() {
		how.Objective = t.objective.String()
	}
	if t.objective.Taught() {
		how.Drawn = new(trees.Summary)
		_, err = folder.Read(t.drawnFile(), how.Drawn)
	}
	return how, err
}

// rows counts the positions of the iterations in the window.
func (r *run) rows(ctx context.Context, t *task) (*matrix.Set, error) {
	var files []string
	for number := r.windowFrom(t.Number); number <= t.Number; number++ {
		name := r.step(number).rowsFile(t.objective)
		if t.objective == Choice && number < t.Number {
			name = t.againFile(number)
		}
		files = append(files, name)
	}
	data, _, err := extract.Memory(ctx, files, extract.Options{Set: r.opt.Set, Threads: r.opt.Threads, Trusted: true})
	return data, err
}

// fitting says how weights are fitted in a task.
func (r *run) fitting(t *task, schema matrix.Schema) (fit.Options, fitted.About, error) {
	began := fitted.Named(t.start)
	opt := fit.Options{
		Method: r.opt.Method, Threads: r.opt.Threads,
		Split: fit.Split{Share: r.opt.Share, Seed: r.opt.Seed},
		Texel: fit.Texel{Start: began, Scale: fit.ScaleNone},
		Progress: func(p fit.Progress) {
			r.watch(Event{Iteration: t.Number, Stage: Estimating, Done: int64(p.Done), Total: int64(p.Total), Loss: p.Loss})
		},
	}
	r.aim(t, &opt)
	if l := r.opt.Choice.Teacher; l != nil && t.objective == Choice {
		var err error
		if opt.Moves.K, err = lineup.K(&l.Spec); err != nil {
			return opt, fitted.About{}, err
		}
	}
	about := fitted.About{Tool: "centipawn texel " + cli.Version, Start: t.whose, Frozen: make(map[string]bool)}
	if prior := r.opt.priorOf(t.objective); prior > 0 {
		sum, err := input.HashFile(t.name)
		if err != nil {
			return opt, about, err
		}
		opt.Texel.Prior, opt.Texel.PriorRows = began, prior
		about.Prior = &weights.Prior{Name: about.Start, SHA256: sum}
	}
	for _, pattern := range r.opt.Freeze {
		held, err := fitted.Freeze(schema, pattern, began)
		if err != nil {
			return opt, about, fmt.Errorf("freeze %s: %w", pattern, err)
		}
		for _, w := range held {
			about.Frozen[w.Pattern] = true
		}
		opt.Fixed = append(opt.Fixed, held...)
		about.Constraints = append(about.Constraints, "freeze "+pattern)
	}
	if !opt.Texel.Balance.IsZero() {
		about.Constraints = append(about.Constraints, "balance "+opt.Texel.Balance.String())
	}
	return opt, about, nil
}

// aim says what a task's weights are fitted to.
func (r *run) aim(t *task, opt *fit.Options) {
	opt.Loss, opt.Texel.K = fit.Sigmoid, max(0, r.opt.K)
	switch t.objective {
	case Trees: // label and evaluation share K: the weights take the teacher's centipawns
		opt.Intercept = fit.ByTree | fit.BySide
		opt.Target.ScoreShare, opt.Target.LabelK = 1, []float64{r.opt.K}
	case Choice:
		opt.Loss = fit.MoveChoice
		opt.Moves = fit.MoveOptions{
			Temperature: r.opt.Temperature, FitTemperature: r.opt.Temperature == 0,
			Teacher: r.opt.TeacherTemperature, K: max(0, r.opt.K),
		}
	case Labels, Results:
		opt.Texel.Balance = fit.Balance{Balance: r.opt.Balance}
		if r.opt.K < 0 && r.bestBefore(t.Number) == 0 && (r.opt.Init == weights.NameRandom || r.opt.Init == weights.NameZero || r.opt.Init == weights.NameFlat) {
			opt.Texel.K = usualK
		}
		if t.objective == Labels {
			opt.Target.ScoreShare = 1 - max(0, r.opt.Lambda)
			if r.opt.K > 0 { // as of trees; results would not know the K of random weights
				opt.Target.LabelK = []float64{r.opt.K}
			}
		}
	}
}
