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
	"example.org/centipawn/weights/blend"
	"example.org/centipawn/weights/fitted"
	"example.org/centipawn/winprob"
)

// compare measures the directions and their parts against one another.
func (m *maker) compare(ctx context.Context) error {
	k, err := m.steepness(ctx)
	if err != nil {
		return err
	}
	list := m.list.blends()
	for _, d := range m.list.Directions {
		parts, err := blend.Split(m.old, d.Name, d.Weights, blend.ByPhase, 0)
		if err != nil {
			return err
		}
		list = append(list, parts...)
	}
	b, err := blend.New(m.old, list)
	if err != nil {
		return err
	}
	stages := &progress.Stages{W: m.std.Err}
	defer stages.Done()
	m.list.Changes, err = Compare(ctx, m.rows.Set(), b, directions.Options{
		K: k, Threads: m.Threads, Progress: func(p fit.Progress) { stages.At(p.Stage, int64(p.Done), int64(p.Total), "") },
	})
	return err
}

// blends are the directions as those of a blend.
func (l *List) blends() (list []blend.Direction) {
	for _, d := range l.Directions {
		list = append(list, blend.Direction{Name: d.Name, Fit: d.Weights})
	}
	return list
}

// Compare measures the directions of a blend on rows, each of them gone to its end alone.
func Compare(ctx context.Context, rows fit.Data, b *blend.Blend, opt directions.Options) (*directions.Table, error) {
	old := fit.Model{Name: "old", Weights: fitted.Named(b.Old)}
	var changed []fit.Model
	alpha := make([]float64, len(b.Directions))
	for i, d := range b.Directions {
		alpha[i] = 1
		changed = append(changed, fit.Model{Name: d.Name, Weights: fitted.Named(b.At(alpha))})
		alpha[i] = 0
	}
	return directions.Compare(ctx, rows, old, changed, opt)
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
