package winprob_test

import (
	"fmt"

	"example.org/centipawn/winprob"
)

// Sixteen rows of eight games: K is there, and so is how little they say of it.
func ExampleFitK() {
	p := &winprob.Points{
		Score:    []float32{40, 90, -20, -60, 10, 70, 30, -150, 25, 60, -80, -40, 0, 35, 110, 200},
		Expected: []float32{1, 1, 0, 0, 0.5, 0.5, 0, 0, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 1, 1},
		Cluster:  []uint32{1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8},
	}
	fit, err := winprob.FitK(p, winprob.KOptions{})
	fmt.Printf("K = %.2f, 95 %% from %.2f to %.2f, %d rows of %d games\n", fit.K, fit.Low, fit.High, fit.N, fit.Clusters)
	fmt.Println(err)

	_, err = winprob.FitK(&winprob.Points{Score: []float32{90, -40}, Expected: []float32{0, 1}}, winprob.KOptions{})
	fmt.Println(err)
	// Output:
	// K = 2.52, 95 % from 0.13 to 4.91, 16 rows of 8 games
	// <nil>
	// K: over 2 rows the better side loses: evaluation and result are not both White's view; state the view of each
}

// A pawn up in the endgame and in the middlegame.
func ExampleWDL_Probabilities() {
	m := winprob.WDL{A: [2]float64{265, 186}, B: [2]float64{103, 176}}
	for _, phase := range []float64{0, 1} {
		win, draw, loss := m.Probabilities(100, phase)
		fmt.Printf("phase %g: %.0f %% %.0f %% %.0f %%\n", phase, 100*win, 100*draw, 100*loss)
	}
	// Output:
	// phase 0: 17 % 80 % 3 %
	// phase 1: 38 % 46 % 16 %
}
