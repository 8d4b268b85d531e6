package loop

import (
	"fmt"
	"math/rand/v2"

	"example.org/centipawn/match/openings"
	"example.org/centipawn/match/selfplay"
	"example.org/centipawn/search"
)

// An Opening says where games begin.
type Opening struct {
	Book    string `resume:"Book,files"` // file of positions or games; "": random moves
	Plies   int    `resume:"Plies"`      // random half-moves from the start position, or one more, 0: 8; of a book of games the half-moves taken of each, 0: all
	Balance int    `resume:"Balance"`    // centipawns: how far a random opening may be from even by the weights that play; 0: any
}

// source returns the book's openings in an order drawn by the seed, without the first had,
// which others have taken; nil where the games draw their openings themselves.
func (o *Opening) source(seed uint64, had int) (openings.Source, error) {
	if o.Book == "" {
		return nil, nil
	}
	b, err := openings.Open(o.Book, openings.BookOptions{Seed: seed, Plies: o.Plies})
	if err != nil {
		return nil, err
	}
	return &supply{b, seed, had}, nil
}

// lengths returns the numbers of half-moves that the openings of games have, by the
// counters of their positions. Games do not say where their opening ended.
func (o *Opening) lengths(games *selfplay.Options) (map[int]bool, error) {
	if games.Openings == nil {
		return map[int]bool{o.Plies: true, o.Plies + 1: true}, nil
	}
	all := make(map[int]bool)
	for n := range games.Games {
		opening, err := games.Openings.Opening(n)
		if err != nil {
			return nil, err
		}
		p := opening.End()
		all[2*(p.FullmoveNumber()-1)+int(p.SideToMove())] = true
	}
	return all, nil
}

// A supply gives the openings of a book one by one, whatever the number of games. Those
// that come again have random moves after them: two equal games count for one.
type supply struct {
	book *openings.Book
	seed uint64
	had  int // openings that earlier games have had
}

const (
	againPlies = 4   // random half-moves after an opening that comes again, or one more
	againTries = 100 // draws of them that may end the game
)

// Len implements [openings.Source]: there is always another.
func (s *supply) Len() int { return 0 }

// Opening implements [openings.Source].
func (s *supply) Opening(n int) (openings.Opening, error) {
	n += s.had
	o, err := s.book.Opening(n)
	if err != nil || n < s.book.Len() {
		return o, err
	}
	lots := rand.New(rand.NewPCG(s.seed, uint64(n)))
	for range againTries {
		g := search.NewGame(o.Start)
		for _, m := range o.Moves {
			g.Make(m)
		}
		for left := againPlies + lots.IntN(2); left > 0 && g.Outcome() == search.Ongoing; left-- {
			moves := g.Position().LegalMoves(nil)
			g.Make(moves[lots.IntN(len(moves))])
		}
		if g.Outcome() == search.Ongoing {
			return openings.Opening{Start: o.Start, Moves: g.Moves(), Name: o.Name}, nil
		}
	}
	return o, fmt.Errorf("%s: the game is over in each of %d draws of %d half-moves after it: omit it from the book", o.Name, againTries, againPlies)
}
