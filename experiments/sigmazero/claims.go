package sigmazero

import (
	"slices"

	"example.org/centipawn/board"
	"example.org/centipawn/loop/lesson"
	"example.org/centipawn/neural"
	"example.org/centipawn/search"
)

// first plays the move that is the most probable.
type first struct{ asked *neural.Evaluator }

func (first) NewGame() {}

// Search implements [search.Searcher].
func (f first) Search(g *search.Game, c *search.Control, _ func(*search.Info)) search.Result {
	move := f.move(g.Position())
	return search.Result{Move: move, Depth: 1, Nodes: 1}
}

func (f first) move(p *board.Position) board.Move {
	best, top := board.NoMove, 0.0
	f.asked.Start(p)
	for _, m := range p.LegalMoves(nil) {
		if v := f.asked.Logit(m); best == board.NoMove || v > top {
			best, top = m, v
		}
	}
	return best
}

// A Habit is how often a kind of move is played where it is legal.
type Habit struct {
	Name    string `json:"name"`
	Legal   int    `json:"legal"`   // positions in which such a move is legal
	Teacher int    `json:"teacher"` // of these, in which the teacher plays one
	Policy  int    `json:"policy"`  // in which the policy's first move is one
}

// kinds are the moves of which the paper says how its network plays them.
var kinds = []struct {
	name string
	is   func(p *board.Position, m board.Move) bool
}{
	{"promotion", func(_ *board.Position, m board.Move) bool { return m.IsPromotion() }},
	{"under-promotion", func(_ *board.Position, m board.Move) bool { return under(m) }},
	{"mate by an under-promotion", func(p *board.Position, m board.Move) bool { return under(m) && lesson.Mates(p, m) }},
	{"castling", func(_ *board.Position, m board.Move) bool { return m.IsCastle() }},
	{"king's move", func(p *board.Position, m board.Move) bool {
		return !m.IsCastle() && p.PieceAt(m.From()).Type() == board.King
	}},
	{"loses material by the exchange", func(p *board.Position, m board.Move) bool { return !board.SEE(p, m, 0) }},
}

// under reports whether a move promotes to less than a queen.
func under(m board.Move) bool { return m.IsPromotion() && m.Promotion() != board.Queen }

// habits counts what the policy plays in lessons that have moves.
func habits(n *neural.Network, lessons []lesson.Lesson) (list []Habit) {
	policy := first{n.Evaluator()}
	for _, k := range kinds {
		list = append(list, Habit{Name: k.name})
	}
	for i := range lessons {
		l := &lessons[i]
		if l.Moves == nil {
			continue
		}
		p, moves := &l.Position, l.Position.LegalMoves(nil)
		chosen := policy.move(p)
		for i, k := range kinds {
			if !slices.ContainsFunc(moves, func(m board.Move) bool { return k.is(p, m) }) {
				continue
			}
			h := &list[i]
			h.Legal++
			h.Teacher += truth(k.is(p, l.Moves[0].Move))
			h.Policy += truth(k.is(p, chosen))
		}
	}
	return list
}

func truth(yes bool) int {
	if yes {
		return 1
	}
	return 0
}
