package fit

import (
	"context"
	"errors"
	"fmt"
	"math"

	"centipawn/fit/descent"
	"centipawn/matrix"
	"centipawn/winprob"
)

// A texelJob is what is asked of a fit of expected scores: P. Österlund's "Texel's Tuning
// Method" (2014), with the minimum found to a stated gap. The stages of a fit return values
// that hold those before: prepared, scaled, found, inferred, rescaled, measured.
type texelJob struct {
	*job
	opt        Texel
	loss       *texelLoss
	method     descent.Method
	ridge      float64 // rows, see Options.Ridge
	intercepts bool
	bootstrap  Bootstrap
}

// prepared is a job whose options have been read against the columns.
type prepared struct {
	*texelJob
	labelKs   []LabelK // fitted for the labels
	sources   []uint8  // that have intercepts, in the order of their numbers; nil: none
	low, high []float64
	chains    [][]int
	bends     []bend
}

// prepare reads the options against the columns.
func (t *texelJob) prepare(ctx context.Context) (p *prepared, err error) {
	o := &t.opt
	p = &prepared{texelJob: t, bends: t.design.bends()}
	if p.low, p.high, err = t.design.bounds(o.Bounds); err != nil {
		return nil, err
	}
	if p.chains, err = t.design.chains(o.Orders); err != nil {
		return nil, err
	}
	if err = p.boundChains(); err != nil {
		return nil, err
	}
	if len(t.design.names) == 0 {
		return nil, errors.New("fit: no weight is free: everything is fixed or left out")
	}
	if (o.Smooth > 0 || o.Choose.Smooth) && p.bends == nil {
		return nil, errors.New("fit: nothing to smooth: no weights are tables, named by a last number or square")
	}
	if (o.PriorRows > 0 || o.Choose.Prior) && len(o.Prior) == 0 {
		return nil, errors.New("fit: a prior's strength without a prior: pass the weights to be pulled to, or a ridge to pull to 0")
	}
	if t.target.ScoreShare > 0 && t.target.LabelK == nil {
		if p.labelKs, err = t.labelK(ctx); err != nil {
			return nil, err
		}
		p.texelJob = t.withLabelK(kBySource(p.labelKs))
	}
	if t.intercepts {
		p.sources, err = p.sourcesOf(ctx)
	}
	return p, err
}

// withLabelK returns the job with the K of the scores in the labels.
func (t *texelJob) withLabelK(k []float64) *texelJob {
	out, j := *t, *t.job
	j.target.LabelK = k
	out.job = &j
	return &out
}

// boundChains makes the steps of chains bounds.
func (t *prepared) boundChains() error {
	if len(t.chains) == 0 {
		return nil
	}
	if t.low == nil {
		t.low, t.high = noBounds(len(t.design.names))
	}
	for _, chain := range t.chains {
		for k, j := range chain {
			if !math.IsInf(t.low[j], 0) || !math.IsInf(t.high[j], 0) {
				return fmt.Errorf("fit: %s is bounded and ordered: a weight can be one of the two", t.design.names[j])
			}
			if k > 0 {
				t.low[j] = 0
			}
		}
	}
	return nil
}

// named returns weights by name in the order of the design; names of weights that
// are not fitted are passed over, names that the set does not have are an error.
func (t *texelJob) named(list []NamedWeight) ([]float64, error) {
	index := make(map[string]int)
	for j, name := range t.design.all {
		index[name] = t.design.alias[j]
	}
	w, known := make([]float64, len(t.design.names)), newScorer(t.design.schema, t.design.factors)
	for _, n := range list {
		if err := known.add(n); err != nil {
			return nil, err
		}
		if j, ok := index[n.Name]; ok {
			w[j] = n.Value
		}
	}
	return w, nil
}

// sourcesOf returns the sources of the training rows, ascending.
func (t *prepared) sourcesOf(ctx context.Context) (list []uint8, err error) {
	if !t.data.Schema().Optional.Has(matrix.WithSource) {
		return []uint8{0}, nil
	}
	seen, err := tally(ctx, t.training("sources"), 256, func(b *matrix.Block, rows *selection, seen []float64) {
		for _, i := range rows.index {
			seen[source(b, int(i))]++
		}
	})
	for i, n := range seen {
		if n > 0 {
			list = append(list, uint8(i))
		}
	}
	return list, err
}

// model returns the evaluation of a point: weights, then intercepts. behind are the rows of
// the intercepts, nil if they were not counted.
func (t *prepared) model(name string, point []float64, k float64, behind []int) Model {
	m := Model{Name: name, K: k, Intercepts: t.interceptsAt(point, behind)}
	m.Weights = append(m.Weights, t.design.held...)
	for i, name := range t.design.all {
		m.Weights = append(m.Weights, NamedWeight{name, point[t.design.alias[i]]})
	}
	return m
}

// interceptsAt returns the intercepts of a point.
func (t *prepared) interceptsAt(point []float64, behind []int) (list []SourceIntercept) {
	for k, src := range t.sources {
		a := SourceIntercept{Source: src, Value: point[len(t.design.names)+k]}
		if behind != nil {
			a.Rows = behind[k]
		}
		list = append(list, a)
	}
	return list
}

// startModel returns the start weights, with what is held fixed.
func (t *prepared) startModel() Model {
	m := Model{Name: "start"}
	m.Weights = append(m.Weights, t.opt.Start...)
	m.Weights = append(m.Weights, t.design.held...)
	return m
}

// labelPoints bounds the rows that the K of a source's scores is fitted to.
const labelPoints = 1 << 20

// A LabelK is the K at which the scores of a source predict its results.
type LabelK struct {
	Source uint8   `json:"source"`
	K      float64 `json:"k"`
	StdErr float64 `json:"stderr"`
	Rows   int     `json:"rows"`
}

// labelK fits, for each source, the K at which its scores predict its results: on
// the training rows that have both.
func (t *texelJob) labelK(ctx context.Context) (list []LabelK, err error) {
	p := t.training("scores against results")
	p.selection.target = Target{Expected: true}.WithDefaults()
	points := make(labelSum)
	chance := share(labelPoints, t.data.Rows())
	if err := sum(ctx, p, func() *labelRows { return &labelRows{make(labelSum), chance} }, points.merge); err != nil {
		return nil, err
	}
	for src := range 256 {
		p := points[uint8(src)]
		if p == nil {
			continue
		}
		k, err := winprob.FitK(p, winprob.KOptions{Threads: t.threads})
		if err != nil {
			return nil, fmt.Errorf("fit: the K of the scores of %s: %w", t.source(uint8(src)), err)
		}
		list = append(list, LabelK{Source: uint8(src), K: k.K, StdErr: k.StdErr, Rows: k.N})
	}
	if list == nil {
		return nil, errors.New("fit: no training row has both a score and a result: a blend of the two needs rows that do, or a stated K of the scores")
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
		to := s.of(src)
		to.Score, to.Expected = append(to.Score, p.Score...), append(to.Expected, p.Expected...)
		to.Cluster = append(to.Cluster, p.Cluster...)
	}
}

// labelRows is the partial sum of labelK.
type labelRows struct {
	labelSum
	chance uint64
}

func (s *labelRows) reset() { clear(s.labelSum) }

// add gathers rows of a block.
func (s *labelRows) add(b *matrix.Block, rows *selection) error {
	for k, i := range rows.index {
		score := winprob.Score(b.Score[i])
		if score == winprob.NoScore || score.Mate() != 0 || mix(b.Hash[i]) > s.chance {
			continue
		}
		p := s.of(source(b, int(i)))
		p.Score = append(p.Score, float32(score))
		p.Expected = append(p.Expected, float32(rows.y[k]))
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
