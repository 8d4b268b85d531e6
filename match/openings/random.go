package openings

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"

	"example.org/centipawn/board"
	"example.org/centipawn/search"
)

// maxTries is how often an opening is drawn before it is given up.
const maxTries = 1000

// Random returns a source of random moves from the start position of standard
// chess: plies of them, or one more if the lot says so, so that either side is as
// often the first to think. Every legal move is as likely as another.
//
// balanced says whether to take what has come about; if not, it is redrawn, and
// after a thousand draws the opening is an error. nil takes everything. It is
// called by as many goroutines at a time as use the source, and its answer must not
// depend on what it was asked before: [Balanced] returns one like that.
func Random(seed uint64, plies int, balanced func(g *search.Game) bool) Source {
	return &random{seed, plies, balanced}
}

type random struct {
	seed     uint64
	plies    int
	balanced func(g *search.Game) bool
}

func (r *random) Len() int { return 0 }

func (r *random) Opening(pair int) (Opening, error) {
	name := fmt.Sprintf("random %d/%d", r.seed, pair)
	if r.plies < 0 {
		return Opening{}, fmt.Errorf("opening %s: %d half-moves: pass 0 or more", name, r.plies)
	}
	lots := rand.New(r.lots(pair))
	for range maxTries {
		g := draw(lots, r.plies+lots.IntN(2))
		if g != nil && (r.balanced == nil || r.balanced(g)) {
			return Opening{Start: g.Start(), Moves: g.Moves(), Name: name}, nil
		}
	}
	return Opening{}, fmt.Errorf("opening %s: not one of %d draws of %d half-moves is balanced: allow more for balance, or pass another number of half-moves", name, maxTries, r.plies)
}

// lots returns the generator of one pair.
func (r *random) lots(pair int) rand.Source {
	var seed [32]byte
	binary.LittleEndian.PutUint64(seed[0:], r.seed)
	binary.LittleEndian.PutUint64(seed[8:], uint64(pair))
	return rand.NewChaCha8(seed)
}

// draw plays n random moves; nil if the game is over by then.
func draw(lots *rand.Rand, plies int) *search.Game {
	g := search.NewGame(board.Start())
	var room [board.MaxMoves]board.Move
	for range plies {
		if g.Outcome() != search.Ongoing {
			return nil
		}
		moves := g.Position().LegalMoves(room[:0])
		g.Make(moves[lots.IntN(len(moves))])
	}
	if g.Outcome() != search.Ongoing {
		return nil
	}
	return g
}
