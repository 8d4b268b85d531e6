package fit_test

import (
	"context"
	"fmt"

	"example.org/centipawn/fit"
	"example.org/centipawn/matrix"
)

// Each row is a position: pawns more for White, and whether White is to move (+1)
// or Black (−1). The scores are 90 centipawns a pawn, 20 for the move, and a bias of 5
// for White, which goes into the intercept and not into the weights.
func ExampleFit() {
	set, err := positions()
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err := fit.Fit(context.Background(), set, fit.Options{Split: fit.Split{By: fit.SplitNone}})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, w := range r.Weights {
		fmt.Printf("%-6s %5.1f cp, in %d rows of %d games\n", w.Name, w.Value, w.Rows, w.Games)
	}
	fmt.Printf("bias   %5.1f cp\n", r.Intercepts[0].Value)
	fmt.Printf("MAE    %5.1f cp, of the null model %.1f cp\n", r.Train.MAE, r.Train.NullMAE)
	// Output:
	// pawns   90.0 cp, in 96 rows of 12 games
	// move    20.0 cp, in 120 rows of 12 games
	// bias     5.0 cp
	// MAE      0.0 cp, of the null model 112.0 cp
}

// Two models on the same rows: a pawn at 100 centipawns as books have it, against
// what the data say.
func ExampleCompare() {
	ctx := context.Background()
	set, err := positions()
	if err != nil {
		fmt.Println(err)
		return
	}
	book := fit.Model{Name: "book", Weights: []fit.NamedWeight{{Name: "pawns", Value: 100}}}
	tuned := fit.Model{Name: "tuned", Weights: []fit.NamedWeight{{Name: "pawns", Value: 90}, {Name: "move", Value: 20}}}
	ev, err := fit.Evaluate(ctx, set, fit.Test, []fit.Model{book, tuned}, fit.EvalOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	c, err := fit.Compare(ev[0], ev[1], fit.Bootstrap{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s less %s on %d rows: MSE %+.0f, MAE %+.1f cp\n", c.B, c.A, c.N, c.MSE.Value, c.MAE.Value)
	// Output:
	// tuned less book on 30 rows: MSE -600, MAE -16.0 cp
}

// positions makes twelve games of ten rows.
func positions() (*matrix.Set, error) {
	w, err := matrix.NewMemory(matrix.Schema{
		Set: "example", SetHash: "1", Columns: []matrix.Column{{Name: "pawns"}, {Name: "move"}},
	})
	if err != nil {
		return nil, err
	}
	b := new(matrix.Block)
	b.Reset()
	for i := range 120 {
		pawns, move := i%5-2, 1-i%2*2
		if pawns != 0 {
			b.Columns, b.Counts = append(b.Columns, 0), append(b.Counts, float32(pawns))
		}
		b.Columns, b.Counts = append(b.Columns, 1), append(b.Counts, float32(move))
		b.Start = append(b.Start, int64(len(b.Columns)))
		b.Score = append(b.Score, int16(90*pawns+20*move+5))
		b.Game, b.Hash = append(b.Game, uint32(i/10)), append(b.Hash, uint64(i))
		b.MG, b.EG, b.Result = append(b.MG, 0), append(b.EG, 0), append(b.Result, 0)
		b.Ply, b.Material = append(b.Ply, 0), append(b.Material, int8(pawns))
	}
	if err := w.Write(b); err != nil {
		return nil, err
	}
	if err := w.Close(matrix.Provenance{}); err != nil {
		return nil, err
	}
	m, err := w.Matrix()
	if err != nil {
		return nil, err
	}
	return matrix.Join(m)
}
