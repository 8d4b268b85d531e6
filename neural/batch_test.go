package neural

import (
	"strconv"
	"sync"
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/board/boardtest"
	"example.org/centipawn/neural/nn"
)

// games asks a batch for positions, several games at a time: each those whose number divided by that of the games
// leaves its own. A game that has asked for all of its positions leaves.
func games(b *Batch, number int, positions []board.Position, each func(i int, e *Evaluator)) {
	var wait sync.WaitGroup
	for range number {
		b.Join()
	}
	for game := range number {
		wait.Go(func() {
			defer b.Leave()
			e := b.Evaluator()
			for i := game; i < len(positions); i += number {
				e.Start(&positions[i])
				each(i, e)
			}
		})
	}
	wait.Wait()
}

// TestBatch: games that ask together, whatever their number and that of passes, get the answers of single
// questions, to the bit where products are exact; and no one waits for ever.
func TestBatch(t *testing.T) {
	var positions []board.Position
	for p := range boardtest.RandomPositions(4, 101) {
		positions = append(positions, p)
	}
	want := make([]answer, len(positions))
	e := network(t).Evaluator()
	for i := range positions {
		e.Start(&positions[i])
		want[i] = e.answer
	}
	for _, tt := range []struct{ size, passes, games int }{{1, 1, 1}, {4, 1, 4}, {4, 2, 3}, {3, 2, 8}, {8, 1, 5}} {
		n := network(t)
		games(n.Batch(tt.size, tt.passes), tt.games, positions, func(i int, e *Evaluator) {
			for k := range e.moves {
				got, want := e.answer.logits[k], want[i].logits[k]
				if got != want && (nn.Exact || max(got-want, want-got) > 1e-4) {
					t.Errorf("%+v, position %d: logit %g, alone %g", tt, i, got, want)
					return
				}
			}
			if got, want := e.answer.value, want[i].value; got != want && nn.Exact {
				t.Errorf("%+v, position %d: value %g, alone %g", tt, i, got, want)
			}
		})
	}
}

// BenchmarkBatch measures the questions of games side by side, in one pass at a time.
func BenchmarkBatch(b *testing.B) {
	for _, number := range []int{1, 2, 4, 8} {
		b.Run(strconv.Itoa(number), func(b *testing.B) {
			var positions []board.Position
			for p := range boardtest.RandomPositions(5, b.N) {
				positions = append(positions, p)
			}
			n := practical(b)
			b.ResetTimer()
			games(n.Batch(number, 1), number, positions, func(int, *Evaluator) {})
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "positions/s")
		})
	}
}
