package verdict_test

import (
	"fmt"
	"strings"

	"example.org/centipawn/match/verdict"
)

// Games that another program played, judged in pairs.
func ExampleGames_Verdict() {
	const opening = `[SetUp "1"] [FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]`
	pgn := `[White "new"] [Black "old"] [Result "1-0"] ` + opening + ` 1. e4 Ke7 1-0
[White "old"] [Black "new"] [Result "1/2-1/2"] ` + opening + ` 1. e3 Kd7 1/2-1/2
`
	var games verdict.Games
	if err := games.Read("games.pgn", strings.NewReader(pgn)); err != nil {
		fmt.Println(err)
		return
	}
	v, err := games.Verdict(verdict.Options{A: "new"})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(v.Games, "games,", v.Pairs, "pair")
	for _, p := range v.Players {
		fmt.Printf("%s %.1f\n", p.Name, float64(p.Wins)+float64(p.Draws)/2)
	}
	// Output:
	// 2 games, 1 pair
	// new 1.5
	// old 0.5
}
