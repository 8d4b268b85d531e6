package winprob

import (
	"fmt"
	"math"
	"sync"
	"sync/atomic"
)

// Points are positions as the models of this package see them: an evaluation
// and what became of the game. The slices run in parallel; those that may be
// nil say so. A row without a target, or of weight 0, takes no part.
type Points struct {
	// Score is the evaluation, in centipawns, White-relative, finite.
	Score []float32

	// Expected is the target: White's expected score, 0 to 1; NaN for none.
	Expected []float32

	// Phase is φ in [0, 1], 1 with all pieces on the board; nil if nothing is
	// asked for by phase.
	Phase []float32

	// Weight of the row, finite and not negative; nil: all 1.
	Weight []float32

	// Cluster numbers the game: rows of one are not independent. nil: each row
	// is its own.
	Cluster []uint32

	// Result is 3 if White won, 2 for a draw, 1 if Black won and 0 if unknown.
	// [FitWDL] needs it, nothing else does.
	Result []uint8
}

// Rows returns the number of rows.
func (p *Points) Rows() int { return len(p.Score) }

// Append adds the rows of q, which has the same slices.
func (p *Points) Append(q *Points) {
	p.Score, p.Expected = append(p.Score, q.Score...), append(p.Expected, q.Expected...)
	p.Phase, p.Weight = append(p.Phase, q.Phase...), append(p.Weight, q.Weight...)
	p.Cluster, p.Result = append(p.Cluster, q.Cluster...), append(p.Result, q.Result...)
}

// Clear leaves no row, and keeps the memory.
func (p *Points) Clear() {
	*p = Points{Score: p.Score[:0], Expected: p.Expected[:0], Phase: p.Phase[:0],
		Weight: p.Weight[:0], Cluster: p.Cluster[:0], Result: p.Result[:0]}
}

// weight returns the weight of row i.
func (p *Points) weight(i int) float64 {
	if p.Weight == nil {
		return 1
	}
	return float64(p.Weight[i])
}

// phase returns φ of row i, 0 where no phase is known.
func (p *Points) phase(i int) float64 {
	if p.Phase == nil {
		return 0
	}
	return float64(p.Phase[i])
}

// check finds slices of different lengths and values out of their range.
func (p *Points) check() error {
	lengths := []struct {
		name string
		n    int
	}{{"expected", len(p.Expected)}, {"phase", len(p.Phase)}, {"weight", len(p.Weight)},
		{"cluster", len(p.Cluster)}, {"result", len(p.Result)}}
	for _, l := range lengths {
		if l.n != 0 && l.n != p.Rows() {
			return fmt.Errorf("points: %s has %d values for %d scores: pass as many, or none", l.name, l.n, p.Rows())
		}
	}
	for i, s := range p.Score {
		if s-s != 0 {
			return fmt.Errorf("points: score of row %d is %v: want a finite number of centipawns", i, s)
		}
	}
	for i, w := range p.Weight {
		if !(w >= 0) || w-w != 0 {
			return fmt.Errorf("points: weight of row %d is %v: want a finite number, 0 or more", i, w)
		}
	}
	for i, phi := range p.Phase {
		if !(phi >= 0 && phi <= 1) {
			return fmt.Errorf("points: phase of row %d is %v: want 0 to 1", i, phi)
		}
	}
	for i, e := range p.Expected {
		if e < 0 || e > 1 {
			return fmt.Errorf("points: expected score of row %d is %v: want 0 to 1, or NaN for none", i, e)
		}
	}
	for i, r := range p.Result {
		if r > 3 {
			return fmt.Errorf("points: result of row %d is %d: want 1 Black won, 2 draw, 3 White won, 0 unknown", i, r)
		}
	}
	return nil
}

// labelled returns the rows that have a target and weigh something.
func (p *Points) labelled() (*Points, error) {
	if err := p.check(); err != nil {
		return nil, err
	}
	if len(p.Expected) != p.Rows() {
		return nil, fmt.Errorf("points: no expected scores for %d scores: pass the targets", p.Rows())
	}
	return p.where(func(i int) bool { return p.Expected[i] == p.Expected[i] && p.weight(i) > 0 }), nil
}

// where returns the rows that keep takes: p itself if it takes all.
func (p *Points) where(keep func(i int) bool) *Points {
	n := p.Rows()
	var rows []int32
	for i := range n {
		switch k := keep(i); {
		case k && rows != nil:
			rows = append(rows, int32(i))
		case !k && rows == nil:
			rows = make([]int32, i, n)
			for j := range rows {
				rows[j] = int32(j)
			}
		}
	}
	if rows == nil {
		return p
	}
	return p.rows(rows)
}

// rows returns some of the rows.
func (p *Points) rows(rows []int32) *Points {
	return &Points{Score: pick(p.Score, rows), Expected: pick(p.Expected, rows), Phase: pick(p.Phase, rows),
		Weight: pick(p.Weight, rows), Cluster: pick(p.Cluster, rows), Result: pick(p.Result, rows)}
}

// pick returns the values of the rows; nil of nil.
func pick[T any](values []T, rows []int32) []T {
	if values == nil {
		return nil
	}
	picked := make([]T, len(rows))
	for j, i := range rows {
		picked[j] = values[i]
	}
	return picked
}

// chunkRows are summed on one goroutine, and the chunks' sums in their order:
// rounding does not depend on the number of threads.
const chunkRows = 16384

// sumChunks returns the sum over chunks of what work makes of rows lo to hi.
func sumChunks[S any](rows, threads int, work func(lo, hi int) S, add func(total *S, part S)) (total S) {
	parts := make([]S, (rows+chunkRows-1)/chunkRows)
	forChunks(rows, threads, func(c, lo, hi int) { parts[c] = work(lo, hi) })
	for _, part := range parts {
		add(&total, part)
	}
	return total
}

// forChunks calls work for each chunk, on several goroutines.
func forChunks(rows, threads int, work func(c, lo, hi int)) {
	chunks := (rows + chunkRows - 1) / chunkRows
	var next atomic.Int64
	var wait sync.WaitGroup
	for range min(max(threads, 1), chunks) {
		wait.Go(func() {
			for c := int(next.Add(1) - 1); c < chunks; c = int(next.Add(1) - 1) {
				work(c, c*chunkRows, min((c+1)*chunkRows, rows))
			}
		})
	}
	wait.Wait()
}

// isFinite reports whether x is neither NaN nor infinite.
func isFinite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }
