package fit

import (
	"context"
	"math"
	"sync"
	"sync/atomic"

	"gonum.org/v1/gonum/mat"

	"centipawn/matrix"
)

// The standard errors are those of the sandwich: with bread A, the derivative
// of the scores, and u(g) the sum over the rows of game g of w·ψ(r)·(x − mean x),
//
//	V = G/(G−1) · A⁻¹ (Σ u(g)·u(g)ᵀ) A⁻¹
//
// whatever the errors within a game have to do with one another. It needs the
// games to be independent, and several dozens of them.
//
// Source: K.-Y. Liang, S. Zeger, "Longitudinal Data Analysis Using Generalized
// Linear Models" (1986); C. Cameron, D. Miller, "A Practitioner's Guide to
// Cluster-Robust Inference" (2015), section II.

// scoreBytes bounds the memory for the sums of the games. Where they need more,
// the games are done in several passes, a part of them each.
const scoreBytes = 1 << 30

// A meat is the sum of u·uᵀ over games; the vectors hold the weights and then
// the sums of w·ψ by source.
type meat struct {
	order int
	sum   []float64 // upper triangle, in rows
	games []int     // in which a weight takes part
}

// meat makes the passes that sum the scores of a number of games.
func (e *estimator) meat(ctx context.Context, est *estimate, games int) (*meat, error) {
	current, err := e.scorer(est)
	if err != nil {
		return nil, err
	}
	p := len(e.design.names)
	m := &meat{order: p + len(est.system.sources), games: make([]int, p)}
	m.sum = make([]float64, m.order*m.order)
	perGame := 8*m.order + p/8 + 64
	passes := uint64(games*perGame/e.scoreBytes + 1)
	means := est.meansBySource()
	for pass := range passes {
		t := &scoreTable{order: m.order, weights: p, words: (p + 63) / 64, index: make(map[uint32]int)}
		fresh := func() *scoreSum {
			return &scoreSum{selection: newSelection(e.opt), estimator: e, current: current, pass: pass, passes: passes,
				sources: sourceIndex(est.system), sum: make([]float64, m.order), seen: make([]bool, m.order)}
		}
		if err := fold(ctx, e.scan("standard errors"), fresh, (*scoreSum).add, t.merge); err != nil {
			return nil, err
		}
		t.centre(means)
		m.add(t, e.opt.Threads)
	}
	return m, nil
}

// sourceIndex numbers the sources of a system in its order.
func sourceIndex(s *system) (index [256]int32) {
	for k, m := range s.sources {
		index[m.source] = int32(k)
	}
	return index
}

// meansBySource returns the means that the bread is centred on, in the order of
// the sources of the system; nil for a source without.
func (est *estimate) meansBySource() [][]float64 {
	means := make([][]float64, len(est.system.sources))
	index := sourceIndex(est.system)
	for _, m := range est.bread.sources {
		means[index[m.source]] = m.x
	}
	return means
}

// scoreSum is the partial of the pass: scores summed over runs of rows of one
// game.
type scoreSum struct {
	selection
	estimator    *estimator
	current      *scorer
	pass, passes uint64
	sources      [256]int32
	entries      []entry

	runs    []scoreRun
	flat    []entry   // of all runs
	sum     []float64 // of the open run, dense
	seen    []bool
	touched []int32
}

// A scoreRun is a run of rows of a game; its entries end at end.
type scoreRun struct {
	game uint32
	end  int
}

func (s *scoreSum) reset() { s.runs, s.flat = s.runs[:0], s.flat[:0] }

// add sums the scores of the training rows of a block.
func (s *scoreSum) add(b *matrix.Block) error {
	s.take(b, Train)
	p := int32(len(s.estimator.design.names))
	for k, i := range s.index {
		game := b.Game[i]
		if s.passes > 1 && mix(uint64(game))%s.passes != s.pass {
			continue
		}
		if n := len(s.runs); n == 0 || s.runs[n-1].game != game || s.runs[n-1].end >= 0 {
			s.close()
			s.runs = append(s.runs, scoreRun{game, -1})
		}
		score := s.w[k] * s.estimator.opt.psi(s.y[k]-s.current.score(b, int(i)))
		s.entries = s.estimator.design.expand(b, int(i), s.entries[:0])
		for _, e := range s.entries {
			if e.value != 0 {
				s.put(e.weight, score*e.value)
			}
		}
		s.put(p+s.sources[source(b, int(i))], score)
	}
	s.close()
	return nil
}

// put adds to the open run.
func (s *scoreSum) put(weight int32, v float64) {
	if !s.seen[weight] {
		s.seen[weight] = true
		s.touched = append(s.touched, weight)
	}
	s.sum[weight] += v
}

// close ends the open run.
func (s *scoreSum) close() {
	for _, w := range s.touched {
		s.flat = append(s.flat, entry{w, s.sum[w]})
		s.sum[w], s.seen[w] = 0, false
	}
	s.touched = s.touched[:0]
	if n := len(s.runs); n > 0 && s.runs[n-1].end < 0 {
		s.runs[n-1].end = len(s.flat)
	}
}

// A scoreTable holds the scores of games, in the order in which they first
// appear. A game takes 8 bytes and a bit for each weight.
type scoreTable struct {
	order, weights, words int
	index                 map[uint32]int
	sums                  []float64
	active                []uint64 // bits: the weight takes part in the game
}

// merge adds the runs of a partial.
func (t *scoreTable) merge(s *scoreSum) {
	lo := 0
	for _, run := range s.runs {
		g := t.game(run.game)
		sums, active := t.sums[g*t.order:][:t.order], t.active[g*t.words:][:t.words]
		for _, e := range s.flat[lo:run.end] {
			sums[e.weight] += e.value
			if int(e.weight) < t.weights {
				active[e.weight/64] |= 1 << (e.weight % 64)
			}
		}
		lo = run.end
	}
}

// game returns the number of a game.
func (t *scoreTable) game(id uint32) int {
	g, ok := t.index[id]
	if !ok {
		g = len(t.index)
		t.index[id] = g
		t.sums = append(t.sums, make([]float64, t.order)...)
		t.active = append(t.active, make([]uint64, t.words)...)
	}
	return g
}

// centre makes scores about the means of the sources.
func (t *scoreTable) centre(means [][]float64) {
	for g := range len(t.index) {
		row := t.sums[g*t.order:][:t.order]
		for k, x := range means {
			q := row[t.weights+k]
			for j, v := range x {
				row[j] -= q * v
			}
		}
	}
}

// add adds the products of the table's rows.
func (m *meat) add(t *scoreTable, threads int) {
	buf := newTile(m.order)
	games := len(t.index)
	for lo := 0; lo < games; lo += tileRows {
		buf.n = min(tileRows, games-lo)
		for r := range buf.n {
			for j, v := range t.sums[(lo+r)*t.order:][:t.order] {
				buf.data[j*tileStride+r] = v
			}
		}
		m.addTile(&buf, threads)
	}
	for g := range games {
		active := t.active[g*t.words:]
		for j := range t.weights {
			m.games[j] += int(active[j/64] >> (j % 64) & 1)
		}
	}
}

// addTile adds the products of a tile of games, several rows of the sum at a
// time if there is enough to do.
func (m *meat) addTile(t *tile, threads int) {
	if m.order < 64 {
		t.addProducts(m.sum, m.order, 0, m.order)
		return
	}
	var next atomic.Int64
	var wait sync.WaitGroup
	for range threads {
		wait.Go(func() {
			for i := int(next.Add(1) - 1); i < m.order; i = int(next.Add(1) - 1) {
				t.addProducts(m.sum, m.order, i, i+1)
			}
		})
	}
	wait.Wait()
}

// stdErrs returns the standard errors of the weights and of the intercepts.
func (est *estimate) stdErrs(m *meat, ridge float64, games int) (weights, intercepts []float64) {
	p := len(est.beta)
	weights, intercepts = make([]float64, p), make([]float64, len(est.intercepts))
	if games < 2 || m.order == 0 {
		return weights, intercepts
	}
	correction := float64(games) / float64(games-1)
	l := est.influence(ridge, m.order)
	sum := mat.NewSymDense(m.order, m.sum)
	var half mat.Dense
	half.Mul(l, sum)
	for i := range m.order {
		v := correction * mat.Dot(half.RowView(i), l.RowView(i))
		se := math.Sqrt(max(0, v))
		if i < p {
			weights[i] = se
		} else if i-p < len(intercepts) {
			intercepts[i-p] = se
		}
	}
	return weights, intercepts
}

// influence returns the matrix that turns a game's scores into its effect on
// the weights and, below them, on the intercepts: β moves by A⁻¹u, and the
// intercept of a source by the mean of its scores less mean x · A⁻¹u.
func (est *estimate) influence(ridge float64, order int) *mat.Dense {
	p := len(est.beta)
	l := mat.NewDense(order, order, nil)
	bread := est.factor
	if est.bread != est.system || ridge != 0 {
		bread = est.bread.penalised(ridge).factorise()
	}
	inv := bread.inverse()
	for i := range p {
		for j := range p {
			l.Set(i, j, inv.At(i, j))
		}
	}
	index := sourceIndex(est.system)
	for _, m := range est.bread.sources {
		row := p + int(index[m.source])
		if row >= order || m.weight == 0 {
			continue // no intercept, or one that no row speaks of
		}
		l.Set(row, row, 1/m.weight)
		for j := range p {
			for i, x := range m.x {
				l.Set(row, j, l.At(row, j)-x*inv.At(i, j))
			}
		}
	}
	return l
}
