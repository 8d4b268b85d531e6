package board_test

import (
	"errors"
	"fmt"

	"example.org/centipawn/board"
)

// A game is a position and its moves; a copy is a plain assignment.
func ExamplePosition_Make() {
	p := board.Start()
	for _, san := range []string{"f3", "e5", "g4", "Qh4"} {
		m, err := p.ParseSAN(san)
		if err != nil {
			fmt.Println(err)
			return
		}
		next := p
		next.Make(m)
		fmt.Println(p.UCI(m), p.SAN(m), next.Status())
		p = next
	}
	fmt.Println(p.FEN())
	// Output:
	// f2f3 f3 ongoing
	// e7e5 e5 ongoing
	// g2g4 g4 ongoing
	// d8h4 Qh4# checkmate
	// rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3
}

// A text that is no FEN and a position that cannot be are different faults.
func ExampleParseFEN() {
	for _, fen := range []string{
		"4k3/8/8/8/8/8/8/4K3 w - -",
		"4k2/8/8/8/8/8/8/4K3 w - -",
		"4k3/8/8/8/8/8/8/P3K3 w - -",
	} {
		_, err := board.ParseFEN(fen)
		fmt.Printf("%v; syntax: %t\n", err, errors.Is(err, board.ErrSyntax))
	}
	// Output:
	// <nil>; syntax: false
	// rank 8 has 7 files, want 8; syntax: true
	// pawn on the first or last rank: a1; syntax: false
}
