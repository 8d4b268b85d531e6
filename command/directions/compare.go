package directions

import (
	"context"

	"example.org/centipawn/fit"
	"example.org/centipawn/fit/directions"
	"example.org/centipawn/fit/rows"
	"example.org/centipawn/internal/memory"
	"example.org/centipawn/internal/note"
	"example.org/centipawn/internal/progress"
	"example.org/centipawn/matrix"
	"example.org/centipawn/weights"
	"example.org/centipawn/weights/fitted"
	"example.org/centipawn/winprob"
)

// compare measures the directions against one another.
func (m *maker) compare(ctx context.Context) error {
	k, err := m.steepness(ctx)
	if err != nil {
		return err
	}
	stages := &progress.Stages{W: m.std.Err}
	defer stages.Done()
	opt := directions.Options{K: k, Threads: m.Threads, Progress: func(p fit.Progress) { stages.At(p.Stage, int64(p.Done), int64(p.Total), "") }}
	old := fit.Model{Name: "old", Weights: fitted.Named(m.old)}
	var whole, split []fit.Model
	for _, d := range m.list.Directions {
		whole = append(whole, fit.Model{Name: d.Name, Weights: fitted.Named(d.Weights)})
		split = append(split, halves(m.old, &d)...)
	}
	if m.list.Whole, err = directions.Compare(ctx, m.rows.Set(), old, whole, opt); err != nil {
		return err
	}
	m.list.Split, err = directions.Compare(ctx, m.rows.Set(), old, split, opt)
	return err
}

// halves are the old weights with one kind of a direction's weights, each kind of which one moves.
func halves(old *weights.File, d *Direction) (list []fit.Model) {
	values, half := map[string]float64{}, map[string]string{}
	for _, w := range old.Weights() {
		values[w.Name] = w.Value
	}
	for _, t := range d.Weights.Terms {
		if t.Tapered {
			half[t.Name+".mg"], half[t.Name+".eg"] = "mg", "eg"
		}
	}
	for _, kind := range []string{"mg", "eg", ""} {
		m := fit.Model{Name: d.Name + "." + kind}
		if kind == "" {
			m.Name = d.Name + ".rest"
		}
		moved := false
		for _, w := range fitted.Named(d.Weights) {
			if half[w.Name] != kind {
				w.Value = values[w.Name]
			}
			moved = moved || w.Value != values[w.Name]
			m.Weights = append(m.Weights, w)
		}
		if moved {
			list = append(list, m)
		}
	}
	return list
}

// kRows bounds the rows by which K is found.
const kRows = 1 << 17

// steepness returns the K by which the old evaluation predicts the results or, without any, the scores.
func (m *maker) steepness(ctx context.Context) (float64, error) {
	p, err := m.points(ctx)
	if err != nil {
		return 0, err
	}
	found, err := winprob.FitK(p, winprob.KOptions{Threads: m.Threads})
	if err != nil {
		m.list.Warnings = append(m.list.Warnings, note.Note{Text: "expected scores are measured with K = 1: " + err.Error()})
		return 1, nil
	}
	return found.K, nil
}

// points are evaluations and labels of the rows, every n-th of many.
func (m *maker) points(ctx context.Context) (*winprob.Points, error) {
	set := m.rows.Set()
	s, err := fit.Model{Weights: fitted.Named(m.old)}.Scorer(set.Schema())
	if err != nil {
		return nil, err
	}
	p, every := &winprob.Points{}, 1+set.Rows()/kRows
	target := fit.Target{Expected: true, LabelK: []float64{1}}.WithDefaults()
	if !m.traits.results {
		target.ScoreShare = 1
	}
	sel := rows.Selection{Target: target, Divider: rows.NewDivider(fit.Split{By: fit.SplitNone})}
	var b matrix.Block
	row := 0
	for i := range set.Blocks() {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		err := memory.Guard(func() error {
			if err := set.ReadBlock(i, &b); err != nil {
				return err
			}
			sel.Take(&b, fit.Train)
			for k, j := range sel.Index {
				if row++; row%every == 0 {
					p.Score, p.Expected, p.Cluster = append(p.Score, float32(s.Score(&b, int(j)))), append(p.Expected, float32(sel.Y[k])), append(p.Cluster, b.Game[j])
				}
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return p, nil
}
