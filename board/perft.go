package board

// Perft returns the number of sequences of depth legal moves. The last move is
// counted, not made ("bulk counting").
func Perft(p *Position, depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	return perft(p, depth, make([]Move, 0, depth*MaxMoves))
}

// perft uses the free end of stack for its moves: one allocation for the tree.
func perft(p *Position, depth int, stack []Move) uint64 {
	if depth == 1 {
		return uint64(p.CountMoves())
	}
	moves := p.LegalMoves(stack)
	nodes := uint64(0)
	for _, m := range moves {
		next := *p
		next.Make(m)
		nodes += perft(&next, depth-1, moves[len(moves):])
	}
	return nodes
}
