package fit

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"example.org/centipawn/fit/rows"
	"example.org/centipawn/fit/search"
	"example.org/centipawn/fit/texel"
	"example.org/centipawn/matrix"
	"example.org/centipawn/winprob"
)

// A league is random games whose results come from known weights: a row's
// expected score is that of its evaluation, and the rows of a game share their
// luck. Counts are as in a simulation.
type league struct {
	columns   []matrix.Column
	truth     []float64 // by weight, in the order of the columns, centipawns
	k         float64
	games     int
	perGame   int
	sources   int
	advantage float64 // of White, centipawns a source: 1, 2, … times it
	seed      uint64
}

// usual is a league with tapered columns. Its weights are x0, x1.mg, x1.eg, x2,
// x3, x4.mg, x4.eg and x5.
func usual(seed uint64) league {
	columns := plainColumns(6)
	columns[1].Tapered, columns[4].Tapered = true, true
	return league{
		columns: columns, truth: []float64{80, -40, 25, 12, 0, 60, 90, 7},
		k: 1.2, games: 200, perGame: 12, sources: 2, seed: seed,
	}
}

// rows plays the games.
func (l league) rows() []row {
	rng := rand.New(rand.NewPCG(l.seed, 77))
	var rows []row
	for g := range l.games {
		luck := rng.Float64()
		lean := float32(rng.IntN(3) - 1)
		for range l.perGame {
			r := row{weight: 1, game: uint32(g + 1), hash: rng.Uint64(), mg: uint8(rng.IntN(5)), source: uint8(g % max(1, l.sources))}
			r.eg = r.mg
			for range l.columns {
				v := float32(0)
				if rng.Float64() < 0.6 {
					v = float32(rng.IntN(5)-2) + lean
				}
				r.counts = append(r.counts, v)
			}
			s := l.evaluation(r)
			r.score = int16(math.Round(s))
			r.result = result(winprob.Expected(l.k, s+l.advantage*float64(r.source+1)), luck)
			rows = append(rows, r)
		}
	}
	return rows
}

// evaluation returns a row's evaluation by the truth.
func (l league) evaluation(r row) (s float64) {
	phase := float64(r.mg) / 4
	j := 0
	for c, column := range l.columns {
		v := float64(r.counts[c])
		if !column.Tapered {
			s += l.truth[j] * v
			j++
			continue
		}
		s += (l.truth[j]*phase + l.truth[j+1]*(1-phase)) * v
		j += 2
	}
	return s
}

// result returns a result whose mean over a luck between 0 and 1 is e.
func result(e, luck float64) uint8 {
	draw := min(e, 1-e)
	switch win := e - draw/2; {
	case luck < win:
		return matrix.ResultWhite
	case luck < win+draw:
		return matrix.ResultDraw
	}
	return matrix.ResultBlack
}

// set is the league as data.
func (l league) set(t testing.TB) *matrix.Set { return newSet(t, l.columns, 100, l.rows()) }

// names returns the names of the weights.
func (l league) names() (list []string) {
	for _, c := range l.columns {
		list = append(list, c.Weights()...)
	}
	return list
}

// start returns the truth, each weight changed by up to a factor, as weights to
// start from.
func (l league) start(change float64) (list []NamedWeight) {
	rng := rand.New(rand.NewPCG(l.seed, 78))
	for j, name := range l.names() {
		list = append(list, NamedWeight{Name: name, Value: math.Round(l.truth[j] * (1 + change*(2*rng.Float64()-1)))})
	}
	return list
}

// options are those of a fit with the league's K, to a tight tolerance.
func (l league) options(loss Loss) Options {
	return Options{Loss: loss, Bootstrap: Bootstrap{Resamples: 20}, Texel: Texel{K: l.k, Search: Search{Tolerance: 1e-16}}}
}

// A slope is the loss of a row and its first two derivatives by the evaluation.
type slope struct{ loss, first, second, gauss float64 } // gauss: what second is expected to be

// slopeOf is the textbook's: e the logistic of c·s.
func slopeOf(loss Loss, c, s, target float64) slope {
	e := 1 / (1 + math.Exp(-c*s))
	de := c * e * (1 - e)
	if loss == CrossEntropy {
		return slope{-target*math.Log(e) - (1-target)*math.Log(1-e), c * (e - target), c * de, c * de}
	}
	r := e - target
	return slope{r * r, 2 * r * de, 2*de*de + 2*r*c*de*(1-2*e), 2 * de * de}
}

// expected returns the rows' losses at a point.
func (tw *twin) expected(opt Options, point []float64) []slope {
	c := winprob.Logit(opt.Texel.K)
	out := make([]slope, len(tw.y))
	var s mat.VecDense
	s.MulVec(tw.x, mat.NewVecDense(len(point), point))
	for i := range out {
		out[i] = slopeOf(opt.Loss, c, s.AtVec(i)+tw.base[i], tw.y[i]+tw.base[i])
	}
	return out
}

// minimum finds the lowest mean loss, with a ridge of so many rows, by Newton's
// method with the dense Hessian from a point, halving steps that do not descend.
func (tw *twin) minimum(opt Options, start []float64) (point []float64, loss float64) {
	_, k := tw.x.Dims()
	unit := unitOf(opt.Loss, opt.Texel.K)
	at := func(p []float64) (f float64) {
		for i, s := range tw.expected(opt, p) {
			f += tw.w[i] * s.loss
		}
		for _, v := range p[:tw.weights] {
			f += opt.Ridge * unit * v * v
		}
		return f
	}
	point = start
	for length, size := 1.0, 1.0; size > 1e-6; {
		h, g := mat.NewSymDense(k, nil), mat.NewVecDense(k, nil)
		for i, s := range tw.expected(opt, point) {
			x := mat.NewVecDense(k, mat.Row(nil, i, tw.x))
			h.SymRankOne(h, tw.w[i]*s.second, x)
			g.AddScaledVec(g, tw.w[i]*s.first, x)
		}
		for j := range tw.weights {
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
	for _, w := range tw.w {
		total += w
	}
	return point, at(point) / total
}

// unitOf returns what a drawn row with a count of 1 adds to a loss for a weight of 1.
func unitOf(l Loss, k float64) float64 {
	return (&texel.Job{Loss: l.entry().scores}).RowUnit(winprob.Logit(k))
}

// preparedOf returns a fit of expected scores that has read its options.
func preparedOf(t testing.TB, data Data, opt Options) *texel.Prepared {
	t.Helper()
	opt = opt.WithDefaults()
	j, err := newJob(data, opt)
	if err != nil {
		t.Fatal(err)
	}
	p, err := texelOf(j, opt.Loss.entry().scores, opt).Prepare(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// scaledOf returns a fit that is ready for its search, and what it is to minimise.
func scaledOf(t testing.TB, data Data, opt Options) (*texel.Scaled, *search.Objective) {
	t.Helper()
	s, err := preparedOf(t, data, opt).FindK(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return s, s.Objective(s.Rows, search.Strengths{Ridge: s.Ridge, Prior: s.Opt.PriorRows, Smooth: s.Opt.Smooth})
}

// selectionOf selects rows as the options say.
func selectionOf(opt Options) rows.Selection {
	return (&rows.Job{Target: opt.Target, Split: opt.Split, Test: opt.Test}).Selection()
}
