package elo_test

import (
	"fmt"

	"example.org/centipawn/match/elo"
)

func Example() {
	test := elo.SPRT{Elo0: 0, Elo1: 5}
	fmt.Printf("expected: %.0f games at 0, %.0f at 5\n", test.Expected(0, 0.5), test.Expected(5, 0.5))

	pairs := elo.Pentanomial{46, 936, 2083, 1043, 63}
	state := test.State(pairs)
	fmt.Println(state.Text)

	e := elo.Of(pairs)
	fmt.Printf("Elo %+.1f, %+.1f to %+.1f; LOS %.3f\n", e.Elo.Value, e.Elo.Low, e.Elo.High, e.LOS)
	// Output:
	// expected: 25727 games at 0, 25735 at 5
	// undecided, play on: LLR 2.91 in (-2.94, 2.94), normalized Elo [0, 5], α 0.05, β 0.05
	// Elo +5.9, +1.9 to +9.9; LOS 0.998
}

func ExampleRate() {
	var games []elo.Game
	for pair := range 40 { // player 1 is known to have 1500 Elo
		first := []float64{1, 1, 0.5, 0}[pair%4]
		games = append(games,
			elo.Game{White: 0, Black: 1, Points: first, Pair: pair},
			elo.Game{White: 1, Black: 0, Points: 0.5, Pair: pair},
			elo.Game{White: 2, Black: 0, Points: 0.5, Pair: pair},
			elo.Game{White: 0, Black: 2, Points: first, Pair: pair})
	}
	r, err := elo.Rate(3, games, elo.RateOptions{Anchors: map[int]float64{1: 1500}})
	if err != nil {
		fmt.Println(err)
		return
	}
	for i, p := range r.Players {
		fmt.Printf("player %d: %.0f (%.0f to %.0f), %g of %d\n", i, p.Elo.Value, p.Elo.Low, p.Elo.High, p.Points, p.Games)
	}
	// Output:
	// player 0: 1544 (1496 to 1593), 90 of 160
	// player 1: 1500 (1500 to 1500), 35 of 80
	// player 2: 1500 (1433 to 1567), 35 of 80
}
