package trees

import (
	"fmt"

	"example.org/centipawn/board"
	"example.org/centipawn/datasets"
	"example.org/centipawn/search"
	"example.org/centipawn/winprob"
)

// choices appends the moves of a root, in the order of the move generator. A root with fewer than
// two has no choice.
func (w *worker) choices(r *root, dst []datasets.Sample) ([]datasets.Sample, Summary, error) {
	sum := Summary{Roots: 1}
	moves := r.Position.LegalMoves(nil)
	if len(moves) < 2 || search.NewGame(r.Position).Outcome() != search.Ongoing {
		sum.Skipped++
		return dst, sum, nil
	}
	first, fen := len(dst), r.Position.FEN()
	for _, m := range moves {
		s := datasets.Sample{
			Expected: datasets.NoExpected, Game: r.Game, Ply: r.Ply, Line: r.Line, Source: r.Source, Left: datasets.NoLeft,
			Tree: r.tree(), Side: datasets.SideOf(r.Position.SideToMove()), Root: fen, Via: r.Position.UCI(m),
		}
		g := after(&r.Position, m)
		scored, err := w.teach(&s, g)
		if err != nil {
			return dst, sum, err
		}
		if !scored { // a choice with a move missing is another one
			return dst[:first], Summary{Roots: 1, Unscored: 1}, nil
		}
		sum.place(&s, w.finder.leaf(g))
		dst = append(dst, s)
	}
	return dst, sum, nil
}

// after returns the game of a root and a move: what repeats the root is a draw.
func after(p *board.Position, m board.Move) *search.Game {
	g := search.NewGame(*p)
	g.Make(m)
	return g
}

// teach gives a row the judge's value of the position of a game, which may be over.
func (w *worker) teach(s *datasets.Sample, g *search.Game) (scored bool, err error) {
	switch o := g.Outcome(); {
	case o == search.Checkmate:
		s.Score = winprob.MateIn(-sign(g.Position().SideToMove()), 0)
	case o != search.Ongoing:
		s.Score = 0
	default:
		return w.label(s, g)
	}
	return true, nil
}

// place puts a leaf into a row and counts it.
func (sum *Summary) place(s *datasets.Sample, l leaf) {
	s.Position, s.Offset, s.Fixed = l.position, float32(l.offset), l.fixed
	sum.Rows++
	if l.fixed {
		sum.Fixed++
	}
}

// again appends the rows of a root with the leaves that are found now.
func (w *worker) again(r *root, dst []datasets.Sample) ([]datasets.Sample, Summary, error) {
	sum := Summary{Roots: 1}
	for i := range r.rows {
		s := r.rows[i]
		p, err := board.ParseFEN(s.Root)
		if err != nil {
			return dst, sum, fmt.Errorf("line %d: root: %w", s.Line, err)
		}
		m, err := p.ParseUCI(s.Via)
		if err != nil {
			return dst, sum, fmt.Errorf("line %d: via: %w", s.Line, err)
		}
		before := s.Position.Key()
		sum.place(&s, w.finder.leaf(after(&p, m)))
		if s.Position.Key() != before {
			sum.Moved++
		}
		dst = append(dst, s)
	}
	return dst, sum, nil
}
