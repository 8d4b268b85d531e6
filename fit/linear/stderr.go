package linear

import (
	"context"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"example.org/centipawn/fit/rows"
	"example.org/centipawn/fit/sandwich"
	"example.org/centipawn/matrix"
)

// scoreBytes bounds the memory for the scores of the games. Where they need more, games
// share a place.
const scoreBytes = 1 << 30

// Spread is what the games say of the weights and then of the intercepts.
type Spread struct {
	sandwich.Bars
	Games []int // in which a weight takes part
}

// StdErrs makes the passes for standard errors, see package sandwich.
func (e *Problem) StdErrs(ctx context.Context, est *Estimate, games int) (*Spread, error) {
	current, err := e.Model(est).Scorer(e.Data.Schema())
	if err != nil {
		return nil, err
	}
	order := len(e.Design.Names) + len(est.System.Sources)
	t := newScoreTable(order)
	part := gameSum{problem: e, current: current, sources: sourceIndex(est.System)}
	fresh := func() *scoreSum {
		return &scoreSum{gameSum: part, sum: make([]float64, order), seen: make([]bool, order)}
	}
	if err := rows.Sum(ctx, e.Training("standard errors"), fresh, t.merge); err != nil {
		return nil, err
	}
	at := rows.Progress{Stage: "error bars", Total: 1 + sandwich.Steps}
	e.Meter.Report(at)
	p := &sandwich.Problem{
		Order: order, Inverse: est.Influence(e.Ridge, order), Sums: t.sums, Games: games, Threads: e.Threads,
		Done: func() { at.Done++; e.Meter.Report(at) },
	}
	p.Done()
	counts := t.count(p)
	if p.Single, err = e.single(ctx, part, t, p.Exact); err != nil {
		return nil, err
	}
	for i := range p.Single {
		g := &p.Single[i]
		g.AddScore(t.row(t.index[g.ID]), -1)
	}
	if p.Exact == nil {
		p.Sums = nil
	}
	if e.Ridge > 0 {
		p.Penalty = ridgePenalty(e.Ridge, est.Beta, order)
	}
	return &Spread{p.Bars(), counts}, nil
}

// ridgePenalty is the derivatives of half the ridge's part of the loss.
func ridgePenalty(ridge float64, beta []float64, order int) *sandwich.Penalty {
	p := &sandwich.Penalty{Second: mat.NewSymDense(order, nil), Gradient: make([]float64, order)}
	for j, v := range beta {
		p.Second.SetSym(j, j, ridge)
		p.Gradient[j] = ridge * v
	}
	return p
}

// sourceIndex numbers the sources of a system in its order.
func sourceIndex(s *System) (index [256]int32) {
	for k, m := range s.Sources {
		index[m.Source] = int32(k)
	}
	return index
}

// gameSum is what the partials of both passes over the rows know.
type gameSum struct {
	problem *Problem
	current *rows.Scorer
	sources [256]int32
	entries []rows.Entry
	runs    []gameRun
}

// A gameRun is a run of rows of a game; its entries end at end.
type gameRun struct {
	game uint32
	rows int
	end  int
}

// load sets entries to those of row i, the intercept's last.
func (s *gameSum) load(b *matrix.Block, i int) {
	s.entries = s.problem.Design.Expand(b, i, s.entries[:0])
	p := int32(len(s.problem.Design.Names))
	s.entries = append(s.entries, rows.Entry{Weight: p + s.sources[rows.Source(b, i)], Value: 1})
}

// scoreSum is the partial of the pass that sums scores over runs of rows of one game.
type scoreSum struct {
	gameSum
	flat    []rows.Entry // of all runs
	sum     []float64    // of the open run, dense
	seen    []bool
	touched []int32
}

func (s *scoreSum) Reset() { s.runs, s.flat = s.runs[:0], s.flat[:0] }

// Add sums the scores of the training rows of a block.
func (s *scoreSum) Add(b *matrix.Block, sel *rows.Selection) error {
	for k, i := range sel.Index {
		s.open(b.Game[i])
		score := sel.W[k] * s.problem.psi(sel.Y[k]-s.current.Score(b, int(i)))
		s.load(b, int(i))
		for _, e := range s.entries {
			if e.Value != 0 {
				s.put(e.Weight, score*e.Value)
			}
		}
	}
	s.close()
	return nil
}

// open counts a row of a game, which begins a run unless the open one is its.
func (s *scoreSum) open(game uint32) {
	if n := len(s.runs); n == 0 || s.runs[n-1].game != game || s.runs[n-1].end >= 0 {
		s.close()
		s.runs = append(s.runs, gameRun{game: game, end: -1})
	}
	s.runs[len(s.runs)-1].rows++
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
		s.flat = append(s.flat, rows.Entry{Weight: w, Value: s.sum[w]})
		s.sum[w], s.seen[w] = 0, false
	}
	s.touched = s.touched[:0]
	if n := len(s.runs); n > 0 && s.runs[n-1].end < 0 {
		s.runs[n-1].end = len(s.flat)
	}
}

// A scoreTable holds the scores of games, in the order in which they first
// appear. A game takes 8 bytes and a bit for each weight; of more games than most some share a
// place.
type scoreTable struct {
	order, words, most int

	index  map[uint32]int
	sums   []float64
	length []int    // rows of a game
	active []uint64 // bits: the weight takes part in the game
}

func newScoreTable(order int) *scoreTable {
	return &scoreTable{order: order, words: (order + 63) / 64, most: max(1, scoreBytes/(8*max(1, order))), index: make(map[uint32]int)}
}

// merge adds the runs of a partial.
func (t *scoreTable) merge(s *scoreSum) {
	lo := 0
	for _, run := range s.runs {
		g := t.game(run.game)
		t.length[g] += run.rows
		sums, active := t.row(g), t.active[g*t.words:][:t.words]
		for _, e := range s.flat[lo:run.end] {
			sums[e.Weight] += e.Value
			active[e.Weight/64] |= 1 << (e.Weight % 64)
		}
		lo = run.end
	}
}

// row returns the scores of a game, with those that share its place.
func (t *scoreTable) row(g int) []float64 { return t.sums[g%t.most*t.order:][:t.order] }

// game returns the number of a game.
func (t *scoreTable) game(id uint32) int {
	g, ok := t.index[id]
	if !ok {
		g = len(t.index)
		t.index[id] = g
		if g < t.most {
			t.sums = append(t.sums, make([]float64, t.order)...)
		}
		t.length = append(t.length, 0)
		t.active = append(t.active, make([]uint64, t.words)...)
	}
	return g
}

// has reports whether a weight takes part in a game.
func (t *scoreTable) has(g, j int) bool { return t.active[g*t.words+j/64]>>(j%64)&1 != 0 }

// count returns the games of weights, and sets what follows for the problem.
func (t *scoreTable) count(p *sandwich.Problem) []int {
	p.Sums = t.sums
	counts, rows, squares := make([]int, t.order), 0, 0.0
	for g, n := range t.length {
		rows += n
		squares += float64(n) * float64(n)
		for j := range counts {
			if t.has(g, j) {
				counts[j]++
			}
		}
	}
	p.Exact = sandwich.Few(counts, len(t.length), rows)
	p.Freedom = sandwich.Many(counts, len(t.length), float64(rows)*float64(rows)/max(1, squares))
	return counts
}

// single makes a pass that gathers the rows of the games that are left out one by one.
func (e *Problem) single(ctx context.Context, part gameSum, t *scoreTable, exact []bool) ([]sandwich.Game, error) {
	wanted := t.anyOf(exact)
	found := gathered{of: make(map[uint32]int)}
	fresh := func() *rowSum { return &rowSum{gameSum: part, wanted: wanted, table: t} }
	err := rows.Sum(ctx, e.Training("rows of few games"), fresh, found.merge)
	return found.games, err
}

// anyOf reports for each game whether one of the weights takes part in it; nil is all.
func (t *scoreTable) anyOf(weights []bool) []bool {
	any := make([]bool, len(t.length))
	for g := range any {
		any[g] = weights == nil
		for j, wanted := range weights {
			any[g] = any[g] || wanted && t.has(g, j)
		}
	}
	return any
}

// gathered is games in the order of their first rows.
type gathered struct {
	games []sandwich.Game
	of    map[uint32]int
}

// merge adds the rows of a partial.
func (f *gathered) merge(s *rowSum) {
	for _, r := range s.rows {
		g, ok := f.of[r.game]
		if !ok {
			g = len(f.games)
			f.of[r.game] = g
			f.games = append(f.games, sandwich.Game{ID: r.game})
		}
		r.add(&f.games[g], s.flat)
	}
}

// rowSum is the partial of the pass that gathers rows.
type rowSum struct {
	gameSum
	wanted []bool
	table  *scoreTable
	rows   []gameRow
	flat   []rows.Entry
}

// A gameRow is a row; its entries are those from low to high.
type gameRow struct {
	game          uint32
	first, second float64
	low, high     int
}

// add adds the row to its game.
func (r gameRow) add(g *sandwich.Game, flat []rows.Entry) {
	g.Add(r.first, r.second, r.second)
	for _, e := range flat[r.low:r.high] {
		g.Put(e.Weight, e.Value)
	}
}

func (s *rowSum) Reset() { s.rows, s.flat = s.rows[:0], s.flat[:0] }

// Add gathers the rows of a block.
func (s *rowSum) Add(b *matrix.Block, sel *rows.Selection) error {
	for k, i := range sel.Index {
		if s.wanted[s.table.index[b.Game[i]]] {
			s.gather(b, int(i), sel.Y[k], sel.W[k])
		}
	}
	return nil
}

// gather keeps row i, its label y and its weight w.
func (s *rowSum) gather(b *matrix.Block, i int, y, w float64) {
	r := y - s.current.Score(b, i)
	row := gameRow{game: b.Game[i], first: w * s.problem.psi(r), low: len(s.flat)}
	if s.problem.psi(r) == r {
		row.second = w
	}
	s.load(b, i)
	s.flat = append(s.flat, s.entries...)
	row.high = len(s.flat)
	s.rows = append(s.rows, row)
}

// Influence returns the matrix that turns a game's scores into its effect on
// the weights and, below them, on the intercepts: with x the means of the sources, β moves
// by A⁻¹·(u − Σ q·x), q the score of an intercept, and that by q/Σw − x·(the move of β).
func (est *Estimate) Influence(ridge float64, order int) *mat.Dense {
	p := len(est.Beta)
	inv, l := est.bread(ridge).Inverse(), mat.NewDense(max(1, order), max(1, order), nil)
	for i := range p {
		copy(l.RawRowView(i), inv.RawRowView(i)[:p])
	}
	index := sourceIndex(est.System)
	var move mat.VecDense // A⁻¹x
	for _, m := range est.Bread.Sources {
		at := p + int(index[m.Source])
		if m.X == nil || at >= order || m.Weight == 0 {
			continue // no intercept, or one that no row speaks of
		}
		l.Set(at, at, l.At(at, at)+1/m.Weight)
		if p == 0 {
			continue
		}
		move.MulVec(inv, mat.NewVecDense(p, m.X))
		for j := range p {
			l.Set(j, at, -move.AtVec(j))
			l.Set(at, j, -move.AtVec(j))
		}
		for _, o := range est.Bread.Sources {
			if len(o.X) > 0 && o.Weight > 0 {
				to := p + int(index[o.Source])
				l.Set(to, at, l.At(to, at)+floats.Dot(o.X, move.RawVector().Data))
			}
		}
	}
	return l
}

// bread returns the decomposed derivative of the scores.
func (est *Estimate) bread(ridge float64) *Factor {
	if est.Bread != est.System || ridge != 0 {
		return est.Bread.penalised(ridge).Factorise()
	}
	return est.Factor
}
