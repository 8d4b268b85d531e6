package surface

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"example.org/centipawn/internal/splitmix"
)

// Points are the most that a pair can bring: two wins, or as many losses.
const Points = 2

// What a search plays, by simulation (docs/measured/blend.md): steps of a half to either side of the best point for six
// directions, fewer and wider ones for fewer; block by block, each of which learns from those before.
//
// A step costs its side at most costOfStep by the curve, so that what it measures is a slope; where costs of the two sides
// differ, longer ones find gains that are none. And one in four compares the best point with the old weights: the gain
// that steps around it only add up is then measured.
const (
	DefaultBlock   = 64 // pairs
	DefaultPatches = 4  // pairs of points in a block, the last of them the best point and 0
	stepOfAll      = 1.25
	widest         = 0.7
	costOfStep     = 15.0 // Elo
)

// Options are those of a search.
type Options struct {
	Pairs   int
	Block   int // pairs after which the surface is known anew; 0: DefaultBlock
	Patches int // different pairs of points in a block, each played equally often; 0: DefaultPatches
	Seed    uint64
}

// A Search says which points play, pair by pair. It depends on its model, its options and the results of whole
// blocks alone: neither on how many pairs are played at once, nor on the order in which they end.
type Search struct {
	opt    Options
	model  *Model
	points [][2][]float64 // of the block, by patch
	block  int            // blocks that are learnt
	waits  map[int]int    // results of the block, by pair
	counts [2*Points + 1]int
	path   []Gain // the best point after each block
}

// New begins a search.
func New(m *Model, opt Options) (*Search, error) {
	if opt.Block == 0 {
		opt.Block = DefaultBlock
	}
	if opt.Patches == 0 {
		opt.Patches = DefaultPatches
	}
	switch {
	case opt.Pairs < 1:
		return nil, fmt.Errorf("%d pairs: pass 1 or more", opt.Pairs)
	case opt.Block < opt.Patches || opt.Block < 0 || opt.Patches < 0:
		return nil, errors.New("a block has fewer pairs than pairs of points: pass more pairs a block")
	}
	s := &Search{opt: opt, model: m, waits: map[int]int{}}
	s.plan()
	return s, nil
}

// Model is what is known.
func (s *Search) Model() *Model { return s.model }

// Pairs is the number of pairs of the whole search, Taken that of the results that are learnt, Path the best
// points after each block.
func (s *Search) Pairs() int   { return s.opt.Pairs }
func (s *Search) Taken() int   { return min(s.block*s.opt.Block, s.opt.Pairs) + len(s.waits) }
func (s *Search) Path() []Gain { return s.path }

// Between reports whether all results that are known are learnt: no block is half played.
func (s *Search) Between() bool { return s.block > 0 && len(s.waits) == 0 }

// plan sets the points of the block.
func (s *Search) plan() {
	rng := rand.New(rand.NewPCG(splitmix.Mix(s.opt.Seed), uint64(s.block)))
	best, steps := s.model.Best().Alpha, s.model.steps()
	s.points = s.points[:0]
	for range s.opt.Patches {
		var p [2][]float64
		for i, centre := range best {
			low, high := s.model.low[i], s.model.high[i]
			d := steps[i]
			if rng.IntN(2) == 0 {
				d = -d
			}
			p[0] = append(p[0], rounded(min(max(centre+d, low), high)))
			p[1] = append(p[1], rounded(min(max(centre-d, low), high)))
		}
		s.points = append(s.points, p)
	}
	if p := against0(best); s.opt.Patches > 1 && p != nil {
		s.points[len(s.points)-1] = *p
	}
}

// against0 is a point and the old weights; nil if that is the point.
func against0(point []float64) *[2][]float64 {
	var p [2][]float64
	away := false
	for _, a := range point {
		p[0], p[1] = append(p[0], rounded(a)), append(p[1], 0)
		away = away || rounded(a) != 0
	}
	if !away {
		return nil
	}
	return &p
}

// steps are how far to either side of the best point coefficients are played, by direction.
func (m *Model) steps() (list []float64) {
	q, most := m.at(m.mean), Step(m.K())
	for i := range m.K() {
		d := most
		if h := q.h.At(i, i); h > 0 {
			d = min(d, math.Sqrt(2*costOfStep/h))
		}
		list = append(list, d)
	}
	return list
}

// Step is the longest step, by the number of directions.
func Step(directions int) float64 { return min(widest, stepOfAll/math.Sqrt(float64(directions))) }

// rounded keeps coefficients to a thousandth, so that they can be written and read.
func rounded(v float64) float64 { return math.Round(v*1000) / 1000 }

// Suggest returns the points that play a pair, from 0; equal ones follow one another, as an engine that is built starts
// another program for each. ok is false while a result of an earlier block is missing, of
// a block that is learnt, and past the end.
func (s *Search) Suggest(pair int) (a, b []float64, ok bool) {
	if pair < 0 || pair >= s.opt.Pairs || pair/s.opt.Block != s.block {
		return nil, nil, false
	}
	first := s.block * s.opt.Block
	size := min(s.opt.Block, s.opt.Pairs-first) // of the last block what is left
	p := s.points[(pair-first)*s.opt.Patches/size]
	return p[0], p[1], true
}

// Report takes the result of a pair: wins less losses of the first point.
func (s *Search) Report(pair, result int) error {
	_, twice := s.waits[pair]
	switch {
	case pair < 0 || pair >= s.opt.Pairs || pair/s.opt.Block > s.block:
		return fmt.Errorf("pair %d of %d: it is not its turn", pair+1, s.opt.Pairs)
	case pair/s.opt.Block < s.block || twice:
		return fmt.Errorf("pair %d has a result already", pair+1)
	case result < -Points || result > Points:
		return fmt.Errorf("pair %d: the result %d: pass wins less losses of two games", pair+1, result)
	}
	s.waits[pair] = result
	first := s.block * s.opt.Block
	if last := min(first+s.opt.Block, s.opt.Pairs); len(s.waits) == last-first {
		return s.learn(first, last)
	}
	return nil
}

// learn takes the block's results, in the order of its pairs, and plans the next.
func (s *Search) learn(first, last int) error {
	var list []Glimpse
	for pair := first; pair < last; pair++ {
		a, b, _ := s.Suggest(pair)
		result := s.waits[pair]
		s.counts[result+Points]++
		list = append(list, Glimpse{a, b, share(result)})
	}
	if err := s.model.Learn(list, s.variance()); err != nil {
		return err
	}
	s.block++
	s.waits = map[int]int{}
	s.path = append(s.path, s.model.Best())
	s.plan()
	return nil
}

// share is the part of a pair's points that wins less losses stand for.
func share(result int) float64 { return float64(result+Points) / (2 * Points) }

// What a pair's variance is taken for before there are games, and for how many pairs that counts.
const (
	usualVariance = 0.08
	usualPairs    = 30
)

// variance is that of a pair's share of the points, around a half: between points that differ by some Elo.
func (s *Search) variance() float64 {
	sum, n := usualVariance*usualPairs, float64(usualPairs)
	for i, c := range s.counts {
		d := share(i-Points) - 0.5
		sum += float64(c) * d * d
		n += float64(c)
	}
	return sum / n
}
