package moves

import (
	"example.org/centipawn/board"
	"example.org/centipawn/features"
)

// kings say where a king goes, in steps of a king.
var kings = family{
	terms: define("steps",
		[2]string{"king.own_pawn", "steps that the king comes nearer to the nearest own pawn"},
		[2]string{"king.enemy_pawn", "steps that the king comes nearer to the nearest enemy pawn; 0 if none is left"},
		[2]string{"king.enemy_king", "steps that the king comes nearer to the enemy's"}),
	count: func(p *position, m *move, t *features.Tally, first features.Term) {
		if m.piece != board.King || m.IsCastle() {
			return
		}
		them := p.us.Other()
		add(t, first, approach(m, p.Pieces(p.us, board.Pawn)))
		add(t, first+1, approach(m, p.Pieces(them, board.Pawn)))
		add(t, first+2, approach(m, p.Pieces(them, board.King)))
	},
}

// approach returns how many steps nearer to the nearest of some squares a king comes, 0 if there is
// none. A pawn that it takes is still one of them.
func approach(m *move, to board.Bitboard) int {
	if to == 0 {
		return 0
	}
	return nearest(m.from, to) - nearest(m.to, to)
}

// nearest returns the steps of a king from a square to the nearest of others.
func nearest(from board.Square, to board.Bitboard) (steps int) {
	for zone := board.SquareBB(from); zone&to == 0; steps++ {
		zone |= zone.East() | zone.West()
		zone |= zone.North() | zone.South()
	}
	return steps
}
