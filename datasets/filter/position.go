package filter

import (
	"fmt"

	"example.org/centipawn/board"
	"example.org/centipawn/datasets"
	"example.org/centipawn/datasets/inspect"
	"example.org/centipawn/tapered"
)

// InCheck drops positions with the side to move in check: a static evaluation is
// not meant for them.
func InCheck() Filter {
	return Filter{"in check", func(s *datasets.Sample) Verdict { return dropIf(s.Position.InCheck()) }}
}

// NoisyMove drops positions whose move, the best or the one that was played,
// takes a piece or promotes: what it wins is in the label and not yet on the board.
// Positions without a move are kept.
func NoisyMove() Filter {
	return Filter{"noisy move", func(s *datasets.Sample) Verdict {
		return dropIf(s.Move != board.NoMove && (s.Move.IsPromotion() || s.Position.IsCapture(s.Move)))
	}}
}

// A Quiescence searches a position until it is quiet. It returns its value in
// centipawns, White-relative, and the position at the end of the principal
// variation: the leaf, which is p itself if p is quiet. It is called from several
// goroutines at once.
type Quiescence func(p *board.Position) (value int, leaf board.Position)

// Unquiet drops positions in which quiescence search and static evaluation, both
// in centipawns and White-relative, are more than bound apart.
func Unquiet(search Quiescence, static func(*board.Position) int, bound int) Filter {
	return Filter{fmt.Sprintf("quiescence over %d from static", bound), func(s *datasets.Sample) Verdict {
		value, _ := search(&s.Position)
		difference := value - static(&s.Position)
		return dropIf(max(difference, -difference) > bound)
	}}
}

// Leaf replaces positions by their quiescence leaves. Labels stay: they are those
// of the same game, and of the same line. The move, which belongs to the position
// that was, is forgotten. A leaf in which the game is over is dropped.
//
// Source: A. Grant, "Evaluation & Tuning in Chess Engines" (2020), section 2.2.
func Leaf(search Quiescence) Filter {
	return Filter{"over at the quiescence leaf", func(s *datasets.Sample) Verdict {
		_, leaf := search(&s.Position)
		switch {
		case leaf == s.Position:
			return Keep
		case inspect.Finished(&leaf) != board.Ongoing:
			return Drop
		}
		s.Position, s.Move = leaf, board.NoMove
		return Replaced
	}}
}

// Phase drops positions whose phase is out of the range: 0 with bare kings, 1
// with all pieces, as [tapered.PeSTO] has it.
func Phase(phases Range) Filter {
	return Filter{fmt.Sprintf("phase outside %v", phases), func(s *datasets.Sample) Verdict {
		return dropIf(!phases.Holds(tapered.PeSTO.Of(&s.Position)))
	}}
}

// Pieces drops positions whose number of pieces on the board, kings and pawns included,
// is out of the range.
func Pieces(pieces Range) Filter {
	return Filter{fmt.Sprintf("pieces outside %v", pieces), func(s *datasets.Sample) Verdict {
		return dropIf(!pieces.Holds(float64(s.Position.Occupied().Count())))
	}}
}

// OneIn keeps one position in n, chosen by its canonical key: the same ones in
// every run, and all copies of a position or none.
func OneIn(n int) Filter {
	return Filter{fmt.Sprintf("not the one in %d", n), func(s *datasets.Sample) Verdict {
		return dropIf(s.Position.CanonicalKey()%uint64(n) != 0)
	}}
}
