package uci

import (
	"context"
	"fmt"
	"io"

	"example.org/centipawn/board"
)

// deepestPerft is more half-moves than anybody can wait for.
const deepestPerft = 99

// Perft counts the lines of depth legal moves from p, depth at least 1. It writes
// the count after each first move and the total, and returns the total. It ends
// soon after ctx does, with ctx's error. With chess960 castling is the king taking
// his rook.
func Perft(ctx context.Context, w io.Writer, p *board.Position, depth int, chess960 bool) (nodes uint64, err error) {
	for _, m := range p.LegalMoves(nil) {
		next := *p
		next.Make(m)
		n := countLines(ctx, &next, depth-1)
		if ctx.Err() != nil {
			return 0, ctx.Err()
		}
		if _, err := fmt.Fprintf(w, "%s: %d\n", moveText(p, m, chess960), n); err != nil {
			return 0, err
		}
		nodes += n
	}
	_, err = fmt.Fprintf(w, "\nNodes searched: %d\n", nodes)
	return nodes, err
}

// countLines is [board.Perft] with a look at ctx every four half-moves from the end.
func countLines(ctx context.Context, p *board.Position, depth int) (nodes uint64) {
	const unstoppable = 4
	if depth <= unstoppable {
		return board.Perft(p, depth)
	}
	for _, m := range p.LegalMoves(nil) {
		if ctx.Err() != nil {
			return 0
		}
		next := *p
		next.Make(m)
		nodes += countLines(ctx, &next, depth-1)
	}
	return nodes
}
