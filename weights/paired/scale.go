package paired

import (
	"context"
	"fmt"
	"runtime"
	"slices"

	"example.org/centipawn/fit/measure"
	"example.org/centipawn/fit/rows"
	"example.org/centipawn/fit/sparse"
	"example.org/centipawn/internal/splitmix"
	"example.org/centipawn/matrix"
	"example.org/centipawn/weights"
	"example.org/centipawn/winprob"
)

// scaleOf returns the K and the intercepts of a file: those of its fit if the rows are its test, else those of the
// training rows, or of all if there are none.
func (m *measuring) scaleOf(ctx context.Context, i int) (k float64, intercepts []rows.SourceIntercept, err error) {
	f := m.files[i]
	if m.Exact && i == m.judge {
		return m.K, interceptsOf(f.File, f.Rows), nil
	}
	g, err := m.given(ctx, f)
	if err != nil {
		return 0, nil, err
	}
	loss := lossOf(m.files[m.judge].File)
	if m.Target.Expected {
		if k = m.searched(f); k == 0 {
			fit, err := winprob.FitK(&g.points, winprob.KOptions{Loss: loss, Threads: m.Threads})
			if err != nil {
				return 0, nil, fmt.Errorf("how much its centipawn is worth: %w", err)
			}
			k = fit.K
		}
	}
	return k, g.Intercepts(k, loss), nil
}

// searched returns the K of the search if it began with a file: it was fitted to the training rows at these
// weights, or given. 0: it is not known.
func (m *measuring) searched(f File) float64 {
	p := &m.files[m.judge].Provenance
	began := p.Start != "" && (f.Start == p.Start || p.Start == weights.NamePublished && f.Start == weights.NamePublished+":"+f.Set)
	switch {
	case !m.Exact || !began:
		return 0
	case p.K.Start != 0:
		return p.K.Start
	case p.K.Fitted && p.K.At != p.Start: // an old file does not say it
		return 0
	case p.K.Before != 0:
		return p.K.Before
	}
	return p.K.Value
}

// lossOf returns what the K of a file's fit makes small.
func lossOf(f *weights.File) winprob.Loss {
	at := slices.IndexFunc(sparse.Losses, func(l *sparse.Loss) bool { return l.Name == f.Provenance.Loss })
	if at < 0 {
		return winprob.Squared
	}
	return sparse.Losses[at].K
}

// kRows bounds the rows that a K is fitted to.
const kRows = 1 << 22

// givenSum is rows as a file sees them: for its K, and for its intercepts.
type givenSum struct {
	measure.Given
	scorer  *rows.Scorer
	sample  uint64 // chance of a row to count for intercepts, times 2⁶⁴
	chance  uint64 // for K
	points  winprob.Points
	ofK     bool
	counted int
}

// given reads the training rows, or all without any.
func (m *measuring) given(ctx context.Context, f File) (*givenSum, error) {
	scorer, err := rows.Model{Weights: ModelOf(f.File, f.Rows, 0).Weights}.Scorer(f.Rows.Schema())
	if err != nil {
		return nil, err
	}
	job := &rows.Job{Data: f.Rows, Target: m.Target, Split: m.Split, Threads: m.Threads, Meter: &rows.Meter{Progress: m.Progress}}
	if job.Threads == 0 {
		job.Threads = runtime.GOMAXPROCS(0)
	}
	want := rows.Train
	switch {
	case m.Want == rows.AllRows:
		job.Split.By = rows.SplitNone
	case !m.Exact: // a sample: the rows that are measured
		want = rows.Test
	}
	fresh := func() *givenSum {
		return &givenSum{scorer: scorer, sample: rows.Share(measure.GivenRows, f.Rows.Rows()), chance: rows.Share(kRows, f.Rows.Rows()), ofK: m.Target.Expected}
	}
	whole := fresh()
	if err := rows.Sum(ctx, job.Pass("the scale of "+f.Name, f.Rows, want, 1), fresh, whole.merge); err != nil {
		return nil, err
	}
	if whole.counted == 0 {
		return nil, ErrNoRows
	}
	return whole, nil
}

// Reset removes all rows.
func (s *givenSum) Reset() {
	s.Given.Reset()
	s.points.Clear()
	s.counted = 0
}

func (s *givenSum) merge(o *givenSum) {
	s.Merge(&o.Given)
	s.points.Append(&o.points)
	s.counted += o.counted
}

// Add adds the rows of a block.
func (s *givenSum) Add(b *matrix.Block, sel *rows.Selection) error {
	s.counted += len(sel.Index)
	for k, i := range sel.Index {
		score, at := s.scorer.Score(b, int(i)), splitmix.Mix(b.Hash[i])
		if at <= s.sample {
			s.Given.Add(rows.Source(b, int(i)), score, sel.Y[k], sel.W[k])
		}
		if s.ofK && at <= s.chance {
			s.points.Score = append(s.points.Score, float32(score))
			s.points.Expected = append(s.points.Expected, float32(sel.Y[k]))
			s.points.Weight = append(s.points.Weight, float32(sel.W[k]))
			s.points.Cluster = append(s.points.Cluster, b.Game[i])
		}
	}
	return nil
}
