package lesson

import (
	"fmt"
	"io"
	"math/rand/v2"

	"example.org/centipawn/board"
)

// longest is how many half-moves a game of [WriteMates] has at most.
const longest = 200

// WriteMates writes n positions with a mate in one as CSV, with the columns FEN, Evaluation and Move. They are of games
// of random moves, in which each second move takes the most valuable piece that it can: a game ends where the
// side to move can mate. No position comes twice. A seed gives the same bytes.
func WriteMates(w io.Writer, n int, seed uint64) error {
	if _, err := io.WriteString(w, "FEN,Evaluation,Move\n"); err != nil {
		return err
	}
	random, seen := rand.New(rand.NewPCG(seed, 0)), map[uint64]bool{}
	for len(seen) < n {
		p, m := playToMate(random)
		if m == board.NoMove || seen[p.Key()] {
			continue
		}
		seen[p.Key()] = true
		sign := '+'
		if p.SideToMove() == board.Black {
			sign = '-'
		}
		if _, err := fmt.Fprintf(w, "%s,#%c1,%s\n", p.FEN(), sign, p.UCI(m)); err != nil {
			return err
		}
	}
	return nil
}

// playToMate plays a game to where a mate in one is there, and returns the first one, or no move.
func playToMate(random *rand.Rand) (board.Position, board.Move) {
	p := board.Start()
	var buffer [board.MaxMoves]board.Move
	for range longest {
		moves := p.LegalMoves(buffer[:0])
		if len(moves) == 0 {
			break
		}
		for _, m := range moves {
			if Mates(&p, m) {
				return p, m
			}
		}
		p.Make(careless(&p, moves, random))
	}
	return p, board.NoMove
}

// careless draws a move, or, half the time, takes the most valuable piece, if one can be taken.
func careless(p *board.Position, moves []board.Move, random *rand.Rand) board.Move {
	best := moves[random.IntN(len(moves))]
	if random.IntN(2) == 0 {
		return best
	}
	most := -1
	for _, m := range moves {
		if taken := int(p.PieceAt(m.To()).Type()); p.IsCapture(m) && p.PieceAt(m.To()) != board.NoPiece && taken > most {
			best, most = m, taken
		}
	}
	return best
}
