package pgn_test

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"example.org/centipawn/pgn"
)

// A faulty game is reported, and the next one is read.
func ExampleReader() {
	const text = `[White "Anderssen"] [Black "Kieseritzky"]
1. e4 e5 2. f4 exf4 3. Bc4 Qh4+ 4. Kf1 1-0

[White "Nobody"]
1. e4 e5 2. Ke3 *

1. d4 {+0.21/12 0.5s} d5 {-0.18/11 0.4s} 1/2-1/2
`
	r := pgn.NewReader("games.pgn", strings.NewReader(text))
	var g pgn.Game
	for {
		err := r.Next(&g)
		if err == io.EOF {
			break
		}
		var fault *pgn.Error
		if errors.As(err, &fault) {
			fmt.Println(fault)
			continue
		}
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(len(g.Moves), "half moves,", g.Result)
		for _, m := range g.Moves {
			if m.Note != pgn.NoAnnotation() {
				fmt.Println(m.Move, m.Note.Score, "at depth", m.Note.Depth)
			}
		}
	}
	// Output:
	// 7 half moves, 1-0
	// games.pgn:5: game 2, ply 3: illegal move: Ke3
	// 2 half moves, 1/2-1/2
	// d2d4 +21 at depth 12
	// d7d5 +18 at depth 11
}

// Variations are omitted, what belongs to the moves is kept.
func ExampleWriter() {
	r := pgn.NewReader("games.pgn", strings.NewReader("[White \"Me\"] e2e4! e7-e5 (c5) {[%eval 0.3]} Ng1f3"))
	var g pgn.Game
	if err := r.Next(&g); err != nil {
		fmt.Println(err)
		return
	}
	w := pgn.NewWriter(os.Stdout)
	if err := w.Write(&g); err != nil {
		fmt.Println(err)
	}
	if err := w.Flush(); err != nil {
		fmt.Println(err)
	}
	// Output:
	// [Event "?"]
	// [Site "?"]
	// [Date "????.??.??"]
	// [Round "?"]
	// [White "Me"]
	// [Black "?"]
	// [Result "*"]
	//
	// 1. e4 $1 e5 {[%eval 0.3]} 2. Nf3 *
}
