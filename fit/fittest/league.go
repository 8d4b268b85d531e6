package fittest

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"example.org/centipawn/fit"
	"example.org/centipawn/fit/descent"
	"example.org/centipawn/fit/rows"
	"example.org/centipawn/fit/search"
	"example.org/centipawn/fit/sparse"
	"example.org/centipawn/fit/texel"
	"example.org/centipawn/matrix"
	"example.org/centipawn/winprob"
)

// A League is random games whose results come from known weights: a row's
// expected score is that of its evaluation, and the rows of a game share their
// luck. Counts are as in a simulation.
type League struct {
	Columns   []matrix.Column
	Truth     []float64 // by weight, in the order of the columns, centipawns
	K         float64
	Games     int
	PerGame   int
	Sources   int
	Advantage float64 // of White, centipawns a source: 1, 2, … times it
	Seed      uint64
}

// Usual is a league with tapered columns. Its weights are x0, x1.mg, x1.eg, x2,
// x3, x4.mg, x4.eg and x5.
func Usual(seed uint64) League {
	columns := PlainColumns(6)
	columns[1].Tapered, columns[4].Tapered = true, true
	return League{
		Columns: columns, Truth: []float64{80, -40, 25, 12, 0, 60, 90, 7},
		K: 1.2, Games: 200, PerGame: 12, Sources: 2, Seed: seed,
	}
}

// Rows plays the games.
func (l League) Rows() []Row {
	rng := rand.New(rand.NewPCG(l.Seed, 77))
	var rows []Row
	for g := range l.Games {
		luck := rng.Float64()
		lean := float32(rng.IntN(3) - 1)
		for range l.PerGame {
			r := Row{Weight: 1, Game: uint32(g + 1), Hash: rng.Uint64(), Mg: uint8(rng.IntN(5)), Source: uint8(g % max(1, l.Sources))}
			r.Eg = r.Mg
			for range l.Columns {
				v := float32(0)
				if rng.Float64() < 0.6 {
					v = float32(rng.IntN(5)-2) + lean
				}
				r.Counts = append(r.Counts, v)
			}
			s := l.Evaluation(r)
			r.Score = int16(math.Round(s))
			r.Result = Result(winprob.Expected(l.K, s+l.Advantage*float64(r.Source+1)), luck)
			rows = append(rows, r)
		}
	}
	return rows
}

// Evaluation returns a row's evaluation by the truth.
func (l League) Evaluation(r Row) (s float64) {
	phase := float64(r.Mg) / 4
	j := 0
	for c, column := range l.Columns {
		v := float64(r.Counts[c])
		if !column.Tapered {
			s += l.Truth[j] * v
			j++
			continue
		}
		s += (l.Truth[j]*phase + l.Truth[j+1]*(1-phase)) * v
		j += 2
	}
	return s
}

// Result returns a result whose mean over a luck between 0 and 1 is e.
func Result(e, luck float64) uint8 {
	draw := min(e, 1-e)
	switch win := e - draw/2; {
	case luck < win:
		return matrix.ResultWhite
	case luck < win+draw:
		return matrix.ResultDraw
	}
	return matrix.ResultBlack
}

// Set is the league as data.
func (l League) Set(t testing.TB) *matrix.Set { return NewSet(t, l.Columns, 100, l.Rows()) }

// Names returns the names of the weights.
func (l League) Names() (list []string) {
	for _, c := range l.Columns {
		list = append(list, c.Weights()...)
	}
	return list
}

// Start returns the truth, each weight changed by up to a factor, as weights to
// start from.
func (l League) Start(change float64) (list []fit.NamedWeight) {
	rng := rand.New(rand.NewPCG(l.Seed, 78))
	for j, name := range l.Names() {
		list = append(list, fit.NamedWeight{Name: name, Value: math.Round(l.Truth[j] * (1 + change*(2*rng.Float64()-1)))})
	}
	return list
}

// Options are those of a fit with the league's K, to a tight tolerance.
func (l League) Options(loss fit.Loss) fit.Options {
	return fit.Options{Loss: loss, Bootstrap: fit.Bootstrap{Resamples: 20}, Texel: fit.Texel{K: l.K, Search: fit.Search{Tolerance: 1e-16}}}
}

// A Slope is the loss of a row and its first two derivatives by the evaluation.
type Slope struct{ Loss, First, Second, Gauss float64 } // gauss: what second is expected to be

// SlopeOf is the textbook's: e the logistic of c·s.
func SlopeOf(loss fit.Loss, c, s, target float64) Slope {
	e := 1 / (1 + math.Exp(-c*s))
	de := c * e * (1 - e)
	if loss == fit.CrossEntropy {
		return Slope{-target*math.Log(e) - (1-target)*math.Log(1-e), c * (e - target), c * de, c * de}
	}
	r := e - target
	return Slope{r * r, 2 * r * de, 2*de*de + 2*r*c*de*(1-2*e), 2 * de * de}
}

// Expected returns the rows' losses at a point.
func (tw *Twin) Expected(opt fit.Options, point []float64) []Slope {
	c := winprob.Logit(opt.Texel.K)
	out := make([]Slope, len(tw.Y))
	var s mat.VecDense
	s.MulVec(tw.X, mat.NewVecDense(len(point), point))
	for i := range out {
		out[i] = SlopeOf(opt.Loss, c, s.AtVec(i)+tw.Base[i], tw.Y[i]+tw.Base[i])
	}
	return out
}

// Minimum finds the lowest mean loss, with a ridge of opt.Ridge rows, by Newton's
// method with the dense Hessian from a point, halving steps that do not descend.
func (tw *Twin) Minimum(opt fit.Options, start []float64) (point []float64, loss float64) {
	_, k := tw.X.Dims()
	unit := UnitOf(opt.Loss, opt.Texel.K)
	at := func(p []float64) (f float64) {
		for i, s := range tw.Expected(opt, p) {
			f += tw.W[i] * s.Loss
		}
		for _, v := range p[:tw.Weights] {
			f += opt.Ridge * unit * v * v
		}
		return f
	}
	point = start
	for length, size := 1.0, 1.0; size > 1e-6; {
		h, g := mat.NewSymDense(k, nil), mat.NewVecDense(k, nil)
		for i, s := range tw.Expected(opt, point) {
			x := mat.NewVecDense(k, mat.Row(nil, i, tw.X))
			h.SymRankOne(h, tw.W[i]*s.Second, x)
			g.AddScaledVec(g, tw.W[i]*s.First, x)
		}
		for j := range tw.Weights {
			h.SetSym(j, j, h.At(j, j)+2*opt.Ridge*unit)
			g.SetVec(j, g.AtVec(j)+2*opt.Ridge*unit*point[j])
		}
		var step mat.VecDense
		if err := step.SolveVec(h, g); err != nil {
			panic(err) // the test is at fault
		}
		next, before := slices.Clone(point), at(point)
		for length = 1; ; {
			for j := range next {
				next[j] = point[j] - length*step.AtVec(j)
			}
			if length /= 2; at(next) <= before || length < 1e-9 {
				break
			}
		}
		point, size = next, 2*length*mat.Norm(&step, 2)
	}
	total := 0.0
	for _, w := range tw.W {
		total += w
	}
	return point, at(point) / total
}

// UnitOf returns what a drawn row with a count of 1 adds to a loss for a weight of 1.
func UnitOf(l fit.Loss, k float64) float64 {
	return (&texel.Job{Loss: lossOf(l)}).RowUnit(winprob.Logit(k))
}

// lossOf returns the loss of expected scores of that name.
func lossOf(l fit.Loss) *sparse.Loss {
	return sparse.Losses[slices.IndexFunc(sparse.Losses, func(s *sparse.Loss) bool { return s.Name == l.String() })]
}

// PreparedOf returns a fit of expected scores, by LBFGS, that has read its options.
func PreparedOf(t testing.TB, data fit.Data, opt fit.Options) *texel.Prepared {
	t.Helper()
	opt = opt.WithDefaults()
	opt.Target.Expected, opt.Target.Results = true, opt.Loss == fit.WDL
	d, err := rows.NewDesign(data.Schema(), opt.Columns, opt.Fixed, opt.Texel.Ties...)
	if err != nil {
		t.Fatal(err)
	}
	j := &rows.Job{Data: data, Test: opt.Test, Design: d, Target: opt.Target, Split: opt.Split, Threads: opt.Threads, Meter: &rows.Meter{}}
	job := texel.Job{Job: j, Opt: opt.Texel, Loss: lossOf(opt.Loss), Method: descent.LBFGS, Ridge: opt.Ridge, Bootstrap: opt.Bootstrap, Dense: opt.Dense,
		Intercepts: opt.Intercept != fit.NoIntercept}
	if opt.Intercept == fit.ByGame {
		job.Grouping = rows.ByGame
	}
	p, err := job.Prepare(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// ScaledOf returns a fit that is ready for its search, and what it is to minimise.
func ScaledOf(t testing.TB, data fit.Data, opt fit.Options) (*texel.Scaled, *search.Objective) {
	t.Helper()
	s, err := PreparedOf(t, data, opt).FindK(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return s, s.Objective(s.Rows, search.Strengths{Ridge: s.Ridge, Prior: s.Opt.PriorRows, Smooth: s.Opt.Smooth})
}

// SelectionOf selects rows as the options say.
func SelectionOf(opt fit.Options) rows.Selection {
	return (&rows.Job{Target: opt.Target, Split: opt.Split, Test: opt.Test}).Selection()
}
