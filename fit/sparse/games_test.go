package sparse

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"example.org/centipawn/fit/sparse/packed"
)

// A gameSum is what a game adds to scores.
type gameSum struct {
	slope  []float64 // Σ w·derivative of the loss
	active []bool    // by weight
}

// games sums by game, and counts the rows in which weights take part.
func (t *twin) games(p *Problem, w []float64) (games map[uint32]*gameSum, rows []int) {
	games, rows = make(map[uint32]*gameSum), make([]int, len(w))
	for i := range t.rows {
		r := &t.rows[i]
		g := games[r.Cluster]
		if g == nil {
			g = &gameSum{make([]float64, len(w)), make([]bool, len(w))}
			games[r.Cluster] = g
		}
		z, y := t.scale*r.Score(w), float64(r.Target)
		slope := t.loss.slope(1/(1+math.Exp(-z)), y)
		jacobian, inBlock := r.jacobian(w)
		for j, x := range jacobian {
			g.slope[j] += float64(r.Weight) * slope * t.scale * x
		}
		for j, active := range r.active(p) {
			if active || inBlock[j] {
				g.active[j] = true
				rows[j]++
			}
		}
	}
	return games, rows
}

// active reports by weight whether it takes part in the row.
func (r *twinRow) active(p *Problem) []bool {
	active := make([]bool, p.Spec.Weights)
	mark := func(column uint16, x float32) {
		c := p.Spec.Columns[column]
		for i, w := range c.Weights() {
			factor := []float64{1, p.Spec.MG[r.MG], p.Spec.EG[r.EG]}[i]
			if w >= 0 && x != 0 && factor != 0 {
				active[w] = true
			}
		}
	}
	for i, c := range r.Columns {
		mark(c, r.Counts[i])
	}
	if p.Source.Intercept {
		mark(r.Intercept, 1)
	}
	return active
}

// TestScores checks the sums of pools, and what stands behind weights, against a
// twin that goes by game. Of so few games those of several segments are told
// exactly, too.
func TestScores(t *testing.T) {
	everyLayout(t, layouts, 700, func(t *testing.T, p *Problem) {
		d, w := p.Design(t), p.Weights()
		games, rows := p.twin().games(p, w)
		for _, pools := range []int{1, 40, 1000} {
			got, err := d.Scores(t.Context(), w, pools)
			if err != nil {
				t.Fatal(err)
			}
			sums, count := make([]float64, pools*d.Weights), make([]int, d.Weights)
			for id, g := range games {
				for j, v := range g.slope {
					sums[PoolOf(id, pools)*d.Weights+j] += v
					if g.active[j] {
						count[j]++
					}
				}
			}
			Compare(t, "pools", got.Pools, sums, 2e-7)
			if got.All != len(games) || !slices.Equal(got.Games, count) {
				t.Errorf("%d games, by weight %v; want %d, %v", got.All, got.Games, len(games), count)
			}
			if !slices.Equal(got.Rows, rows) {
				t.Errorf("rows %v, want %v", got.Rows, rows)
			}
		}
	})
}

// TestScoresAreGradient checks that pools add up to the gradient.
func TestScoresAreGradient(t *testing.T) {
	for _, everything := range []bool{false, true} {
		p := Large(Sigmoid, everything)
		d, w := p.Design(t), p.Weights()
		scores, err := d.Scores(t.Context(), w, 777)
		if err != nil {
			t.Fatal(err)
		}
		sum, g := make([]float64, d.Weights), make([]float64, d.Weights)
		for i, v := range scores.Pools {
			sum[i%d.Weights] += v / d.TotalWeight()
		}
		if _, err := d.Gradient(t.Context(), w, g); err != nil {
			t.Fatal(err)
		}
		Compare(t, "sum of pools", sum, g, 1e-5)
	}
}

// TestGamesOfSegments checks the number of games where it is an estimate, that
// of games numbered one after the other, too.
func TestGamesOfSegments(t *testing.T) {
	Segments(t, 3)
	for _, games := range []int{30, 3000, 30000} {
		for _, numbered := range []bool{false, true} {
			t.Run(fmt.Sprint(games, " ", numbered), func(t *testing.T) {
				p := &Problem{Source: &testSource{perBlock: 3000}, Scale: TestScale}
				p.Spec = Spec{Spec: packed.Spec{Columns: []packed.Column{PlainColumn(0), PlainColumn(1)}, Weights: 2, Threads: 2}}
				rng := rand.New(rand.NewPCG(1, uint64(games)))
				for i := range games {
					r := testRow{Columns: []uint16{0}, Counts: []float32{1}, Cluster: uint32(i)}
					if !numbered {
						r.Cluster = rng.Uint32()
					}
					if i%10 == 0 {
						r.Columns[0] = 1
					}
					p.Source.Rows = append(p.Source.Rows, r)
				}
				p.Source.Rows = append(p.Source.Rows, p.Source.Rows...) // each in two segments
				s, err := p.Design(t).Scores(t.Context(), make([]float64, 2), 64)
				if err != nil {
					t.Fatal(err)
				}
				for i, got := range []int{s.All, s.Games[0], s.Games[1]} {
					want := []int{games, games - games/10, games / 10}[i]
					if math.Abs(float64(got-want)) > 0.01*float64(want)+0.5 {
						t.Errorf("%d: %d games, want %d", i, got, want)
					}
				}
				if want := []int{2 * (games - games/10), 2 * (games / 10)}; !slices.Equal(s.Rows, want) {
					t.Errorf("rows %v, want %v", s.Rows, want)
				}
			})
		}
	}
}

// TestPools checks that games are spread evenly.
func TestPools(t *testing.T) {
	const pools = 64
	var count [pools]int
	for game := range uint32(64000) {
		count[PoolOf(game, pools)]++
	}
	for p, n := range count {
		if n < 900 || n > 1100 {
			t.Errorf("pool %d of %d has %d of 64,000 games", p, pools, n)
		}
	}
}

func TestPoints(t *testing.T) {
	everyLayout(t, layouts, 700, func(t *testing.T, p *Problem) {
		d, w, slow := p.Design(t), p.Weights(), p.twin()
		for _, c := range []struct {
			limit, every int
			phases       bool
		}{{0, 1, false}, {700, 1, true}, {699, 2, false}, {100, 7, true}} {
			points, err := d.Points(t.Context(), w, c.limit, c.phases)
			if err != nil {
				t.Fatal(err)
			}
			var score, phase []float64
			var expected, weight []float32
			var cluster []uint32
			for _, r := range slow.packedAll(p, c.every) {
				score, expected, cluster = append(score, r.Score(w)), append(expected, r.Target), append(cluster, r.Cluster)
				weight, phase = append(weight, r.Weight), append(phase, min(1, mgTable[r.MG]))
			}
			if !p.Source.weighted {
				weight = nil
			}
			if !c.phases {
				phase = nil
			}
			Compare(t, "score", widen(points.Score), score, 1e-7)
			Compare(t, "phase", widen(points.Phase), phase, 0)
			if !slices.Equal(points.Expected, expected) || !slices.Equal(points.Cluster, cluster) || !slices.Equal(points.Weight, weight) {
				t.Errorf("limit %d: other labels", c.limit)
			}
			if c.limit > 0 && len(score) > c.limit+d.Segments() {
				t.Errorf("limit %d: %d rows", c.limit, len(score))
			}
		}
	})
}

// packedAll returns the rows in the packed order, of each segment one in so many.
func (t *twin) packedAll(p *Problem, every int) []twinRow {
	return t.packed(p.segmentRows(), every, 0).rows
}

func widen(s []float32) (wide []float64) {
	for _, v := range s {
		wide = append(wide, float64(v))
	}
	return wide
}

// TestActive checks which weights take part in a row.
func TestActive(t *testing.T) {
	everyLayout(t, layouts, 300, func(t *testing.T, p *Problem) {
		d := p.Design(t)
		_, rows := p.twin().games(p, slices.Repeat([]float64{1}, d.Weights)) // without any sum of 0
		for j, active := range d.Active() {
			if active != (rows[j] > 0) {
				t.Errorf("weight %d: active %v, takes part in %d rows", j, active, rows[j])
			}
		}
	})
}

// TestActiveCounts checks columns that have only counts of 0, of less than 1, or
// of a multiple of 256.
func TestActiveCounts(t *testing.T) {
	for _, c := range []struct {
		counts []float32
		want   bool
	}{{[]float32{0, 0}, false}, {[]float32{0, 1}, true}, {[]float32{0.5, 0}, true}, {[]float32{0, 256}, true}} {
		for _, other := range []float32{1, 1.5} {
			p := &Problem{Spec: Spec{Spec: packed.Spec{Columns: []packed.Column{PlainColumn(0), PlainColumn(1)}, Weights: 2, Threads: 1}}, Source: &testSource{perBlock: 2}}
			for _, x := range c.counts {
				p.Source.Rows = append(p.Source.Rows, testRow{Columns: []uint16{0, 1}, Counts: []float32{x, other}})
			}
			if got := p.Design(t).Active(); got[0] != c.want || !got[1] {
				t.Errorf("counts %v beside %v: active %v, want %v, true", c.counts, other, got, c.want)
			}
		}
	}
}

// TestTotals checks what a design says of its rows.
func TestTotals(t *testing.T) {
	everyLayout(t, layouts, 300, func(t *testing.T, p *Problem) {
		d, slow := p.Design(t), p.twin()
		total, target := 0.0, 0.0
		for _, r := range slow.rows {
			total, target = total+float64(r.Weight), target+float64(r.Weight)*float64(r.Target)
		}
		if d.Rows() != 300 || !near(d.TotalWeight(), total, total, 1e-12) || !near(d.MeanTarget(), target/total, 1, 1e-12) {
			t.Errorf("%d rows, weight %v, mean target %v; want 300, %v, %v", d.Rows(), d.TotalWeight(), d.MeanTarget(), total, target/total)
		}
	})
}

// TestNoRows has blocks, but no rows in them.
func TestNoRows(t *testing.T) {
	p := Problems(100)[1]
	p.Source.Rows = nil
	p.Source.fail = nil
	d := p.Design(t)
	if d.Rows() != 0 || d.TotalWeight() != 0 || d.MeanTarget() != 0 || d.Bytes() != 0 {
		t.Errorf("%d rows, weight %v, mean target %v, %d bytes", d.Rows(), d.TotalWeight(), d.MeanTarget(), d.Bytes())
	}
	if slices.Contains(d.Active(), true) {
		t.Errorf("active %v", d.Active())
	}
	s, err := d.Scores(t.Context(), p.Weights(), 10)
	if err != nil || s.All != 0 {
		t.Errorf("%d games, %v", s.All, err)
	}
}
