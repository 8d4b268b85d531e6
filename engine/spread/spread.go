// Package spread measures how far a search and the static evaluation are apart: what a search that
// prunes by the static evaluation risks, in the centipawns of the weights.
package spread

import (
	"context"
	"fmt"
	"math"

	"example.org/centipawn/board"
	"example.org/centipawn/eval"
	"example.org/centipawn/internal/ordered"
	"example.org/centipawn/search"
	"example.org/centipawn/search/alphabeta"
	"example.org/centipawn/weights"
)

// DefaultDepth is how deep the search looks, in half-moves.
const DefaultDepth = 3

// plain are the techniques of the search that measures: those that order moves or narrow windows.
// Those that prune have margins, which are to follow from what is measured.
const plain = alphabeta.PVS | alphabeta.Aspiration | alphabeta.TableCutoffs | alphabeta.CheckExtension |
	alphabeta.MateDistance | alphabeta.Killers | alphabeta.History | alphabeta.SEE

// Measure returns the spread of search − static evaluation, with weights that an evaluator can be
// made of. Positions in check, those without a move, and those in which the search finds a mate do
// not count. It does not depend on the number of threads.
func Measure(ctx context.Context, f *weights.File, positions []board.Position, depth, threads int) (weights.Spread, error) {
	if _, err := eval.NewSearch(f); err != nil {
		return weights.Spread{}, err
	}
	var gaps []float64
	err := ordered.Sum(ctx, threads, len(positions), func() *meter { return newMeter(f, depth) },
		func(m *meter, i int) error { m.measure(&positions[i]); return nil },
		func(m *meter) { gaps = append(gaps, m.gaps...); m.gaps = m.gaps[:0] })
	if err != nil {
		return weights.Spread{}, err
	}
	if len(gaps) < 2 {
		return weights.Spread{}, fmt.Errorf("%d of %d positions count: pass more, without check and without mates near", len(gaps), len(positions))
	}
	return weights.Spread{StdDev: deviation(gaps), Depth: depth, Positions: len(gaps)}, nil
}

// deviation returns the standard deviation of a sample.
func deviation(sample []float64) float64 {
	n, mean, sum := float64(len(sample)), 0.0, 0.0
	for _, v := range sample {
		mean += v / n
	}
	for _, v := range sample {
		sum += (v - mean) * (v - mean)
	}
	return math.Sqrt(sum / (n - 1))
}

// A meter measures on one thread.
type meter struct {
	static *eval.SearchEvaluator
	search *alphabeta.Searcher
	depth  int
	gaps   []float64
}

// newMeter returns the meter of weights that an evaluator can be made of.
func newMeter(f *weights.File, depth int) *meter {
	evaluator := func() search.Evaluator {
		e, err := eval.NewSearch(f)
		if err != nil {
			panic("spread: the weights were changed while they were measured: " + err.Error())
		}
		return e
	}
	return &meter{
		static: evaluator().(*eval.SearchEvaluator), depth: depth,
		search: alphabeta.New(evaluator, alphabeta.Options{Hash: 1, Off: ^plain}),
	}
}

// measure adds the difference of a position, if it counts.
func (m *meter) measure(p *board.Position) {
	if p.InCheck() || p.CountMoves() == 0 {
		return
	}
	m.search.NewGame()
	c := search.NewControl(search.Limits{Depth: m.depth}, p.SideToMove(), 0)
	score := m.search.Search(search.NewGame(*p), c, nil).Score
	if score.IsMate() {
		return
	}
	m.static.Reset(p)
	static := search.Score(m.static.Evaluate(p)).White(p.SideToMove())
	m.gaps = append(m.gaps, float64(score-static))
}
