package texel

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"example.org/centipawn/fit/descent"
	"example.org/centipawn/fit/measure"
	"example.org/centipawn/fit/rows"
	"example.org/centipawn/fit/search"
	"example.org/centipawn/fit/sparse"
	"example.org/centipawn/internal/splitmix"
	"example.org/centipawn/matrix"
	"example.org/centipawn/winprob"
)

// A Job is what is asked of a fit of expected scores.
type Job struct {
	*rows.Job
	Opt        Options
	Loss       *sparse.Loss
	Method     descent.Method
	Ridge      float64 // rows, see fit.Options.Ridge
	Intercepts bool
	Grouping   rows.Grouping // of intercepts that are eliminated, in place of those by source; 0: none
	Bootstrap  measure.Bootstrap
	Dense      int // see fit.Options.Dense
}

// Large reports whether there are more weights than matrices are made of.
func (t *Job) Large() bool { return t.Dense > 0 && len(t.Design.Names) > t.Dense }

// search is what is asked of the search.
func (t *Job) search() *search.Job {
	return &search.Job{Job: t.Job, Opt: t.Opt.Search, Method: t.Method, Ridge: t.Ridge, Dense: t.Dense}
}

// Prepared is a job whose options have been read against the columns.
type Prepared struct {
	*Job
	*search.Problem
	LabelKs []LabelK // fitted for the labels
	sources []uint8  // that have intercepts, in the order of their numbers; nil: none
	packs   *int     // how often rows were packed

	Uninformed []int // weights kept that have rows enough, which tell next to nothing
}

// Prepare reads the options against the columns.
func (t *Job) Prepare(ctx context.Context) (p *Prepared, err error) {
	p = &Prepared{Job: t, packs: new(int)}
	if p.Problem, err = t.search().Prepare(); err != nil {
		return nil, err
	}
	if err = p.check(); err != nil {
		return nil, err
	}
	if err = p.look(ctx); err != nil {
		return nil, err
	}
	p.Problem.Extra = len(p.sources)
	return p, nil
}

// look finds out what the rows say before they are packed: the process that leads, for all.
func (p *Prepared) look(ctx context.Context) (err error) {
	x := p.Opt.Exchange
	if x == nil || x.Leads() {
		if p.Target.ScoreShare > 0 && p.Target.LabelK == nil {
			if p.LabelKs, err = p.labelK(ctx); err != nil {
				return err
			}
			p.Job = p.withLabelK(kBySource(p.LabelKs))
		}
		if p.Intercepts && p.Grouping == 0 {
			p.sources, err = p.sourcesOf(ctx)
		}
	}
	if x == nil || err != nil {
		return err
	}
	return p.tellLook(ctx, x)
}

// check reports options for which the columns, or other options, lack something.
func (p *Prepared) check() error {
	if p.Opt.Exchange != nil && p.Large() {
		return fmt.Errorf("fit: processes share no fit of more weights than a matrix of all holds: there are %d: pass a Dense (-dense) of as many", len(p.Design.Names))
	}
	return p.checkGrouping()
}

// checkGrouping reports a grouping of intercepts that the data or the method lack.
func (p *Prepared) checkGrouping() error {
	if p.Grouping == 0 {
		return nil
	}
	if p.Method == descent.SGD {
		return fmt.Errorf("fit: sgd takes the rows by batches, which cut the groups of -intercept %v apart: pass the method lbfgs, lm, newton or adam", p.Grouping)
	}
	return p.Grouping.Check(p.Data.Schema())
}

// withLabelK returns the job with the K of the scores in the labels.
func (t *Job) withLabelK(k []float64) *Job {
	out, j := *t, *t.Job
	j.Target.LabelK = k
	out.Job = &j
	return &out
}

// sourcesOf returns the sources of the training rows, ascending.
func (t *Prepared) sourcesOf(ctx context.Context) (list []uint8, err error) {
	if !t.Data.Schema().Optional.Has(matrix.WithSource) {
		return []uint8{0}, nil
	}
	seen, err := rows.Tally(ctx, t.Training("sources"), 256, func(b *matrix.Block, sel *rows.Selection, seen []float64) {
		for _, i := range sel.Index {
			seen[rows.Source(b, int(i))]++
		}
	})
	for i, n := range seen {
		if n > 0 {
			list = append(list, uint8(i))
		}
	}
	return list, err
}

// model returns the evaluation of a point: weights, then intercepts. counts are the rows of
// the intercepts, nil if they were not counted.
func (t *Prepared) model(name string, point []float64, k float64, counts []int) rows.Model {
	m := rows.Model{Name: name, K: k, Intercepts: t.InterceptsAt(point, counts)}
	m.Weights = append(m.Weights, t.Design.Fixed...)
	for i, name := range t.Design.All {
		m.Weights = append(m.Weights, rows.NamedWeight{Name: name, Value: point[t.Design.Alias[i]]})
	}
	return m
}

// InterceptsAt returns the intercepts of a point.
func (t *Prepared) InterceptsAt(point []float64, counts []int) (list []rows.SourceIntercept) {
	for k, src := range t.sources {
		a := rows.SourceIntercept{Source: src, Value: point[len(t.Design.Names)+k]}
		if counts != nil {
			a.Rows = counts[k]
		}
		list = append(list, a)
	}
	return list
}

// startModel returns the start weights, with the fixed weights.
func (t *Prepared) startModel() rows.Model {
	m := rows.Model{Name: "start"}
	m.Weights = append(m.Weights, t.Opt.Start...)
	m.Weights = append(m.Weights, t.Design.Fixed...)
	return m
}

// labelPoints bounds the rows that the K of a source's scores is fitted to.
const labelPoints = 1 << 20

// A LabelK is the K at which the scores of a source predict its results, or the given one.
type LabelK struct {
	Source uint8   `json:"source"`
	K      float64 `json:"k"`
	StdErr float64 `json:"stderr"` // standard error of K; 0 of a given one
	Rows   int     `json:"rows"`   // number of rows that K was fitted to; 0 of a given one
}

// labelK fits, for each source, the K at which its scores predict its results: on
// the training rows that have both.
func (t *Job) labelK(ctx context.Context) (list []LabelK, err error) {
	p := t.Training("scores against results")
	p.Selection.Target = rows.Target{Expected: true}.WithDefaults()
	points := make(labelSum)
	chance := rows.Share(labelPoints, t.Data.Rows())
	if err := rows.Sum(ctx, p, func() *labelRows { return &labelRows{make(labelSum), chance} }, points.merge); err != nil {
		return nil, err
	}
	for _, src := range slices.Sorted(maps.Keys(points)) {
		k, err := winprob.FitK(points[src], winprob.KOptions{Threads: t.Threads})
		if err != nil {
			return nil, fmt.Errorf("fit: the K of the scores of %s: %w", t.Source(src), err)
		}
		list = append(list, LabelK{Source: src, K: k.K, StdErr: k.StdErr, Rows: k.N})
	}
	if list == nil {
		return nil, errors.New("fit: no training row has both a score and a result: a blend of the two needs rows that do; to fit scores alone pass -lambda 0 -label-k 1 (the K of the scores, Target.LabelK; -k is that of the evaluation), or -loss squared or huber")
	}
	return list, nil
}

// labelSum is scores and results by source.
type labelSum map[uint8]*winprob.Points

func (s labelSum) of(source uint8) *winprob.Points {
	if s[source] == nil {
		s[source] = &winprob.Points{}
	}
	return s[source]
}

func (s labelSum) merge(o *labelRows) {
	for src, p := range o.labelSum {
		s.of(src).Append(p)
	}
}

// labelRows is the partial sum of labelK.
type labelRows struct {
	labelSum
	chance uint64
}

func (s *labelRows) Reset() { clear(s.labelSum) }

// Add gathers rows of a block.
func (s *labelRows) Add(b *matrix.Block, sel *rows.Selection) error {
	for k, i := range sel.Index {
		score := winprob.Score(b.Score[i])
		if score == winprob.NoScore || score.Mate() != 0 || splitmix.Mix(b.Hash[i]) > s.chance {
			continue
		}
		p := s.of(rows.Source(b, int(i)))
		p.Score = append(p.Score, float32(score))
		p.Expected = append(p.Expected, float32(sel.Y[k]))
		p.Cluster = append(p.Cluster, b.Game[i])
	}
	return nil
}

// kBySource spreads a list of K over sources, for Target.LabelK. Sources without
// one have the first's, those beyond the list the last's.
func kBySource(list []LabelK) []float64 {
	k := make([]float64, int(list[len(list)-1].Source)+1)
	for i := range k {
		k[i] = list[0].K
	}
	for _, l := range list {
		k[l.Source] = l.K
	}
	return k
}

// RowUnit is what a drawn row with a count of 1 adds to the loss for a weight of
// one centipawn: the unit of penalties.
func (t *Job) RowUnit(scale float64) float64 { return scale * scale * t.Loss.Drawn }
