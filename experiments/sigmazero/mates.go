package sigmazero

import (
	"context"
	"fmt"

	"example.org/centipawn/engine/suite"
	"example.org/centipawn/loop/lesson"
	"example.org/centipawn/loop/sigma"
	"example.org/centipawn/neural"
	"example.org/centipawn/search"
)

// A Mate is how many mates in one are found with a number of simulations; 0 is the policy alone, and 1 is
// a tree of the root.
type Mate struct {
	Simulations int       `json:"simulations"`
	Puzzles     int       `json:"puzzles"`
	Found       int       `json:"found"`
	ByMoves     []ByMoves `json:"by_legal_moves"`
}

// ByMoves are the puzzles with a number of legal moves.
type ByMoves struct {
	Least   int     `json:"least"`
	Most    int     `json:"most"` // 0: no bound
	Puzzles int     `json:"puzzles"`
	Found   int     `json:"found"`
	Random  float64 `json:"random"` // how many a move drawn at random finds, on average
}

// widths are the largest numbers of legal moves of all groups but the last.
var widths = []int{10, 20, 30, 40}

// grouped returns empty groups.
func grouped() (list []ByMoves) {
	least := 1
	for _, most := range widths {
		list = append(list, ByMoves{Least: least, Most: most})
		least = most + 1
	}
	return append(list, ByMoves{Least: least})
}

// add counts a puzzle.
func (m *Mate) add(a *suite.Attempt) {
	p := a.Problem.Start
	moves, mating := p.LegalMoves(nil), 0
	for _, move := range moves {
		mating += truth(lesson.Mates(&p, move))
	}
	m.Puzzles++
	m.Found += truth(a.Solved)
	for i := range m.ByMoves {
		if g := &m.ByMoves[i]; len(moves) >= g.Least && (g.Most == 0 || len(moves) <= g.Most) {
			g.Puzzles++
			g.Found += truth(a.Solved)
			g.Random += float64(mating) / float64(len(moves))
		}
	}
}

// mates has the puzzles solved by the policy and by trees of a network.
func mates(ctx context.Context, n *neural.Network, f *flags) (list []Mate, err error) {
	for _, count := range f.trees {
		m := Mate{Simulations: count, ByMoves: grouped()}
		in, err := suite.Open(f.mates, nil)
		if err != nil {
			return nil, err
		}
		newSearch := func() (search.Searcher, error) { return sigma.Player(n, f.tree()), nil }
		if count == 0 {
			newSearch = func() (search.Searcher, error) { return first{n.Evaluator()}, nil }
		}
		opt := suite.Options{Limits: search.Limits{Nodes: uint64(max(count, 1))}, Threads: f.Threads, Most: f.most}
		err = suite.Run(ctx, in, newSearch, opt, m.add)
		if err = closed(err, in); err != nil {
			return nil, fmt.Errorf("%s: %w", f.mates, err)
		}
		list = append(list, m)
	}
	return list, nil
}

func closed(err error, in *suite.Reader) error {
	if also := in.Close(); err == nil {
		return also
	}
	return err
}
