package fit

import (
	"context"
	"math"

	"example.org/centipawn/fit/bootstrap"
	"example.org/centipawn/fit/choice"
	"example.org/centipawn/fit/descent"
	"example.org/centipawn/fit/rows"
	"example.org/centipawn/fit/search"
	"example.org/centipawn/fit/texel"
	"example.org/centipawn/internal/note"
)

// fitMoves fits the losses of choices.
func fitMoves(ctx context.Context, j *rows.Job, l choice.Loss, opt Options) (*Result, error) {
	t := &choice.Job{Job: search.Job{Job: j, Opt: opt.Texel.Search, Method: descents[opt.Method], Ridge: opt.Ridge, Dense: opt.Dense},
		Choice: opt.Moves, Loss: l, Bootstrap: opt.Bootstrap}
	ready, err := t.Prepare(ctx)
	if err != nil {
		return nil, err
	}
	found, err := ready.Find(ctx)
	if err != nil {
		return nil, err
	}
	var m *choice.Measured
	if found.Search.Reason != descent.Interrupted {
		m, err = finishMoves(ctx, found)
	}
	switch {
	case err == nil && m != nil:
		return movesResult(ctx, m, opt)
	case ctx.Err() != nil && !math.IsNaN(found.Search.F):
		return interruptedMoves(found, opt), nil
	case err == nil:
		err = ctx.Err()
	}
	return nil, err
}

// finishMoves makes the stages that follow the search.
func finishMoves(ctx context.Context, found *choice.Found) (*choice.Measured, error) {
	in, err := found.Infer(ctx)
	if err != nil {
		return nil, err
	}
	return in.Measure(ctx)
}

// movesFound fills in what the search knows.
func movesFound(t *choice.Found, opt Options) *Result {
	r := newResult(t.Ready.Job.Job.Job, opt)
	r.Intercept, r.Ridge, r.PriorRows, r.Smooth = NoIntercept, t.Strengths.Ridge, t.Strengths.Prior, t.Strengths.Smooth
	r.Passes, r.Rounds, r.Choices = t.Meter.Passes, t.Search.Iterations, t.Choices
	r.Final, r.Gap, r.Stopped, r.Minima = t.Search.F, t.Search.Gap, t.Search.Reason, t.Minima
	r.Funnel = t.Collected.Funnel
	r.Games = t.Support.All
	train, test := t.Collected.Parts[Train], t.Collected.Parts[Test]
	r.Moves = &MoveResult{Temperature: t.Temperature, Teacher: t.Choice.Teacher, K: t.Choice.K, Train: train, Test: test, NoRoot: t.Collected.NoRoot}
	start := make(map[string]float64, len(t.Opt.Start))
	for _, w := range t.Opt.Start {
		start[w.Name] = w.Value
	}
	r.Weights = []Weight{}
	for i, name := range t.Design.All {
		j := t.Design.Alias[i]
		w := Weight{Name: name, Value: t.Weights[j], Identified: true, Rows: t.Support.Roots[j], Games: t.Support.Games[j]}
		if name != t.Design.Names[j] {
			w.Bound = "tied"
		} else if t.Search.Bound != nil {
			w.Bound = boundNames[t.Search.Bound[j]]
		}
		if old, ok := start[name]; ok {
			w.Old = &old
		}
		r.Weights = append(r.Weights, w)
	}
	return r
}

// interruptedMoves is the result of a search that was interrupted.
func interruptedMoves(t *choice.Found, opt Options) *Result {
	r := movesFound(t, opt)
	r.interrupted()
	return r
}

// movesResult is the result of a search that ended.
func movesResult(ctx context.Context, m *choice.Measured, opt Options) (*Result, error) {
	r := movesFound(m.Found, opt)
	r.Final = m.TrainMetrics.Of(m.Loss).Value
	v := r.Moves
	v.Slope, v.OnTrain, v.OnTest, v.Calibration, v.Calibrated = m.Slope, m.TrainMetrics, m.TestMetrics, m.Calibration, m.Calibrated
	v.Start, v.Fitted, v.Change, v.Rounded = m.Start, m.Fitted, m.Change, m.Rounded
	if v.OnTest != nil {
		r.Games += v.OnTest.Games
	}
	if m.System != nil {
		r.inferMoves(m)
	}
	d := &warner{opt: opt, job: m.Ready.Job.Job.Job, design: m.Design, r: r, system: m.System, factor: m.Factor}
	d.opt.Ridge, d.opt.Texel.PriorRows, d.opt.Texel.Smooth = r.Ridge, r.PriorRows, r.Smooth
	r.Warnings = d.moves(m)
	if opt.Unseal {
		var err error
		if v.Sealed, err = m.Unsealed(ctx); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// inferMoves fills in what second derivatives and games say of each weight.
func (r *Result) inferMoves(m *choice.Measured) {
	vif, condition := m.Factor.Collinearity()
	identified := m.Factor.Identified()
	for i := range r.Weights {
		w, j := &r.Weights[i], m.Design.Alias[i]
		w.VIF, w.Identified = vif[j], identified[j]
		w.setError(m.StdErr[j], m.Freedom[j])
		if w.Bound == "" && m.Penalty[j] > mostlyPrior {
			w.heldByPrior()
		}
		if m.Active[j] != 0 {
			w.setError(0, 0)
		}
	}
	r.Condition, r.Dependences = condition, m.Factor.Dependences(m.Design.Names)
}

// moves returns the warnings of a fit of choices, in the order of their codes.
func (x *warner) moves(m *choice.Measured) note.List {
	if worth := m.Support.Effective; worth < fewGames {
		x.list.Add(note.D12, "the %d training positions are of %d games; the effective sample, for weights and their errors, is %.0f games",
			m.Train.Len(), m.Support.All, worth)
	}
	if t := x.r.Moves.OnTrain; t != nil && t.Roots > 0 && t.Regret.Value == 0 {
		x.list.Add(note.D21, "nothing to learn: the teacher's values of all moves are equal in each of the %d training positions", t.Roots)
	}
	x.run(x.neverActive, x.rare, x.deadForm)
	if x.system != nil {
		x.run(x.dependent, x.collinear)
	}
	if s := m.Search; s.Reason == descent.PassLimit || s.Reason == descent.Stalled && s.Gap > stalledGap*m.Opt.Tolerance*math.Abs(s.F) {
		x.list.Add(note.M08, "not converged: after %d passes the loss is estimated to be %.1e above its minimum, and a weight still moved %.3g centipawns in the last tenth of the steps; pass more -passes, or a prior",
			s.Passes, s.Gap, s.LateChange)
	}
	x.movesRanOff(m)
	x.movesDrifted(m)
	x.run(x.noGames, x.chosenOnLittle, x.minima, x.large)
	if test := x.r.Moves.OnTest; x.job.Tested() && (test == nil || test.Games < testGames) {
		x.list.Add(note.T01, "the test part has positions of fewer than %d games: its errors say little of new ones, and of fewer than %d they have no 95 %% interval", testGames, bootstrap.LeastGames)
	}
	return x.list
}

// movesRanOff: M08, a weight is so large that a count of 1 decides every choice.
func (x *warner) movesRanOff(m *choice.Measured) {
	list := x.where(func(w Weight) bool {
		return w.Bound == "" && w.Old != nil && x.design.NamedInPawns(w.Name) && math.Abs(w.Value-*w.Old) > ranOff*m.Temperature.Value
	})
	if list != nil {
		x.list.Add(note.M08, "%s: diverged: a count of 1 decides the choice; few positions contain it: add a prior or a bound", names(list)).Columns = list
	}
}

// movesDrifted: M03, the new evaluation has another scale than the old one.
func (x *warner) movesDrifted(m *choice.Measured) {
	if s := m.Slope; s != 0 && math.Abs(s-1) > maxScaleDrift {
		x.list.Add(note.M03, "the scale drifted: within a position a centipawn of the old evaluation is %.2f of the new one; multiply the engine's margins by that, or pass a temperature %.2f times as high", s, 1/max(s, texel.LeastSlope))
	}
}
